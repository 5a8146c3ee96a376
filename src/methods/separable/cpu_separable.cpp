// SPDX-License-Identifier: Apache-2.0
// Candidates "separable", "separable_int16" and "plain_separable" of the CPU: linear filters whose
// kernel is a row times a column [treitel1971]. The columns of the window are summed, then a row of
// these sums: 2 (2r + 1) taps per pixel instead of (2r + 1)^2. Here are their conditions, error,
// time, memory and tuning.
#include <algorithm>
#include <cmath>

#include "filters/mean_passes.hpp"
#include "methods/convolution/linear_plans.hpp"
#include "methods/convolution/sum_order.hpp"
#include "methods/separable/int16_weights.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

// Speeds are those of docs/journal/0010, rounded; of tiles those of a slow core.
constexpr LineWork float_work{.number = sizeof(float), .taps_per_second = 5e9};
constexpr LineWork byte_work{.number = sizeof(std::uint16_t), .taps_per_second = 1e10};
constexpr LineWork plain_work{.number = sizeof(double), .rows_first = true, .taps_per_second = 5e8};

int roundings(const std::vector<double>& weights) {
  const int taps = static_cast<int>(weights.size());
  const bool symmetric = std::equal(weights.begin(), weights.end(), weights.rbegin());
  return symmetric && taps > 1 ? pair_roundings(taps / 2) : tap_roundings(taps);
}

double taps(const LinearStep& step) {
  return static_cast<double>(step.separable->row.size() + step.separable->column.size());
}

std::string separable_unsupported(const Problem& p, const DeviceFacts& facts) {
  constexpr std::size_t largest_ring = std::size_t{16} << 20;  // bytes
  if (std::string why = no_vector_unit(facts); !why.empty()) return why;
  if (std::string why = not_linear(p); !why.empty()) return why;
  if (std::string why = weighs_inseparably(p); !why.empty()) return why;
  const auto step = as_separable(linear_step_of(p));
  if (!step) return "the kernel is not separable";
  if (std::string why = extreme_weights(*step); !why.empty()) return why;
  const LineShape shape(*step, p, line_tile(p, facts, *step, float_work), false);
  if (shape.bytes(sizeof(float)) > largest_ring)
    return "the rows of the window need more than 16 MiB";
  return {};
}

// Counts the roundings of both sums and of the weights of both. A mean is divided by its weight, a
// sum in double precision that is rounded to single precision. The part of a kernel that is not
// separable is lost.
double separable_error(const Problem& p) {
  const LinearStep step = separable_step_of(p);
  const double sums = roundings(step.separable->row) + roundings(step.separable->column) + 2.0;
  const double quotient = step.mean ? 2.0 : 0.0;
  return rounded_sum_error(p, step, sums + quotient, ulp) + separation_error(p, step);
}

double separable_seconds(const Problem& p, const DeviceFacts& facts) {
  const LinearStep step = separable_step_of(p);
  const double instructions = 16.0 + 1.6 * taps(step) + weighting_instructions(p);  // of a vector
  return filtered_samples(p, step) * instructions /
         (line_instructions_per_second * facts.simd_floats * facts.threads);
}

Answer offer_separable(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = separable_unsupported(p, facts); !why.empty()) return Refusal{why};
  return line_offer(p, facts, separable_step_of(p), float_work, separable_error(p),
                    separable_seconds(p, facts));
}

std::string separable_int16_unsupported(const Problem& p, const DeviceFacts& facts) {
  constexpr int largest_radius = 64;  // the initial value fits into the sums up to radius 126
  if (std::string why = no_vector_unit(facts); !why.empty()) return why;
  if (p.type != PixelType::u8) return "16-bit sums support only 8-bit images";
  if (std::string why = not_linear(p); !why.empty()) return why;
  if (step_count(p) > 1) return "16-bit sums support only one iteration";
  if (weighs_alpha(p)) return "16-bit sums are too coarse to weight colours by alpha";
  const auto step = as_separable(linear_step_of(p));
  if (!step) return "the kernel is not separable";
  if (may_have_holes(*step, p, p.type)) return "16-bit sums support neither masks nor `invalid`";
  if (step->mean && step->border == Border::shrink)
    return "16-bit sums do not support border shrink";
  if (std::max(step->radius_x, step->radius_y) > largest_radius)
    return "16-bit sums support windows of up to 129 columns and rows";
  if (!int16_weights(*step))
    return "the weights must be symmetric, non-negative and below 1, and sum to 1";
  return {};
}

// In units of 1/256 of a level: each product loses between 0 and 1, so all of them lose between 0
// and their number. The initial values of the sums add half of that, rounded down for the column
// and up for the row. The mean of a pair of the row is up to 1/2 too large, and the weights of the
// pairs sum to at most 1. Rounding weights whose sum stays 1 shifts a mean by the sum of their
// errors times half of the range. The sum of the true weights is taken as 1.
double separable_int16_error(const Problem& p) {
  const LinearStep step = separable_step_of(p);
  const Int16Weights weights = int16_weights(step).value();
  const int columns = step.radius_y + 1, rows = step.radius_x + 1;  // products
  const int start = int16_column_start(columns) + int16_row_start(rows) - 128;
  const double lost = (std::max(start, columns + rows - start) + 0.5) / 256.0;
  const double rounded = 127.5 * (weights.row.rounding + weights.column.rounding);
  const double gain = 255.0 * std::fabs(weights.gain - 1.0);
  return (lost + rounded + gain) / 255.0 + separation_error(p, step);
}

double separable_int16_seconds(const Problem& p, const DeviceFacts& facts) {
  const LinearStep step = separable_step_of(p);
  const double instructions = 13.0 + 1.9 * taps(step);  // of a vector of 16-bit numbers
  return filtered_samples(p, step) * instructions /
         (line_instructions_per_second * 2.0 * facts.simd_floats * facts.threads);
}

Answer offer_separable_int16(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = separable_int16_unsupported(p, facts); !why.empty()) return Refusal{why};
  return line_offer(p, facts, separable_step_of(p), byte_work, separable_int16_error(p),
                    separable_int16_seconds(p, facts));
}

// In double precision a term goes through as many additions as there are taps.
double plain_separable_error(const Problem& p, const LinearStep& step) {
  return rounded_sum_error(p, step, 2.0 * taps(step) + 8.0, 0x1p-53);
}

double plain_separable_seconds(const Problem& p, const DeviceFacts& facts, const LinearStep& step) {
  return filtered_samples(p, step) * (11.0 + taps(step)) /
         (line_instructions_per_second * facts.threads);
}

Answer offer_plain_separable(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = not_linear(p); !why.empty()) return Refusal{why};
  const LinearStep step = linear_step_of(p);
  return line_offer(p, facts, step, plain_work, plain_separable_error(p, step),
                    plain_separable_seconds(p, facts, step));
}

}  // namespace

Candidate cpu_separable() {
  return {.name = "separable",
          .platform = Platform::cpu,
          .paper = "treitel1971",
          .channels = max_channels,
          .uses_simd = true,
          .serves = may_be_separable,
          .offer = offer_separable};
}

Candidate cpu_separable_int16() {
  return {.name = "separable_int16",
          .platform = Platform::cpu,
          .paper = "treitel1971",
          .channels = max_channels,
          .uses_simd = true,
          .serves = may_be_separable,
          .offer = offer_separable_int16};
}

Candidate cpu_plain_separable() {
  return {.name = "plain_separable",
          .platform = Platform::cpu,
          .paper = "treitel1971",
          .channels = max_channels,
          .serves = is_separable,
          .offer = offer_plain_separable};
}

}  // namespace selvage::planner
