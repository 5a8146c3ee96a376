// SPDX-License-Identifier: Apache-2.0
#include "gpu/rival.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "kernels/texts.hpp"

namespace selvage::bench {
namespace {

#include "kernels/opencv_structure.h"

constexpr int group_width = 32, group_height = 8;

// A square window is a disc of infinite radius, so no tap is left out.
OpencvStructure arguments_of(const Case& c, int width, int height) {
  const int radius = effective_radius(c.filter);
  const double sigma_range = double{c.filter.sigma_range} * full_scale(c.type);
  const double sigma_space = c.filter.sigma_space;
  const float square = static_cast<float>(radius) * static_cast<float>(radius);
  return {.width = width,
          .height = height,
          .radius = radius,
          .farthest2 = c.filter.window == Window::disc ? square : 2.0f * square,
          .space = static_cast<float>(-0.5 / (sigma_space * sigma_space)),
          .range = static_cast<float>(-0.5 / (sigma_range * sigma_range))};
}

}  // namespace

bool rival_can(const Case& c, int width, int height, const GpuFacts& gpu) {
  const Bilateral& f = c.filter;
  const bool type = c.type == PixelType::u8 || c.type == PixelType::f32;
  const bool norm = c.channels == 1 ? f.norm == Norm::l1 || f.norm == Norm::l2
                                    : c.channels == 3 && f.norm == Norm::l1;
  return type && norm && f.border == Border::reflect101 && f.iterations == 1 &&
         std::min(width, height) > effective_radius(f) &&
         gpu.largest_group >= group_width * group_height;
}

gpu::Code rival_code(const Case& c, const DeviceFacts& facts) {
  const bool bytes = c.type == PixelType::u8;
  const bool cuda = facts.backend == "cuda";
  return {.function = "opencv_structure",
          .source = std::string(kernels::text("dialect.h")) + std::string(rival_text()),
          .options = {
              fmt::format("-DSAMPLE={}", bytes ? "uchar" : "float"),
              fmt::format("-DBYTES={}", bytes ? 1 : 0), fmt::format("-DCHANNELS={}", c.channels),
              fmt::format("-DEXP={}", cuda ? "expf" : "exp"), "-DBYTE_SIMD=0", "-DMIN_BLOCKS=1",
              fmt::format("-DPROCESSOR={}", facts.gpu.is_processor ? 1 : 0)}};
}

Enqueue make_rival(Place& place, const Case& c, int width, int height, const gpu::Buffer& from,
                   gpu::Buffer& to) {
  const gpu::Code code = rival_code(c, place.device->facts());
  std::shared_ptr<gpu::Program> program = place.programs->program(code.source, code.options);
  gpu::Function& function = program->function(code.function);
  return [program, &function, &from, &to,
          arguments = arguments_of(c, width, height)](gpu::Stream& stream) {
    const std::array<const gpu::Buffer*, 2> buffers = {&from, &to};
    stream.launch(function, {.groups_x = (arguments.width - 1) / group_width + 1,
                             .groups_y = (arguments.height - 1) / group_height + 1,
                             .group_width = group_width,
                             .group_height = group_height,
                             .buffers = buffers,
                             .arguments = std::as_bytes(std::span(&arguments, 1))});
  };
}

}  // namespace selvage::bench
