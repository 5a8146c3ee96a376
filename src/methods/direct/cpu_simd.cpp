// SPDX-License-Identifier: Apache-2.0
// Candidate "simd": weighted means over windows (bilateral, joint, rolling, Gaussian, box) in
// single precision on the processor's vector units [tomasi1998, eq. 5]. Each pixel costs (2r+1)^2
// taps of 9 to 17 vector instructions. Here are its error, time, memory and tuning.
#include <algorithm>
#include <cmath>

#include "core/checked.hpp"
#include "filters/mean_passes.hpp"
#include "filters/window.hpp"
#include "methods/direct/cpu_work.hpp"
#include "methods/direct/loop_sums.hpp"
#include "methods/direct/pair_choice.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

// Returns the additions in single precision that a tap goes through. Fine loops cut a row into
// equal blocks of up to 8 taps and add the blocks of a row before they continue in double
// precision. They add up to 4 blocks of several rows if distances are not those of the values, and
// for gray, whose two totals are rounded before the division; without a range, up to 8.
double additions(const WindowMean& step, const PlaneLayout& layout, bool fine) {
  const int n = std::min(2 * step.radius_x + 1, narrow_columns);
  if (!fine) {  // those of a row, and those of the rows
    const double rows = step.slice_count() * (2.0 * step.radius_y + 1.0);
    return step.radius_z > 0 ? n + rows : 2.0 * n;
  }
  const int blocks = (n + fine_block - 1) / fine_block;
  int longest = block_length(n);
  if (step.window == Window::disc)  // its other rows may be cut into fewer, longer blocks
    for (int taps = 1; taps < n; taps += 2) longest = std::max(longest, block_length(taps));
  const bool ranged = step.guide != Guide::none;
  const bool gray = layout.planes_of_group() == 1;
  const int grouped = std::max(group_blocks(ranged, gray, layout.value_planes > 0), blocks);
  return longest + grouped + (ranged && gray ? 1 : 0);
}

// Returns the roundings of an exponent: the differences (counted twice, since they are squared),
// the sum over planes (likewise for l1), the square, the exponent scale and the sum. Differences of
// integers are exact; a split distance has two differences and their sum.
double roundings(const PlaneLayout& layout, PixelType distances) {
  const double planes = (layout.l1 ? 2.0 : 1.0) * (layout.distance_planes - 1);
  const double differences = layout.split ? 4.0 : is_integer(distances) ? 0.0 : 2.0;
  return 3.0 + planes + differences;
}

// Returns the error of a step whose exponents are in double precision. A fraction is rounded to
// single precision, where it is at most 1. The exponents that count are below 128 (weighted_error);
// they have fewer than 16 roundings of 2^-53. Planes that are split, and computed in double
// precision, are shifted by less than 72 of them each. That changes an exponent s d^2 by 2 s d
// times the shift, which is below 10 shifts / sigma_range for one plane, 17 for three.
double weighted_step_error(const PlaneLayout& layout, const WindowMean& step) {
  const double shift = layout.split ? 4096.0 / std::min(1.0, double{step.sigma_range}) : 0.0;
  const double fraction = std::log(2.0) * (ulp / 2.0 + 16.0 * 128.0 * 0x1p-53) + shift * 0x1p-53;
  return weighted_error(
      {.weight = exp2_error(weighted_degree) + fraction, .additions = weighted_run},
      weighted_exponent(window_taps(step)));
}

// Returns the error of one step. Values need not follow distances, except in the term of rounded
// planes.
double simd_step_error(const Problem& p, const DeviceFacts& facts, const WindowMean& step,
                       PixelType reads) {
  const PlaneLayout layout = layout_of(p, step);
  if (double_exponents(layout, p.type)) return weighted_step_error(layout, step);
  const bool fine = !coarse_sums(layout, reads);
  const double taps = window_taps(step);
  const double exponent = layout.weighs ? weighted_exponent(taps) : mean_exponent(taps);
  const auto sums_error = layout.weighs ? weighted_error : planner::sums_error;
  // A weight is the product of two numbers from tables, or exp2 of degree 3, 4 or 5.
  if (step.guide == Guide::none)
    return sums_error({.weight = 3.0 * ulp, .additions = additions(step, layout, fine)}, exponent);
  const bool narrow = 2 * step.radius_x + 1 <= narrow_columns;
  const int degree = exp2_degree(fine, narrow, layout.value_planes > 0);
  const double rounded = roundings(layout, distance_type(step, p, reads));
  // Totals are rounded before they are divided.
  if (fine && in_pairs(step, layout, facts.simd_floats))
    return sums_error({.weight = exp2_error(pair_degree),
                       .roundings = rounded,
                       .additions = PairGroups(step).additions() + 1.0},
                      exponent);
  const double error = sums_error({.weight = exp2_error(degree),
                                   .roundings = rounded,
                                   .additions = additions(step, layout, fine)},
                                  exponent);
  // The other loops read distances that are exact or split in two.
  return fine || layout.guided ? error : error + rounded_planes_error(p, layout, exponent);
}

// Returns the vector instructions per tap.
double instructions(const Problem& p, const DeviceFacts& facts, const WindowMean& step,
                    PixelType reads) {
  const PlaneLayout layout = layout_of(p, step);
  if (step.guide == Guide::none) {
    // Of volumes, whose windows have many rows: sums of a row are weighted and added to others
    // (docs/journal/0093).
    const double row = step.radius_z > 0 ? 30.0 : 0.0;
    return 4.0 + 3.0 * layout.sums() + row / (2.0 * step.radius_x + 1.0);
  }
  if (double_exponents(layout, p.type))  // docs/journal/0046
    return 24.0 + (layout.split ? 14.0 : 8.0) * layout.distance_planes + 2.0 * layout.sums();
  const bool joint = layout.guided || layout.weighs;  // the loop has planes of both
  const double fine = coarse_sums(layout, reads) ? 0.0 : joint ? 6.0 : 3.0;
  const double more_planes =  // planes of values and of split distances
      joint ? 2.0 * layout.sums() + (layout.split ? 2.0 * layout.distance_planes : 0.0) : 0.0;
  if (fine > 0.0 && in_pairs(step, layout, facts.simd_floats))
    return 10.0;  // docs/journal/0018, 0058
  return (facts.simd_floats >= 16 ? 6.0 : 8.0) + fine + 2.0 * layout.distance_planes +
         1.0 * layout.sums() + more_planes + (layout.l1 ? 2.0 * layout.distance_planes : 0.0);
}

double simd_error(const Problem& p, const DeviceFacts& facts, const std::vector<Pass>& passes) {
  double error = 0.0;
  for (const Part& part : parts_of(passes))
    error = std::max(error, simd_step_error(p, facts, part.step, part.reads));
  return error;
}

Answer offer_simd(const Problem& p, const DeviceFacts& facts) {
  constexpr int most_planes = 4;  // of a loop
  if (std::string why = no_vector_unit(facts); !why.empty()) return Refusal{why};
  const PlaneLayout layout = layout_of(p, main_step(p));
  if (std::max(layout.distance_planes, layout.value_planes) > most_planes)
    return Refusal{"its loops have up to 4 planes of distances and of values"};
  std::vector<Pass> passes = direct_passes(p);
  const DirectTuning tuning = direct_tuning(p, main_step(p), simd_taps_per_second);
  const std::size_t worker =
      worker_bytes(p, main_step(p), tuning, 4 * facts.simd_floats, sizeof(float));
  return Offer{.error = simd_error(p, facts, passes),
               .seconds = simd_seconds(p, facts, passes),
               .scratch = scratch_of(p, facts, worker, step_count(p)),
               .passes = std::move(passes),
               .tuning = tuning};
}

}  // namespace

double simd_seconds(const Problem& p, const DeviceFacts& facts, const std::vector<Pass>& passes) {
  double seconds = 0.0;
  for (const Part& part : parts_of(passes))
    seconds += part.times * work(p, part.step) * instructions(p, facts, part.step, part.reads) /
               (simd_instructions_per_second * facts.simd_floats * facts.threads);
  return seconds + sample_seconds(p, facts, passes);
}

Candidate cpu_simd() {
  return {.name = "simd",
          .platform = Platform::cpu,
          .paper = "tomasi1998",
          .third_axis = true,
          .channels = max_channels,
          .uses_simd = true,
          .serves = is_window_mean,
          .offer = offer_simd};
}

}  // namespace selvage::planner
