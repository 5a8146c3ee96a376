// SPDX-License-Identifier: Apache-2.0
#include "planner/gpu_matrix.hpp"

#include "core/gpu_strip.hpp"
#include "planner/error_terms.hpp"
#include "planner/gpu_strips.hpp"
#include "planner/line_plans.hpp"

namespace selvage::planner {
namespace {

StripWork matrix_work(const Problem& p) {
  StripWork work{.step = linear_step_of(p)};
  const LinearStep& step = work.step;
  work.once = step.radius_x <= largest_matrix_radius && step.radius_y <= largest_matrix_radius;
  const auto taps = static_cast<double>(step.matrix.coefficients.size());
  work.instructions = work.once ? 18.0 + taps * (1.0 + step.radius_y / 8.0) : 30.0 + 2.5 * taps;
  return work;
}

}  // namespace

std::string gpu_matrix_unsupported(const Problem& p, const DeviceFacts& facts) {
  return strip_unsupported(p, facts.gpu, matrix_work(p), gpu_matrix_tuning(p, facts));
}

Tuning gpu_matrix_tuning(const Problem& p, const DeviceFacts& facts) {
  return strip_tuning(p, facts.gpu, matrix_work(p));
}

// All taps in one sum: as many roundings as there are. In pieces: 16, 1 of the last term of Kahan's
// sum, which errs by 2. Coefficients have the scale, and are rounded with it.
double gpu_matrix_error(const Problem& p, const DeviceFacts&) {
  const StripWork work = matrix_work(p);
  const double sums = work.once ? static_cast<double>(work.step.matrix.coefficients.size()) : 19.0;
  return rounded_sum_error(p, work.step, sums, ulp);
}

double gpu_matrix_seconds(const Problem& p, const DeviceFacts& facts) {
  return strip_seconds(p, facts.gpu, matrix_work(p));
}

ScratchBytes gpu_matrix_scratch(const Problem& p, const DeviceFacts& facts) {
  return strip_scratch(p, matrix_work(p), gpu_matrix_tuning(p, facts));
}

}  // namespace selvage::planner
