// SPDX-License-Identifier: Apache-2.0
#include "planner/gpu_tensor.hpp"

#include "core/byte_lines.hpp"
#include "core/gpu_tensor.hpp"
#include "planner/direct_steps.hpp"
#include "planner/gpu_strips.hpp"
#include "planner/line_plans.hpp"

namespace selvage::planner {
namespace {

// Of a sample, as lines would take as long for (docs/journal/0026). A processor's items multiply
// through local memory.
StripWork tensor_work(const Problem& p, const DeviceFacts& facts) {
  StripWork work{.step = lines_of(p)};
  const TensorShape shape(work.step, p.channels);
  work.products = true;
  work.instructions = 29.0 + 4.0 * (shape.steps_x - 1) + 8.0 * (shape.steps_y - 1);
  if (!facts.gpu.byte_products) work.instructions *= 50.0;
  return work;
}

}  // namespace

std::string gpu_tensor_unsupported(const Problem& p, const DeviceFacts& facts) {
  if (p.type != PixelType::u8) return "products of bytes are for u8 alone";
  if (std::string why = not_linear(p); !why.empty()) return why;
  if (step_count(p) > 1) return "products of bytes are for one iteration";
  const auto step = as_lines(linear_step_of(p));
  if (!step) return "the matrix is no product of a row and a column";
  if (may_have_holes(*step, p, p.type)) return "products of bytes need all taps";
  if (step->border == Border::shrink || step->border == Border::copy)
    return "products of bytes need all taps: border shrink leaves some out, border copy pixels";
  if (p.alpha && step->alpha == Alpha::keep) return "products of bytes keep no alpha";
  if (!byte_lines(*step))
    return "weights in bytes are not negative and add up to 1, without luminance and offset";
  const TensorShape shape(*step, p.channels);
  if (shape.steps_x > TensorShape::most_steps_x || shape.steps_y > TensorShape::most_steps_y)
    return "products of bytes are for windows of up to 40 samples and 24 rows to each side";
  if (!facts.gpu.byte_products && !facts.gpu.is_processor)
    return "the device has no products of byte matrices";
  return strip_unsupported(p, facts.gpu, tensor_work(p, facts), gpu_tensor_tuning(p, facts));
}

Tuning gpu_tensor_tuning(const Problem& p, const DeviceFacts& facts) {
  return strip_tuning(p, facts.gpu, tensor_work(p, facts));
}

double gpu_tensor_error(const Problem& p, const DeviceFacts&) {
  const LinearStep step = lines_of(p);
  return byte_lines_error(byte_lines(step).value()) / 255.0 + separation_error(p, step);
}

double gpu_tensor_seconds(const Problem& p, const DeviceFacts& facts) {
  return strip_seconds(p, facts.gpu, tensor_work(p, facts));
}

ScratchBytes gpu_tensor_scratch(const Problem& p, const DeviceFacts& facts) {
  return strip_scratch(p, tensor_work(p, facts), gpu_tensor_tuning(p, facts));
}

}  // namespace selvage::planner
