// SPDX-License-Identifier: Apache-2.0
// Candidate "multichannel": weighted means over windows (bilateral, joint, Gaussian, box) of images
// with more than four channels, or guides of so many, in single precision on the processor's vector
// units [tomasi1998, eq. 5]. Each of the (2r+1)^2 taps of a pixel costs one distance over all
// channels, one exp2, and a multiply-add for each channel. Here are its error, time, memory and
// tuning.
#include <algorithm>

#include "filters/mean_passes.hpp"
#include "filters/window.hpp"
#include "methods/direct/cpu_work.hpp"
#include "methods/direct/loop_sums.hpp"
#include "methods/multichannel/multichannel.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

// Half of a group of taps, the other half, and the total of the group before it is rounded.
constexpr double group_additions = 0.5 * tap_group + 2.0;

double multichannel_step_error(const Problem& p, const WindowMean& step, PixelType reads) {
  const PlaneLayout layout = layout_of(p, step);
  const double exponent = mean_exponent(window_taps(step));
  // A weight is the product of two numbers from tables, or of one and an exp2.
  if (step.guide == Guide::none)
    return sums_error({.weight = 3.0 * ulp, .additions = group_additions}, exponent);
  const PixelType distances = distance_type(step, p, reads);
  const bool fine = fine_distances(layout, distances, reads);
  return sums_error({.weight = exp2_error(multichannel_degree(fine)),
                     .roundings = exponent_roundings(layout, distances, {.kahan = fine}),
                     .additions = group_additions},
                    exponent);
}

// Vector instructions per tap: see docs/journal/0052.
double plane_instructions(const PlaneLayout& layout, bool fine) {
  const double distance =
      layout.distance == PlaneLayout::Distance::none
          ? 2.0
          : layout.distance_planes *
                ((fine ? 3.0 : 2.5) + (layout.l1 ? 1.0 : 0.0) + (layout.split ? 2.0 : 0.0));
  return 14.0 + distance + 3.0 * layout.sums();
}

std::string multichannel_unsupported(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = no_vector_unit(facts); !why.empty()) return why;
  if (std::string why = not_multichannel(p); !why.empty()) return why;
  const PlaneLayout layout = layout_of(p, main_step(p));
  if (layout.groups > 1) return "each channel has weights of its own";
  return {};
}

Answer offer_multichannel(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = multichannel_unsupported(p, facts); !why.empty()) return Refusal{why};
  std::vector<Pass> passes = direct_passes(p);
  double error = 0.0, seconds = sample_seconds(p, facts, passes);
  for (const Part& part : parts_of(passes)) {
    const PlaneLayout layout = layout_of(p, part.step);
    const bool fine = fine_distances(layout, distance_type(part.step, p, part.reads), part.reads);
    error = std::max(error, multichannel_step_error(p, part.step, part.reads));
    seconds += part.times * work(p, part.step) * plane_instructions(layout, fine) /
               (simd_instructions_per_second * facts.simd_floats * facts.threads);
  }
  const WindowMean step = main_step(p);
  const double slow = plane_instructions(layout_of(p, step), true) / simd_instructions_per_second;
  const DirectTuning tuning = direct_tuning(p, step, 1.0 / slow);
  const std::size_t worker = worker_bytes(p, step, tuning, 4 * facts.simd_floats, sizeof(float));
  return Offer{.error = error,
               .seconds = seconds,
               .scratch = scratch_of(p, facts, worker, step_count(p)),
               .passes = std::move(passes),
               .tuning = tuning};
}

}  // namespace

Candidate cpu_multichannel() {
  return {.name = "multichannel",
          .platform = Platform::cpu,
          .paper = "tomasi1998",
          .third_axis = true,
          .channels = max_channels,
          .uses_simd = true,
          .serves = is_window_mean,
          .offer = offer_multichannel};
}

}  // namespace selvage::planner
