// SPDX-License-Identifier: Apache-2.0
#pragma once
// The buffers of a CPU worker that filters row by row. The planner counts them, the worker
// allocates them.

#include <algorithm>
#include <cstddef>

#include "core/checked.hpp"
#include "filters/linear_step.hpp"
#include "filters/problem.hpp"
#include "methods/convolution/row_group.hpp"
#include "planner/tuning.hpp"

namespace selvage {

// A loaded row holds the channels of its pixels interleaved:
//     | radius_x | tile_width | radius_x | padding |
// The ring keeps as many rows as the window has: loaded rows, or their sums along the row.
struct LineShape {
  static constexpr int padding = 64;  // numbers that vectors may read and write past a row's end

  int radius_x = 0, radius_y = 0;
  int channels = 1;             // filtered
  int ring = 1;                 // rows
  int width = 1;                // pixels of a tile
  int loaded = 1;               // pixels of a loaded row
  int kept = 1;                 // pixels of a row of the ring
  bool means = true;            // keeps the weights of the taps that count
  std::size_t pixel_bytes = 0;  // of the image, of any type

  // `rows_first`: the ring keeps sums along rows instead of loaded rows.
  LineShape(const LinearStep& step, const Problem& problem, const Tile& tile, bool rows_first)
      : radius_x(step.radius_x),
        radius_y(step.radius_y),
        channels(filtered_channels(step, problem)),
        ring(2 * step.radius_y + 1),
        width(tile.width),
        loaded(tile.width + 2 * step.radius_x),
        kept(rows_first ? width : loaded),
        means(step.mean),
        pixel_bytes(checked_mul(sizeof(float), std::max(problem.channels, 4))) {}

  std::size_t loaded_numbers() const { return padded(checked_mul(loaded, channels)); }
  std::size_t loaded_pixels() const { return padded(static_cast<std::size_t>(loaded)); }
  std::size_t kept_numbers() const { return padded(checked_mul(kept, channels)); }
  std::size_t kept_pixels() const { return padded(static_cast<std::size_t>(kept)); }
  std::size_t result_numbers() const { return padded(checked_mul(width, channels)); }
  std::size_t result_pixels() const { return padded(static_cast<std::size_t>(width)); }

  std::size_t ring_rows() const { return static_cast<std::size_t>(ring); }

  // The bytes of all buffers, with numbers of `number` bytes.
  std::size_t bytes(std::size_t number) const {
    const std::size_t rows = checked_mul(
        ring_rows(), checked_add(checked_mul(checked_add(kept_numbers(), kept_pixels()), number),
                                 result_pixels(), 2 * sizeof(void*) + 8));
    const std::size_t row =
        checked_mul(number, checked_add(checked_mul(2, loaded_numbers()), result_numbers(),
                                        checked_mul(8, loaded_pixels())));
    const std::size_t others =
        checked_add(checked_mul(loaded_pixels(), checked_add(pixel_bytes, sizeof(double) + 1)),
                    checked_mul(result_pixels(), 2 * sizeof(double) + 1));
    const std::size_t pointers = checked_mul(checked_add(ring, loaded - width + 1), 48);
    return checked_add(rows, row, others, pointers, sizeof(float) * RowGroup::buffers);
  }

 private:
  static std::size_t padded(std::size_t numbers) {
    return (checked_add(numbers, padding) + padding - 1) / padding * padding;
  }
};

}  // namespace selvage
