// SPDX-License-Identifier: Apache-2.0
// Candidate "separable" of GPUs: linear filters whose kernel is a row times a column [treitel1971],
// 2 (2r + 1) taps per pixel. Here are its conditions, error, time, memory and tuning.
#include <algorithm>

#include "methods/convolution/blocked_tile.hpp"
#include "methods/convolution/gpu_linear.hpp"
#include "methods/convolution/linear_plans.hpp"
#include "methods/convolution/row_streaming.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

// Roundings of the sums. One sum of all taps of a row or column has as many as taps. With summation
// blocks: those of a block, 1 of the last term of Kahan's sum, and 2 of that sum. A mean with holes
// is a quotient of Kahan's sums: 2 of the products, 4 of the sums, 5 of the quotient (OpenCL
// divides within 2.5 ulp), and those of the row's sum if the row has no hole. Weights are rounded
// once in the row and once in the column.
double separable_roundings(const LinearStep& step, bool once, int block) {
  const double row = once ? 2.0 * step.radius_x + 1.0 : kahan_roundings(block);
  const double column = once ? 2.0 * step.radius_y + 1.0 : kahan_roundings(block);
  const double with_holes = step.mean ? (once ? 0.0 : row) + 11.0 : 0.0;
  return std::max(row + column, with_holes) + 2.0;
}

double separable_error_of(const Problem& p, const LinearStep& step, bool once) {
  const int block = weighs_alpha(p) ? weighted_linear_block : linear_block;
  return rounded_sum_error(p, step, separable_roundings(step, once, block), ulp) +
         separation_error(p, step);
}

// Instructions per sample of the kernels that read the image once.
double instructions_once(const Problem& p, const GpuFacts& gpu, const LinearStep& step) {
  const double taps = 2.0 * (step.radius_x + step.radius_y + 1);
  const bool in_blocks = p.channels > linear_channels;
  if ((in_blocks ? block_streaming : row_streaming)(step, linear_type(p), p, gpu).ring)
    return 16.0 + 1.2 * taps +
           0.6 * step.radius_x * std::min(p.channels, linear_channels);  // docs/journal/0082
  return 18.0 + taps * (1.0 + step.radius_y / 16.0);
}

// The image is read once if the weights fit into the arguments and sums of all taps are accurate
// enough.
LinearWork separable_work(const Problem& p, const GpuFacts& gpu) {
  LinearWork work{.step = separable_step_of(p)};
  const LinearStep& step = work.step;
  const double exact = exact_error(p.type) * largest_gain(p.filter);
  work.once = !weighs_alpha(p) &&
              std::max(step.radius_x, step.radius_y) <= largest_separable_radius &&
              separable_error_of(p, step, true) <= exact;
  const double taps = 2.0 * (step.radius_x + step.radius_y + 1);
  work.idle_seconds =
      2e-6;  // the last groups' time, which products do not have (docs/journal/0026)
  work.instructions = work.once ? instructions_once(p, gpu, step) : 40.0 + 1.5 * taps;
  return work;
}

// Returns why blocks of channels cannot serve, or an empty string: a mask stands for what makes a
// pixel invalid in any channel, which the pixels outside the image do not have.
std::string cannot_be_in_blocks(const Problem& p, const LinearStep& step) {
  if (p.channels <= linear_channels) return {};
  if (p.alpha && step.alpha == Alpha::keep) return "with more than 4 channels it copies no alpha";
  if (step.invalid && step.border == Border::constant)
    return "with more than 4 channels it cannot tell whether border_value is invalid";
  return {};
}

Answer offer_separable_gpu(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = not_linear(p); !why.empty()) return Refusal{why};
  if (std::string why = weighs_inseparably(p); !why.empty()) return Refusal{why};
  if (!as_separable(linear_step_of(p))) return Refusal{"the kernel is not separable"};
  const LinearWork work = separable_work(p, facts.gpu);
  if (work.step.fill && may_have_holes(work.step, p, p.type))
    return Refusal{"filling invalid pixels is not supported"};
  if (std::string why = cannot_be_in_blocks(p, work.step); !why.empty()) return Refusal{why};
  // Pass::sentinel needs all channels of a pixel at once.
  const int colours = p.channels - (p.alpha ? 1 : 0);
  if (weighs_alpha(p) && 4 % result_channels(p) != 0)
    return Refusal{"work-items compute four samples: alpha must weigh one colour or three"};
  if (work.step.invalid && colours > 1 && linear_passes(p).size() > 1)
    return Refusal{"it cannot detect, between passes, pixels whose channels all equal `invalid`"};
  return linear_offer(p, facts.gpu, work, separable_error_of(p, work.step, work.once));
}

}  // namespace

Candidate gpu_separable() {
  return {.name = "separable",
          .platform = Platform::gpu,
          .paper = "treitel1971",
          .channels = max_channels,
          .serves = may_be_separable,
          .offer = offer_separable_gpu};
}

}  // namespace selvage::planner
