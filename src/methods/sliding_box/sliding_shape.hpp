// SPDX-License-Identifier: Apache-2.0
#pragma once
// Box means by sliding-window sums [mcdonnell1981]. Column sums follow the window down, then sums
// of neighbouring columns give the window's: the cost per pixel does not depend on the radius. Here
// is how the CPU's sliding sums divide their work; the planner counts the buffers, the workers
// allocate them.

#include <algorithm>
#include <cstddef>

#include "core/checked.hpp"
#include "filters/problem.hpp"

namespace selvage {

// A window of floats is the sum of two parts: the rows from its top to the end of a block of rows,
// together with the rows that all windows of the block share, and the rows below. Nothing is
// subtracted, so that no error of larger samples remains. Blocks lie on a grid that begins with the
// first row of the whole image. Their height depends only on radius and channels.
struct SlidingShape {
  static constexpr int padding = 64;  // numbers

  int radius = 0;
  int channels = 1;
  int width = 1;   // pixels of a tile
  int loaded = 1;  // pixels of a loaded row
  int block = 1;   // rows, floats only

  SlidingShape(int r, int c, PixelType reads)
      : radius(r), channels(c), width(tile_width(r, c, reads)), loaded(width + 2 * r) {
    constexpr std::size_t cache = std::size_t{1} << 20;  // bytes
    const std::size_t row = numbers() * sizeof(double);
    block = std::min(2 * r + 1, std::max(16, static_cast<int>(cache / row)));
  }

  // Tiles of many channels are narrower, as wide as a window at least.
  static int tile_width(int r, int c, PixelType reads) {
    constexpr int numbers = 8192;
    if (c > 4) return std::max({16, numbers / c / 16 * 16, 2 * r});
    return std::max(is_integer(reads) ? 2048 : 2048 / c / 64 * 64, 8 * r);
  }

  std::size_t numbers() const { return checked_mul(loaded, channels) + padding; }
  std::size_t pixels() const { return static_cast<std::size_t>(loaded) + padding; }
  // Of a loaded row, of any type.
  std::size_t sample_bytes() const {
    return checked_mul(pixels(), sizeof(float), std::max(channels, 4));
  }

  // `weighs`: products of integers with alpha, and their sums, have rows of their own.
  std::size_t bytes(PixelType reads, bool weighs = false) const {
    constexpr std::size_t levels = 8;  // sums of neighbours
    std::size_t sum = checked_mul(numbers(), (levels + 5) * sizeof(float));
    sum = checked_add(sum, checked_mul(pixels(), 6 * sizeof(float) + 4 * sizeof(int) + 3));
    if (channels > 4) sum = checked_add(sum, checked_mul(2, sample_bytes()));
    if (is_integer(reads) && weighs)
      sum = checked_add(sum, checked_mul(numbers(), 3 * sizeof(double)));
    if (is_integer(reads)) return checked_add(sum, checked_mul(numbers(), 3 * sizeof(float)));
    return checked_add(sum, checked_mul(block + 1, numbers(), sizeof(double)),
                       checked_mul(block + 1, pixels(), sizeof(int)));
  }
};

}  // namespace selvage
