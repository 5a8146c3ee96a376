// SPDX-License-Identifier: Apache-2.0
#pragma once
// The buffers of candidate "separable_volume" on one CPU worker. The planner counts them and the
// backend allocates them.

#include <algorithm>
#include <cstddef>

#include "core/checked.hpp"
#include "filters/planes.hpp"
#include "filters/window_mean.hpp"
#include "planner/tuning.hpp"

namespace selvage {

// A row of numbers has the planes one after another:
//   | radius_x | tile_width | radius_x | of each plane
struct VolumeShape {
  int radius_x, radius_y;
  int columns, rows;   // of a loaded slice
  int planes, values;  // of a loaded row, and the averaged ones among them

  VolumeShape(const PlaneLayout& layout, const Tile& tile, const WindowMean& step)
      : radius_x(step.radius_x),
        radius_y(step.radius_y),
        columns(tile.width + 2 * step.radius_x),
        rows(tile.height + 2 * step.radius_y),
        planes(layout.planes()),
        values(layout.averaged) {}

  // Tiles that are large beside the window, so that few pixels are loaded twice.
  static Tile tile_for(const WindowMean& step) {
    return {.width = std::clamp(2 * step.radius_x, 256, 1024),
            .height = std::clamp(2 * step.radius_y, 32, 128)};
  }

  std::size_t row_numbers() const { return checked_mul(planes, columns); }
  // The weights and the weighted values of a row, summed over slices, or over slices and rows.
  std::size_t sum_numbers() const { return checked_mul(1 + values, columns); }
  std::size_t slice_numbers() const { return checked_mul(rows, sum_numbers()); }
  std::size_t bytes() const {
    constexpr std::size_t flags = 2;
    return checked_add(
        checked_mul(
            checked_add(slice_numbers(), checked_mul(std::size_t{2}, sum_numbers()), row_numbers()),
            sizeof(double)),
        checked_mul(flags, columns), checked_mul(rows, columns));
  }
};

}  // namespace selvage
