// SPDX-License-Identifier: Apache-2.0
// Candidates "lookup" and "lookup24": the bilateral and the joint bilateral filter of u8 with
// weights of 16 or 24 bits from tables of all distances between bytes [tomasi1998, eq. 5]. Each
// pixel costs (2r+1)^2 taps, in volumes those of every slice, 64 at a time. Here are their error,
// time, memory and tuning.
#include <fmt/format.h>

#include "filters/mean_passes.hpp"
#include "filters/window.hpp"
#include "methods/direct/cpu_work.hpp"
#include "methods/direct/lookup_error.hpp"
#include "methods/direct/lookup_weights.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

// Tables of one plane hold every distance; sums of several planes may lie beyond the last entry.
bool fits_tables(const PlaneLayout& layout, double sigma, int bytes) {
  return layout.distance_planes == 1 ||
         lookup::largest_entry_from(lookup::distances - 1, sigma, bytes) == 0;
}

bool one_or_three(int planes) {
  return planes == 1 || planes == 3;
}

std::string lookup_unsupported(const Problem& p, const DeviceFacts& facts, int bytes) {
  const WindowMean f = main_step(p);
  const PlaneLayout layout = layout_of(p, f);
  if (!facts.byte_tables) return "this processor cannot look up bytes in vectors of 64";
  if (p.type != PixelType::u8 || distance_type(f, p, p.type) != PixelType::u8)
    return "tables of weights support only 8-bit images";
  if (layout.distance != PlaneLayout::Distance::channels ||
      (layout.distance_planes > 1 && !layout.l1))
    return "tables of weights support one channel, norm l1 or norm per_channel";
  if (!one_or_three(layout.distance_planes) || !one_or_three(layout.sums()))
    return "tables of weights support one or three channels";
  if (p.mask || f.invalid || f.border == Border::shrink)
    return "tables of weights support no invalid pixels";
  if (step_count(p) > 1) return "tables of weights support only one iteration";
  if (weighs_alpha(p)) return "tables of weights do not weight colours by alpha";
  if (f.largest_radius() > 32) return "tables of weights support windows of up to 65 columns";
  if (window_taps(f) > lookup::most_taps)
    return fmt::format("tables of weights support windows of up to {} taps", lookup::most_taps);
  if (may_cut_slices(f)) return "tables of weights need all slices of a window";
  if (!fits_tables(layout, 255.0 * double{f.sigma_range}, bytes))
    return fmt::format("tables of weights do not reach far enough for sigma_range {:.2g}",
                       f.sigma_range);
  return {};
}

template <int bytes>
double lookup_error(const Problem& p, const DeviceFacts&) {
  const WindowMean f = main_step(p);
  // Single precision: sums of weights and of products with at most 128 levels are converted and
  // added once for each number of doublings, then subtracted and divided.
  const double sums = 2.0 * (3.0 * (lookup::most_doublings + 1) + 6.0) * ulp;
  return lookup_weights_error(f, layout_of(p, f).guided, bytes) / 255.0 + sums;
}

double lookup_seconds(const Problem& p, const DeviceFacts& facts, const PlaneLayout& layout,
                      int bytes) {
  // Instructions for a vector of bytes (docs/journal/0030): taps are interleaved, distances summed,
  // the bytes of each weight looked up, and each multiplied with the values and with 1. Addresses
  // and waiting take as long as one or two more, sums of 24 bits that spill as ten.
  const WindowMean f = main_step(p);
  const lookup::Reach reach = lookup::reach(255.0 * double{f.sigma_range}, bytes);
  const bool near = reach == lookup::Reach::near;
  const double both_halves = near ? 0 : reach == lookup::Reach::middle ? bytes - 1 : bytes;
  const double spilled = bytes > 2 && layout.sums() > 1 ? 10.0 : 0.0;
  const double instructions = 1.5 + spilled + 2.0 * layout.planes_of_group() +
                              (near ? 3.0 : 4.0) * layout.distance_planes + (near ? 0.0 : 1.0) +
                              bytes + 2.0 * both_halves + bytes * (layout.sums() + 1.0);
  return work(p, f) * instructions /
             (4.0 * facts.simd_floats * simd_instructions_per_second * facts.threads) +
         sample_seconds(p, facts, direct_passes(p));
}

template <int bytes>
Answer offer_lookup(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = lookup_unsupported(p, facts, bytes); !why.empty()) return Refusal{why};
  const WindowMean step = main_step(p);
  const PlaneLayout layout = layout_of(p, step);
  const DirectTuning tuning = direct_tuning(p, step, simd_taps_per_second);
  if (tuning.stream_rows) return Refusal{"tables of weights need tiles with all slices"};
  const std::size_t worker = worker_bytes(p, step, tuning, 4 * facts.simd_floats, sizeof(float));
  return Offer{.seconds = lookup_seconds(p, facts, layout, bytes),
               .scratch = scratch_of(p, facts, worker, step_count(p)),
               .passes = direct_passes(p),
               .tuning = tuning};
}

}  // namespace

Candidate cpu_lookup() {
  return {.name = "lookup",
          .platform = Platform::cpu,
          .paper = "tomasi1998",
          .third_axis = true,
          .uses_simd = true,
          .serves = is_bilateral_or_joint,
          .offer = offer_lookup<2>,
          .error = lookup_error<2>};
}

Candidate cpu_lookup24() {
  return {.name = "lookup24",
          .platform = Platform::cpu,
          .paper = "tomasi1998",
          .third_axis = true,
          .uses_simd = true,
          .serves = is_bilateral_or_joint,
          .offer = offer_lookup<3>,
          .error = lookup_error<3>};
}

}  // namespace selvage::planner
