// SPDX-License-Identifier: Apache-2.0
#include "entrants/gpu_rivals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/texts.hpp"

namespace selvage::bench {
namespace {

#include "kernels/opencv_structure.h"

constexpr int group_width = 32, group_height = 8;
constexpr int copy_group = 256, copy_items = 4;  // of kernels/copy.cl

const Bilateral& bilateral_of(const Case& c) {
  return std::get<Bilateral>(c.filter);
}

// A square window is a disc of infinite radius, so no tap is left out.
OpencvStructure arguments_of(const Case& c) {
  const Bilateral& filter = bilateral_of(c);
  const int radius = effective_radius(filter);
  const double sigma_range = double{filter.sigma_range} * full_scale(c.image.type);
  const double sigma_space = filter.sigma_space;
  const float square = static_cast<float>(radius) * static_cast<float>(radius);
  return {.width = c.size.width,
          .height = c.size.height,
          .radius = radius,
          .farthest2 = filter.window == Window::disc ? square : 2.0f * square,
          .space = static_cast<float>(-0.5 / (sigma_space * sigma_space)),
          .range = static_cast<float>(-0.5 / (sigma_range * sigma_range))};
}

std::string processor_option(const GpuFacts& gpu) {
  return fmt::format("-DPROCESSOR={}", gpu.is_processor ? 1 : 0);
}

}  // namespace

bool has_opencv_structure(const Case& c, const GpuFacts& gpu) {
  const auto* f = std::get_if<Bilateral>(&c.filter);
  if (!f) return false;
  const bool type = c.image.type == PixelType::u8 || c.image.type == PixelType::f32;
  const bool norm = c.image.channels == 1 ? f->norm == Norm::l1 || f->norm == Norm::l2
                                          : c.image.channels == 3 && f->norm == Norm::l1;
  return type && norm && f->border == Border::reflect101 && f->iterations == 1 &&
         std::min(c.size.width, c.size.height) > effective_radius(*f) &&
         gpu.largest_group >= group_width * group_height;
}

gpu::Code opencv_structure_code(const Case& c, const DeviceFacts& facts) {
  const bool bytes = c.image.type == PixelType::u8;
  const bool cuda = facts.backend == "cuda";
  return {.function = "opencv_structure",
          .source = std::string(kernels::text("dialect.h")) + std::string(opencv_structure_text()),
          .options = {fmt::format("-DSAMPLE={}", bytes ? "uchar" : "float"),
                      fmt::format("-DBYTES={}", bytes ? 1 : 0),
                      fmt::format("-DCHANNELS={}", c.image.channels),
                      fmt::format("-DEXP={}", cuda ? "expf" : "exp"), "-DBYTE_SIMD=0",
                      "-DMIN_BLOCKS=1", processor_option(facts.gpu)}};
}

Enqueue make_opencv_structure(Place& place, const Case& c, const gpu::Buffer& from,
                              const gpu::Buffer& to) {
  const gpu::Code code = opencv_structure_code(c, place.device->facts());
  std::shared_ptr<gpu::Program> program = place.programs->program(code.source, code.options);
  gpu::Function& function = program->function(code.function);
  return [program, &function, &from, &to, arguments = arguments_of(c)](gpu::Stream& stream) {
    const std::array<const gpu::Buffer*, 2> buffers = {&from, &to};
    stream.launch(function, {.groups_x = (arguments.width - 1) / group_width + 1,
                             .groups_y = (arguments.height - 1) / group_height + 1,
                             .group_width = group_width,
                             .group_height = group_height,
                             .buffers = buffers,
                             .arguments = std::as_bytes(std::span(&arguments, 1))});
  };
}

Enqueue make_copy(Place& place, std::size_t bytes, const gpu::Buffer& from, const gpu::Buffer& to) {
  const std::vector<std::string> options{"-DBYTE_SIMD=0", "-DMIN_BLOCKS=1",
                                         processor_option(place.device->facts().gpu)};
  std::shared_ptr<gpu::Program> program = place.programs->program(
      std::string(kernels::text("dialect.h")) + std::string(copy_text()), options);
  gpu::Function& function = program->function("copy");
  const auto vectors = static_cast<std::int64_t>((bytes + 15) / 16);
  constexpr int each = copy_group * copy_items;
  return [program, &function, &from, &to, vectors](gpu::Stream& stream) {
    const std::array<const gpu::Buffer*, 2> buffers = {&from, &to};
    stream.launch(function, {.groups_x = static_cast<int>((vectors + each - 1) / each),
                             .group_width = copy_group,
                             .buffers = buffers,
                             .arguments = std::as_bytes(std::span(&vectors, 1))});
  };
}

}  // namespace selvage::bench
