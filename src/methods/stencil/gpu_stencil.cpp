// SPDX-License-Identifier: Apache-2.0
// Candidate "stencil" of GPUs: convolutions with any kernel [prewitt1970], (2r + 1)^2 taps per
// pixel. Here are its conditions, error, time, memory and tuning.
#include <algorithm>

#include "methods/convolution/blocked_tile.hpp"
#include "methods/convolution/gpu_linear.hpp"
#include "methods/convolution/linear_plans.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

LinearWork stencil_work(const Problem& p, const GpuFacts& gpu) {
  LinearWork work{.step = linear_step_of(p)};
  const LinearStep& step = work.step;
  const int largest = gpu.byte_simd ? largest_stencil_radius : largest_portable_stencil_radius;
  work.once = !weighs_alpha(p) && std::max(step.radius_x, step.radius_y) <= largest;
  const auto taps = static_cast<double>(step.stencil.coefficients.size());
  if (weighs_alpha(p)) {  // each tap loads a pixel; nothing slides through registers
    work.instructions = 40.0 + 8.0 * taps;
    return work;
  }
  work.instructions = work.once ? 18.0 + taps * (1.0 + step.radius_y / 8.0) : 30.0 + 2.5 * taps;
  return work;
}

// Returns the roundings that a term goes through. One sum of all taps has as many as taps; sums of
// rows, and their sum, as many as rows and columns. With summation blocks: 16, 1 of the last term
// of Kahan's sum, and 2 of that sum.
double roundings(const LinearWork& work) {
  if (!work.once)  // blocks where alpha weighs are shorter
    return kahan_roundings(linear_block);
  const Stencil& stencil = work.step.stencil;
  const bool by_rows = std::max(work.step.radius_x, work.step.radius_y) > 2;  // BY_ROWS
  return by_rows ? stencil.width + stencil.height : stencil.width * stencil.height;
}

// Coefficients include the scale, and are rounded with it.
Answer offer_stencil_gpu(const Problem& p, const DeviceFacts& facts) {
  const LinearWork work = stencil_work(p, facts.gpu);
  return linear_offer(p, facts.gpu, work, rounded_sum_error(p, work.step, roundings(work), ulp));
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
