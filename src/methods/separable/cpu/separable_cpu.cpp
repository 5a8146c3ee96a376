// SPDX-License-Identifier: Apache-2.0
#include "methods/separable/cpu/separable_cpu.hpp"

#include <utility>

#include "methods/convolution/cpu/line_kernel.hpp"
#include "methods/convolution/cpu/line_loader.hpp"

namespace selvage::cpu {

std::unique_ptr<Pipeline> make_separable(const planner::Decision& decision, const Frame& frame,
                                         const ExecutionContext& context) {
  const LineSums sums = line_sums(context.simd.target);
  return make_pipeline(decision, frame, [&](const Pass& pass) {
    auto parts = line_parts<float>(pass, decision, as_separable(linear_step(pass.step)).value());
    parts.convert = sums.convert(pass.reads, pass.writes);
    const LineLoader<float> loader(parts.step, pass, decision.problem, parts.convert);
    parts.window =
        line_window(parts.step, parts.shape, loader.outside_pixel(), sums, context.threads);
    return make_line_kernel(std::move(parts), context);
  });
}

std::unique_ptr<Pipeline> make_separable_int16(const planner::Decision& decision,
                                               const Frame& frame,
                                               const ExecutionContext& context) {
  const LineSums sums = line_sums(context.simd.target);
  return make_pipeline(decision, frame, [&](const Pass& pass) {
    auto parts =
        line_parts<std::uint16_t>(pass, decision, as_separable(linear_step(pass.step)).value());
    parts.convert = sums.bytes;
    parts.window = byte_window(parts.step, parts.shape, sums, context.threads);
    return make_line_kernel(std::move(parts), context);
  });
}

}  // namespace selvage::cpu
