// SPDX-License-Identifier: Apache-2.0
#include "planner/cpu_matrix.hpp"

#include <algorithm>

#include "core/sum_order.hpp"
#include "planner/error_terms.hpp"
#include "planner/line_plans.hpp"

namespace selvage::planner {
namespace {

// Speeds are those of docs/journal/0010, rounded; of tiles those of a slow core.
constexpr LineWork matrix_float_work{.number = sizeof(float), .taps_per_second = 1e10};
constexpr LineWork matrix_plain_work{.number = sizeof(double), .taps_per_second = 5e8};

// Taps whose coefficient is not 0: the others are left out.
double matrix_taps(const LinearStep& step) {
  const auto& k = step.matrix.coefficients;
  return static_cast<double>(k.size()) - static_cast<double>(std::ranges::count(k, 0.0));
}

}  // namespace

bool is_matrix(const Filter& filter) {
  return std::holds_alternative<Convolution>(filter);
}

std::string matrix_unsupported(const Problem& p, const DeviceFacts& facts) {
  if (facts.simd.empty()) return "this processor has no vector unit that this build knows";
  return extreme_weights(linear_step_of(p));
}

Tuning matrix_tuning(const Problem& p, const DeviceFacts& facts) {
  return line_tuning(p, facts, linear_step_of(p), matrix_float_work);
}

// Coefficients are single precision as they are given.
double matrix_error(const Problem& p, const DeviceFacts&) {
  const LinearStep step = linear_step_of(p);
  return rounded_sum_error(p, step, tap_roundings(static_cast<int>(matrix_taps(step))), ulp);
}

double matrix_seconds(const Problem& p, const DeviceFacts& facts) {
  const LinearStep step = linear_step_of(p);
  return filtered_samples(p, step) * (12.0 + 1.5 * matrix_taps(step)) /
         (3e9 * facts.simd_floats * facts.threads);
}

ScratchBytes matrix_scratch(const Problem& p, const DeviceFacts& facts) {
  return line_scratch(p, facts, linear_step_of(p), matrix_tuning(p, facts), matrix_float_work);
}

std::string plain_matrix_unsupported(const Problem&, const DeviceFacts&) {
  return {};
}

Tuning plain_matrix_tuning(const Problem& p, const DeviceFacts& facts) {
  return line_tuning(p, facts, linear_step_of(p), matrix_plain_work);
}

double plain_matrix_error(const Problem& p, const DeviceFacts&) {
  const LinearStep step = linear_step_of(p);
  return rounded_sum_error(p, step, matrix_taps(step) + 1.0, 0x1p-53);
}

double plain_matrix_seconds(const Problem& p, const DeviceFacts& facts) {
  const LinearStep step = linear_step_of(p);
  return filtered_samples(p, step) * (20.0 + matrix_taps(step)) / (5e9 * facts.threads);
}

ScratchBytes plain_matrix_scratch(const Problem& p, const DeviceFacts& facts) {
  return line_scratch(p, facts, linear_step_of(p), plain_matrix_tuning(p, facts),
                      matrix_plain_work);
}

}  // namespace selvage::planner
