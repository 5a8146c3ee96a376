// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/march_shape.hpp"

#include <algorithm>

#include "core/samples.hpp"

namespace selvage::gpu {
namespace {

constexpr int most_items_at_once = 2048;

}  // namespace

bool can_march(const Strip& strip, const Pass& pass, const Problem& problem, const GpuFacts& gpu) {
  const LinearStep& step = strip.step;
  return strip.averaged == problem.channels && pass.reads == pass.writes &&
         step.border != Border::copy && !problem.mask && !step.invalid &&
         !makes_gray(step, problem) && gpu.largest_group >= march_width * MarchShape{}.height;
}

MarchShape march_shape(const Strip& strip, const Pass& pass, const Problem& problem,
                       const GpuFacts& gpu) {
  const int radius_y = strip.step.radius_y, channels = problem.channels;
  MarchShape shape;
  if (pass.reads == PixelType::u8 && radius_y <= 3) shape.unit = 8;  // larger ones need registers
  if (channels == 3 && strip.holes) shape.height = 3;  // whole pixels, which are computed again
  if (gpu.is_processor) shape.ahead = 1;

  const int reach = (strip.step.radius_x * channels + shape.unit - 1) / shape.unit;  // units
  const std::size_t line = sizeof(float) * static_cast<std::size_t>(shape.unit) *
                           static_cast<std::size_t>(march_width + 2 * reach);
  constexpr std::size_t mark = 16;
  shape.local_bytes = 2 * static_cast<std::size_t>(shape.height) * line + mark;

  // Registers hold sums, a part of a row's window, and the rows that are on their way.
  constexpr int registers = 65536, others = 44, window_part = 24;
  const int window = (2 * reach + 1) * shape.unit;
  const int words = shape.unit * static_cast<int>(sample_bytes(pass.reads)) / 4;
  const int sides = (window + march_width - 1) / march_width;  // SIDES
  const int item = shape.unit * (2 * radius_y + (strip.matrix.empty() ? 0 : 1)) +
                   std::max(window - window_part, 0) + shape.ahead * (words + sides) + others;
  const int items = march_width * shape.height;
  shape.groups_at_once = std::clamp(registers / (items * item), 1, most_items_at_once / items);
  return shape;
}

// The first 2 radius_y rows of a strip are for its sums alone: strips are as tall as still keeps
// the device busy, all of them at once.
int march_rows(const MarchShape& shape, int radius_y, int columns, int height,
               const GpuFacts& gpu) {
  constexpr int shortest = 8;
  const int at_once = shape.groups_at_once * std::max(gpu.compute_units, 1);
  const int down = std::max(at_once / columns, 1);
  const int read = std::max((height - 1) / down + 1, shortest) + 2 * radius_y;
  return (read + shape.ahead - 1) / shape.ahead * shape.ahead - 2 * radius_y;
}

}  // namespace selvage::gpu
