// SPDX-License-Identifier: Apache-2.0
#include "methods/convolution/row_streaming.hpp"

#include <algorithm>

#include "core/checked.hpp"
#include "core/sample.hpp"
#include "methods/convolution/gpu_linear.hpp"

namespace selvage {
namespace {

constexpr int most_items_at_once = 2048;
constexpr int vector_bytes = 16, mark = 16;
constexpr int block_unit = planner::linear_channels;
constexpr int shortest = 8;  // rows of a work-item
// Of a multiprocessor; of a row's window that an item keeps; of all else that it needs.
constexpr int all_registers = 65536, window_registers = 24, other_registers = 44;

constexpr int rounded_up(int n, int unit) {
  return (n + unit - 1) / unit * unit;
}

bool can_be_streamed(const LinearStep& step, const Problem& problem, const GpuFacts& gpu) {
  const bool keeps_alpha = problem.alpha && step.alpha == Alpha::keep;
  return !keeps_alpha && step.border != Border::copy && !problem.mask && !step.invalid &&
         !makes_gray(step, problem) && gpu.largest_group >= streaming_width * RowStreaming{}.height;
}

// Whether separable_ring.cl is faster (docs/journal/0078): registers limit how many sums along rows
// the others keep. Processors take it too, so that tests reach it.
bool keeps_ring(const LinearStep& step, PixelType type, const Problem& problem,
                const GpuFacts& gpu) {
  constexpr int smallest = 4, longest_reach = 32;
  static_assert(2 * smallest >= ring_rows - 1);  // separable_ring.cl: windows of an item share rows
  const bool whole_pixels = problem.channels <= 4 && problem.channels != 3;
  return (gpu.byte_products || gpu.is_processor) && step.separable && type == PixelType::f32 &&
         whole_pixels && step.radius_y >= smallest &&
         step.radius_x * problem.channels <= longest_reach;
}

// Returns `s` with a ring in local memory, if that fits.
RowStreaming with_ring(const RowStreaming& s, const LinearStep& step, int channels,
                       const GpuFacts& gpu) {
  RowStreaming ring = s;
  ring.ring = true;
  ring.min_blocks = 4;  // by registers
  if (gpu.is_processor) ring.ahead = 2;
  const int line = ring_parts * ring_line(step.radius_x * channels);
  const int rows = ring.height * ring_rows + rounded_up(2 * step.radius_y, ring_rows);
  const int vectors = ring.height * ring.ahead * line + streaming_width * rows;
  ring.local_bytes = static_cast<std::size_t>(vector_bytes * vectors + mark);
  // CUDA says what a multiprocessor has; OpenCL, what one group may have.
  constexpr std::size_t most_of_a_group = std::size_t{64} << 10, beside = 1024;
  if (gpu.local_bytes > most_of_a_group) {
    const auto groups = static_cast<int>(gpu.local_bytes / (ring.local_bytes + beside));
    ring.min_blocks = std::clamp(groups, 1, ring.min_blocks);
  }
  return ring.local_bytes <= gpu.local_bytes ? ring : s;
}

}  // namespace

bool may_leave_out_taps(const LinearStep& step, const Problem& problem, PixelType reads) {
  const bool shrinks = step.mean && step.border == Border::shrink;
  return shrinks || may_have_holes(step, problem, reads);
}

RowStreaming row_streaming(const LinearStep& step, PixelType type, const Problem& problem,
                           const GpuFacts& gpu) {
  if (!can_be_streamed(step, problem, gpu)) return {};
  const int radius_y = step.radius_y, channels = problem.channels;
  const bool holes = may_leave_out_taps(step, problem, type);
  RowStreaming s{.unit = 4};
  if (type == PixelType::u8 && radius_y <= 3) s.unit = 8;  // larger windows need the registers
  if (channels == 3 && holes) s.height = 3;  // whole pixels, since they are computed again
  // Large stencils have arithmetic to wait with, and unrolled rows would need more registers.
  const bool by_rows = !step.separable && std::max(step.radius_x, radius_y) > 2;
  if (by_rows) s.ahead = radius_y > 3 ? 1 : 2;
  if (gpu.is_processor) s.ahead = 1;

  const int reach = (step.radius_x * channels + s.unit - 1) / s.unit;  // units
  const std::size_t line = sizeof(float) * static_cast<std::size_t>(s.unit) *
                           static_cast<std::size_t>(streaming_width + 2 * reach);
  s.local_bytes = 2 * static_cast<std::size_t>(s.height) * line + mark;

  // Registers hold sums, part of a row's window, and the rows that are loaded ahead.
  const int window = (2 * reach + 1) * s.unit;
  const int words = s.unit * static_cast<int>(sample_bytes(type)) / 4;
  const int sides = (window + streaming_width - 1) / streaming_width;  // SIDES
  const int item = s.unit * (2 * radius_y + (step.separable ? 0 : 1)) +
                   std::max(window - window_registers, 0) + s.ahead * (words + sides) +
                   other_registers + (by_rows ? 7 * radius_y : 0);  // by ptxas, to 4 registers
  const int items = streaming_width * s.height;
  s.min_blocks = std::clamp(all_registers / (items * item), 1, most_items_at_once / items);
  if (keeps_ring(step, type, problem, gpu)) s = with_ring(s, step, channels, gpu);
  s.at_once = s.min_blocks * std::max(gpu.compute_units, 1);
  return s;
}

// Units of a pixel fill a sector of memory if they can: a row of items then reads and writes whole
// sectors. But each item loads one unit of the pixels beside, which are 2 radius_x.
RowStreaming block_streaming(const LinearStep& step, PixelType type, const Problem& problem,
                             const GpuFacts& gpu) {
  constexpr int sector = 32;
  Problem block = problem;
  block.channels = block_unit;
  block.alpha = false;
  const bool keeps_alpha = problem.alpha && step.alpha == Alpha::keep;
  if (keeps_alpha || step.border == Border::shrink || !can_be_streamed(step, block, gpu)) return {};
  const int unit_bytes = block_unit * static_cast<int>(sample_bytes(type));
  const bool rings = keeps_ring(step, type, block, gpu);
  RowStreaming s{.unit = block_unit, .units_of_pixel = 1};
  while (!rings && problem.channels % (2 * s.units_of_pixel * block_unit) == 0 &&
         2 * s.units_of_pixel * unit_bytes <= sector &&
         4 * s.units_of_pixel * step.radius_x <= streaming_width)
    s.units_of_pixel *= 2;
  if (gpu.is_processor) s.ahead = 1;

  const int reach = step.radius_x * s.units_of_pixel;
  s.local_bytes =
      static_cast<std::size_t>(2 * s.height * vector_bytes * (streaming_width + 2 * reach) + mark);
  const int window = (2 * step.radius_x + 1) * block_unit, words = unit_bytes / 4;
  const int sides = std::max(reach * 2 - 1, 0) / streaming_width + 1;  // SIDES
  const int item = 2 * step.radius_y * block_unit + std::max(window - window_registers, 0) +
                   s.ahead * words * (1 + sides) + 4 * sides + other_registers;
  const int items = streaming_width * s.height;
  s.min_blocks = std::clamp(all_registers / (items * item), 1, most_items_at_once / items);
  if (rings) s = with_ring(s, step, block_unit, gpu);
  s.at_once = s.min_blocks * std::max(gpu.compute_units, 1);
  return s;
}

int streaming_blocks(int units, int channels) {
  return (channels - 1) / (units * block_unit) + 1;
}

int streaming_pixel_columns(int units, int width) {
  return (width - 1) / (streaming_width / units) + 1;
}

std::size_t streaming_flag_bytes(const RowStreaming& s, int channels, int width, int height) {
  static_assert(ring_rows >= shortest);
  std::size_t most = 0;  // side by side
  for (const int units : {1, s.units_of_pixel})
    most = std::max(most, checked_mul(streaming_pixel_columns(units, width),
                                      streaming_blocks(units, channels)));
  return checked_mul(most, height / shortest + 1);
}

// The first 2 radius_y rows of a group only fill its sums. So groups are as tall as possible while
// all of them run at once and keep the device busy.
int streaming_rows(const RowStreaming& s, int radius_y, int columns, int height) {
  const int down = std::max(s.at_once / columns, 1);
  if (s.ring) return rounded_up((height - 1) / down + 1, ring_rows);
  const int read = std::max((height - 1) / down + 1, shortest) + 2 * radius_y;
  return (read + s.ahead - 1) / s.ahead * s.ahead - 2 * radius_y;
}

int streaming_columns(const RowStreaming& s, int samples) {
  return (samples - 1) / (streaming_width * streaming_across(s) * s.unit) + 1;
}

}  // namespace selvage
