// SPDX-License-Identifier: Apache-2.0
#include "planner/cpu_direct.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/checked.hpp"
#include "core/loop_sums.hpp"
#include "core/pair_shape.hpp"
#include "core/window.hpp"
#include "planner/cpu_work.hpp"
#include "planner/direct_steps.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

// Speeds are those of docs/journal/0001, rounded.
constexpr double plain_planes_per_second = 5e7;  // taps x planes of a group, one core
constexpr double simd_taps_per_second = 1e9;     // of a slow core

// Additions that a tap goes through in single precision. Fine loops cut a row into equal pieces of
// up to 8 taps and add up those of a row before they go on in double precision; up to 4 of several
// rows where distances are not the values', and in gray, where both totals are rounded before they
// are divided; without a range up to 8.
double additions(const WindowMean& step, const PlaneLayout& layout, bool fine) {
  const int n = std::min(2 * step.radius_x + 1, 33);
  if (!fine) return 2.0 * n;
  const int pieces = (n + fine_piece - 1) / fine_piece;
  int longest = piece_length(n);
  if (step.window == Window::disc)  // whose other rows may be cut into fewer, longer pieces
    for (int taps = 1; taps < n; taps += 2) longest = std::max(longest, piece_length(taps));
  if (step.guide == Guide::none) return longest + std::max(8, pieces);
  const bool gray = layout.planes_of_group() == 1;
  return longest + (gray || layout.value_planes > 0 ? std::max(4, pieces) : pieces) +
         (gray ? 1 : 0);
}

// Where 2^e takes many instructions there is a loop over pairs of pixels for one plane.
bool in_pairs(const WindowMean& step, const PlaneLayout& layout, bool fine,
              const DeviceFacts& facts) {
  return fine && facts.simd_floats < 16 && PairShape::serves(step, layout);
}

// Roundings of an exponent: of differences (which are squared), the sum over planes (likewise for
// l1), square, gain, sum. Differences of integers are exact; those of split distances are two, and
// their sum.
double roundings(const PlaneLayout& layout, PixelType distances) {
  const double planes = (layout.l1 ? 2.0 : 1.0) * (layout.distance_planes - 1);
  const double differences = layout.split ? 4.0 : is_integer(distances) ? 0.0 : 2.0;
  return 3.0 + planes + differences;
}

// Of one step. Values may have nothing to do with distances, in no term but that of rounded planes.
double simd_step_error(const Problem& p, const DeviceFacts& facts, const WindowMean& step,
                       PixelType reads) {
  const PlaneLayout layout = layout_of(p, step);
  const bool fine = !coarse_sums(layout, reads);
  const double exponent = mean_exponent(window_taps(step));
  // A weight is the product of two numbers from tables, or exp2 of degree 3, 4 or 5.
  if (step.guide == Guide::none)
    return sums_error({.weight = 3.0 * ulp, .additions = additions(step, layout, fine)}, exponent);
  const bool fourth = 2 * step.radius_x + 1 <= 33 && layout.value_planes == 0;
  const double rounded = roundings(layout, distance_type(step, p, reads));
  // Totals are rounded before they are divided.
  if (in_pairs(step, layout, fine, facts))
    return sums_error(
        {.weight = 2.4e-7, .roundings = rounded, .additions = PairGroups(step).additions() + 1.0},
        exponent);
  const double error = sums_error({.weight = !fine    ? 7.5e-5
                                             : fourth ? 2.8e-6
                                                      : 2.4e-7,
                                   .roundings = rounded,
                                   .additions = additions(step, layout, fine)},
                                  exponent);
  // Other loops read distances that were not rounded, or that are split in two.
  return fine || layout.guided ? error : error + rounded_planes_error(p, layout, exponent);
}

// Vector instructions of a tap.
double instructions(const Problem& p, const DeviceFacts& facts, const WindowMean& step,
                    PixelType reads) {
  const PlaneLayout layout = layout_of(p, step);
  if (step.guide == Guide::none) return 4.0 + 3.0 * layout.sums();
  const double fine = coarse_sums(layout, reads) ? 0.0 : layout.guided ? 6.0 : 3.0;
  const double more_planes =  // values, and what distances lack, beside distances
      layout.guided ? 2.0 * layout.sums() + (layout.split ? 2.0 * layout.distance_planes : 0.0)
                    : 0.0;
  if (in_pairs(step, layout, fine > 0.0, facts)) return 10.0;  // docs/journal/0018
  return (facts.simd_floats >= 16 ? 6.0 : 8.0) + fine + 2.0 * layout.distance_planes +
         1.0 * layout.sums() + more_planes + (layout.l1 ? 2.0 * layout.distance_planes : 0.0);
}

double seconds_of(const Problem& p, const DeviceFacts& facts, const std::vector<Pass>& passes) {
  double seconds = 0.0;
  for (const Part& part : parts_of(passes))
    seconds += part.times * work(p, part.step) * instructions(p, facts, part.step, part.reads) /
               (5e9 * facts.simd_floats * facts.threads);
  return seconds + sample_seconds(p, facts, passes);
}

}  // namespace

std::string simd_unsupported(const Problem&, const DeviceFacts& facts) {
  return facts.simd.empty() ? "this processor has no vector unit that this build knows" : "";
}

double simd_error(const Problem& p, const DeviceFacts& facts) {
  double error = 0.0;
  for (const Part& part : parts_of(direct_passes(p)))
    error = std::max(error, simd_step_error(p, facts, part.step, part.reads));
  return error;
}

Tuning simd_tuning(const Problem& p, const DeviceFacts&) {
  return direct_tuning(p, main_step(p), simd_taps_per_second);
}

double simd_seconds(const Problem& p, const DeviceFacts& facts) {
  return seconds_of(p, facts, direct_passes(p));
}

ScratchBytes simd_scratch(const Problem& p, const DeviceFacts& facts) {
  const std::size_t worker =
      worker_bytes(p, main_step(p), simd_tuning(p, facts), 4 * facts.simd_floats, sizeof(float));
  return scratch_of(p, facts, worker, step_count(p));
}

double separable_error(const Problem&, const DeviceFacts&) {
  return std::numeric_limits<double>::infinity();
}

// The same tiles for rows and columns; the columns' have the larger halo.
Tuning separable_tuning(const Problem& p, const DeviceFacts&) {
  return direct_tuning(p, column_of(main_step(p)), simd_taps_per_second);
}

double separable_seconds(const Problem& p, const DeviceFacts& facts) {
  return seconds_of(p, facts, separable_passes(p));
}

ScratchBytes separable_scratch(const Problem& p, const DeviceFacts& facts) {
  const Tuning tuning = separable_tuning(p, facts);
  const auto bytes = [&](const WindowMean& step) {
    return worker_bytes(p, step, tuning, 4 * facts.simd_floats, sizeof(float));
  };
  const WindowMean step = main_step(p);
  return scratch_of(p, facts, checked_add(bytes(row_of(step)), bytes(column_of(step))),
                    2 * step_count(p));
}

std::string plain_unsupported(const Problem&, const DeviceFacts&) {
  return {};
}

// Double precision throughout: n roundings of 2^-53 in the sums, and distance planes that are
// rounded relative to full scale. Where a hole is filled by a guide, the taps that count may all be
// far: up to 1000 sigma_range (docs/filters/joint.md).
double plain_error(const Problem& p, const DeviceFacts&) {
  const WindowMean f = main_step(p);
  const double taps = window_taps(f);
  const double sums = 4.0 * taps * 0x1p-53;
  const double farthest = f.fill && f.guide == Guide::given ? 1000.0 : 1.0;
  const double planes = farthest * 64.0 * 0x1p-53 / std::min(1.0, double{f.sigma_range});
  return sums + planes + ulp * (step_count(p) > 1 ? 1.0 : 0.0);
}

double plain_seconds(const Problem& p, const DeviceFacts& facts) {
  double planes = 0.0;
  for (const Part& part : parts_of(direct_passes(p)))
    planes += part.times * work(p, part.step) * layout_of(p, part.step).planes_of_group();
  return planes / (plain_planes_per_second * facts.threads);
}

ScratchBytes plain_scratch(const Problem& p, const DeviceFacts& facts) {
  const std::size_t worker =
      worker_bytes(p, main_step(p), plain_tuning(p, facts), 1, sizeof(double));
  return scratch_of(p, facts, worker, step_count(p));
}

Tuning plain_tuning(const Problem& p, const DeviceFacts&) {
  const WindowMean step = main_step(p);
  return direct_tuning(p, step, plain_planes_per_second / layout_of(p, step).planes_of_group());
}

}  // namespace selvage::planner
