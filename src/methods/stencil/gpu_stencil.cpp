// SPDX-License-Identifier: Apache-2.0
// Candidate "stencil" of GPUs: convolutions with any kernel [prewitt1970], (2r + 1)^2 taps per
// pixel. Here are its conditions, error, time, memory and tuning.
#include "methods/convolution/blocked_tile.hpp"
#include "methods/convolution/gpu_linear.hpp"
#include "methods/convolution/linear_plans.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

LinearWork stencil_work(const Problem& p) {
  LinearWork work{.step = linear_step_of(p)};
  const LinearStep& step = work.step;
  work.once = step.radius_x <= largest_stencil_radius && step.radius_y <= largest_stencil_radius;
  const auto taps = static_cast<double>(step.stencil.coefficients.size());
  work.instructions = work.once ? 18.0 + taps * (1.0 + step.radius_y / 8.0) : 30.0 + 2.5 * taps;
  return work;
}

// One sum of all taps has as many roundings as taps. With summation blocks: 16, 1 of the last term
// of Kahan's sum, and 2 of that sum. Coefficients include the scale, and are rounded with it.
Answer offer_stencil_gpu(const Problem& p, const DeviceFacts& facts) {
  const LinearWork work = stencil_work(p);
  const double sums = work.once ? static_cast<double>(work.step.stencil.coefficients.size())
                                : kahan_roundings(linear_block);
  return linear_offer(p, facts.gpu, work, rounded_sum_error(p, work.step, sums, ulp));
}

}  // namespace

Candidate gpu_stencil() {
  return {.name = "stencil",
          .platform = Platform::gpu,
          .paper = "prewitt1970",
          .serves = is_stencil,
          .offer = offer_stencil_gpu};
}

}  // namespace selvage::planner
