// SPDX-License-Identifier: Apache-2.0
// Candidate "separable_tensor": 8-bit means whose kernel is a row times a column, as products with
// band matrices on tensor cores [liu2022]; 32 products of matrices for each 16 taps. Here are its
// conditions, error, time, memory and tuning.
#include <algorithm>

#include "filters/mean_passes.hpp"
#include "methods/convolution/gpu_linear.hpp"
#include "methods/convolution/linear_plans.hpp"
#include "methods/separable_tensor/byte_weights.hpp"
#include "methods/separable_tensor/tensor_shape.hpp"
#include "methods/separable_tensor/tuning.hpp"

namespace selvage::planner {
namespace {

// Instructions per sample, scaled to candidate "separable" (docs/journal/0026). The work-items of a
// CPU multiply through local memory.
LinearWork tensor_work(const Problem& p, const DeviceFacts& facts) {
  LinearWork work{.step = separable_step_of(p)};
  const TensorShape shape(work.step, p.channels);
  work.instructions = 29.0 + 4.0 * (shape.steps_x - 1) + 8.0 * (shape.steps_y - 1);
  if (!facts.gpu.byte_products) work.instructions *= 50.0;
  return work;
}

std::string tensor_unsupported(const Problem& p, const DeviceFacts& facts) {
  if (p.type != PixelType::u8) return "tensor-core products support only 8-bit images";
  if (std::string why = not_linear(p); !why.empty()) return why;
  if (step_count(p) > 1) return "tensor-core products support only one iteration";
  if (weighs_alpha(p)) return "tensor-core products do not weight colours by alpha";
  const auto step = as_separable(linear_step_of(p));
  if (!step) return "the kernel is not separable";
  if (may_have_holes(*step, p, p.type))
    return "every tap must count: masks and `invalid` drop taps";
  if (step->border == Border::shrink || step->border == Border::copy)
    return "every tap must count: border shrink drops taps, border copy drops pixels";
  if (p.alpha && step->alpha == Alpha::keep) return "an alpha channel cannot be copied";
  if (!byte_weights(*step))
    return "the weights must be non-negative and sum to 1; gray and offset are not supported";
  const TensorShape shape(*step, p.channels);
  if (shape.steps_x > TensorShape::most_steps_x || shape.steps_y > TensorShape::most_steps_y)
    return "tensor-core products reach at most 40 samples and 24 rows to each side";
  if (!facts.gpu.byte_products && !facts.gpu.is_processor)
    return "the device cannot multiply matrices of bytes";
  return {};
}

TensorTuning tensor_tuning(const Problem& p, const GpuFacts& gpu, const LinearWork& work) {
  const TensorShape shape(work.step, p.channels);
  TensorTuning tuning{.tile = linear_tile(p, gpu, work), .compute_units = gpu.compute_units};
  tuning.group = {.width = TensorShape::items,
                  .height = TensorShape::warps,
                  .rows = TensorShape::block,
                  .min_blocks = tensor_min_blocks(shape)};
  tuning.launch_height = linear_launch_height(p, gpu, work, tuning.tile);
  tuning.rows =
      tensor_rows(shape, tensor_columns(tuning.tile.width * p.channels) * std::max(p.batch, 1),
                  std::min(tuning.tile.height, tuning.launch_height), tuning.compute_units);
  return tuning;
}

Answer offer_tensor(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = tensor_unsupported(p, facts); !why.empty()) return Refusal{why};
  const LinearWork work = tensor_work(p, facts);
  const TensorTuning tuning = tensor_tuning(p, facts.gpu, work);
  const std::size_t local = TensorShape(work.step, p.channels).local_bytes(false);
  if (std::string why = linear_unsupported(p, facts.gpu, work, tuning.group, local); !why.empty())
    return Refusal{why};
  return Offer{.error = byte_weights_error(byte_weights(work.step).value()) / 255.0 +
                        separation_error(p, work.step),
               .seconds = linear_seconds(p, facts.gpu, work),
               .scratch = linear_scratch(p, facts.gpu, work, tuning.tile),
               .passes = linear_passes(p),
               .tuning = tuning};
}

}  // namespace

Candidate gpu_separable_tensor() {
  return {.name = "separable_tensor",
          .platform = Platform::gpu,
          .paper = "liu2022",
          .serves = may_be_separable,
          .offer = offer_tensor};
}

}  // namespace selvage::planner
