// SPDX-License-Identifier: Apache-2.0
// Candidate "int16": the bilateral filter of u8 with weights in 16-bit integers [tomasi1998, eq.
// 5]. Weights are squares of roots; on processors that look up words, those of colours with norm
// l2, also of a joint bilateral filter, are products of table entries. Each pixel costs (2r+1)^2
// taps, in volumes those of every slice, two at a time. Without AVX-512 most pixels have a
// certificate with which the roots themselves serve as weights. Here are its error, time, memory
// and tuning.
#include <fmt/format.h>

#include <algorithm>

#include "filters/mean_passes.hpp"
#include "filters/window.hpp"
#include "methods/direct/cpu_work.hpp"
#include "methods/direct/int16_certified.hpp"
#include "methods/direct/int16_error.hpp"
#include "methods/direct/int16_products.hpp"
#include "methods/direct/int16_products_error.hpp"
#include "methods/direct/int16_weights.hpp"
#include "planner/certified_limit.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

// Returns the rows of a step's window.
int rows(const WindowMean& step) {
  return step.slice_count() * (2 * step.radius_y + 1);
}

// Returns why no form of the loop serves.
std::string no_int16(const Problem& p, const WindowMean& f, const DeviceFacts& facts) {
  if (std::string why = no_vector_unit(facts); !why.empty()) return why;
  if (p.type != PixelType::u8 || distance_type(f, p, p.type) != PixelType::u8)
    return "16-bit weights support only 8-bit images";
  if (step_count(p) > 1) return "16-bit weights support only one iteration";
  if (weighs_alpha(p)) return "16-bit weights are too coarse to weight colours by alpha";
  constexpr int most = 32;
  if (f.largest_radius() > most) return "16-bit weights support windows of up to 65 columns";
  if (f.radius_z > most) return "16-bit weights support windows of up to 65 slices";
  return {};
}

std::string roots_unsupported(const Problem& p, const WindowMean& f, const PlaneLayout& layout) {
  const int planes = layout.planes_of_group();
  if (layout.guided || layout.value_planes > 0 || planes > 3 || (layout.l1 && planes != 3))
    return "16-bit weights support one channel, norm per_channel, two or three with norm l2, or "
           "three with norm l1";
  const int16::Scale scale = int16::scale(f, p);
  if (scale.doublings > int16::largest_doublings || scale.samples < 8)
    return fmt::format("16-bit weights do not support sigma_range {:.2g}", f.sigma_range);
  return {};
}

// Of pixels with a certificate, or 0 if there are none.
double certified_error(const Problem& p, const WindowMean& f, const DeviceFacts& facts) {
  if (!int16_least_sum(f, p, facts.simd_floats)) return 0.0;
  // Parts of the window are summed in 32 bits; their sums are converted and added.
  const int16_certified::Form form = int16_certified::form(f, p);
  const double parts =
      window_taps(f) / static_cast<double>(int16_certified::pairs_of_sum(form)) + 3;
  const double additions = 2.0 * parts;  // conversions, too
  return int16_limit(p.max_error) / 255.0 + (2.0 * additions + 6.0) * ulp;
}

double roots_error(const Problem& p, const WindowMean& f, const DeviceFacts& facts) {
  // Sums of up to 8 pairs of taps are made in 32 bits and added in single precision; the last steps
  // are those of simd_error.
  const int blocks_of_row = f.largest_radius() / 8 + 1;
  const double additions = rows(f) * blocks_of_row + 1.0;
  const double sums = (2.0 * additions + 6.0) * ulp;
  return std::max(int16_weights_error(f, p) / 255.0 + sums, certified_error(p, f, facts));
}

double roots_seconds(const Problem& p, const WindowMean& f, const PlaneLayout& layout,
                     const DeviceFacts& facts) {
  // Instructions for a vector of pixels. A row's last tap occupies half a pair, and a row's sums
  // are converted to single precision (docs/journal/0004, 0040). Sums of three planes spill with
  // AVX-512 (docs/journal/0030).
  const double taps = window_taps(f);
  const int planes = layout.planes_of_group();
  const double colours =
      (layout.l1 ? 15.0 : 2.5 + 3.7 * planes) * (facts.simd_floats >= 16 ? 1.3 : 1.0);
  // With certificates taps of colours take 0.83 of that, and no sum ends with a row; the pixels
  // that are computed again are not counted (docs/journal/0070).
  const bool certified = int16_least_sum(f, p, facts.simd_floats).has_value();
  const double of_rows = certified ? 0.0 : (planes == 1 ? 13.5 : 22.0) * rows(f);
  const double of_tap = planes == 1 ? 6.1 : certified ? 0.83 * colours : colours;
  const double instructions = of_tap * taps + of_rows;
  // A first plan proves its bound, for norm l2 in 2 ms: small images are better off without. That
  // counts as if all threads did it, since a choice must not depend on their number.
  const double proof = int16_products::is_euclidean(layout) ? 2e-3 / facts.threads : 0.0;
  return work(p, f) / taps * instructions /
             (simd_instructions_per_second * facts.simd_floats * facts.threads) +
         sample_seconds(p, facts, direct_passes(p)) + proof;
}

double products_error(const WindowMean& f, const PlaneLayout& layout) {
  // Single precision: the sums of a run are converted and added, then subtracted and divided.
  const double step = int16_products::scale(255.0 * double{f.sigma_range}, f.sigma_space).step;
  const int runs = int16_products::most_runs(f, step);
  const double sums = 2.0 * (3.0 * runs + 6.0) * ulp;
  return int16_products_error(f, layout.guided) / 255.0 + sums;
}

double products_seconds(const Problem& p, const WindowMean& f, const PlaneLayout& layout,
                        const DeviceFacts& facts, int runs) {
  // Instructions for a vector of 32 taps: distances, index, weight, sums; on some processors a
  // look-up is as long as two. A row has one tap more, which fills its last pair. For each run the
  // sums of a block are converted and added (docs/journal/0036).
  const double instructions = 3.0 * layout.distance_planes + 8.0 + layout.sums();
  const double taps = window_taps(f);
  const double vectors =
      (taps + rows(f)) * instructions + (6.0 * runs + 15.0) * (layout.sums() + 1.0);
  return work(p, f) / taps * vectors /
             (2.0 * facts.simd_floats * simd_instructions_per_second * facts.threads) +
         sample_seconds(p, facts, direct_passes(p));
}

double int16_error(const Problem& p, const DeviceFacts& facts) {
  const WindowMean f = main_step(p);
  const PlaneLayout layout = layout_of(p, f);
  return int16_products::serve(p, f, layout, facts.byte_tables) ? products_error(f, layout)
                                                                : roots_error(p, f, facts);
}

Answer offer_int16(const Problem& p, const DeviceFacts& facts) {
  const WindowMean f = main_step(p);
  const PlaneLayout layout = layout_of(p, f);
  if (std::string why = no_int16(p, f, facts); !why.empty()) return Refusal{why};
  const DirectTuning tuning = direct_tuning(p, f, simd_taps_per_second);
  if (tuning.stream_rows) return Refusal{"16-bit weights need tiles with all slices of a window"};
  const std::size_t worker = worker_bytes(p, f, tuning, 4 * facts.simd_floats, sizeof(float));
  Offer offer{.scratch = scratch_of(p, facts, worker, step_count(p)),
              .passes = direct_passes(p),
              .tuning = tuning};
  if (int16_products::serve(p, f, layout, facts.byte_tables)) {
    const double step = int16_products::scale(255.0 * double{f.sigma_range}, f.sigma_space).step;
    const int runs = int16_products::most_runs(f, step);
    offer.seconds = products_seconds(p, f, layout, facts, runs);
    return offer;
  }
  if (std::string why = roots_unsupported(p, f, layout); !why.empty()) {
    const bool joint_colours = layout.guided && int16_products::is_euclidean(layout);
    return Refusal{joint_colours ? int16_products::unsupported(p, f, layout, facts.byte_tables)
                                 : why};
  }
  offer.seconds = roots_seconds(p, f, layout, facts);
  return offer;
}

}  // namespace

Candidate cpu_int16() {
  return {.name = "int16",
          .platform = Platform::cpu,
          .paper = "tomasi1998",
          .third_axis = true,
          .uses_simd = true,
          .serves = is_bilateral_or_joint,
          .offer = offer_int16,
          .error = int16_error};
}

}  // namespace selvage::planner
