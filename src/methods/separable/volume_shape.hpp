// SPDX-License-Identifier: Apache-2.0
#pragma once
// The buffers of candidate "separable_volume" on one CPU worker. The planner counts them and the
// backend allocates them.

#include <algorithm>
#include <cstddef>

#include "core/checked.hpp"
#include "filters/planes.hpp"
#include "filters/window_mean.hpp"
#include "methods/convolution/line_shape.hpp"
#include "planner/tuning.hpp"

namespace selvage {

// A loaded row has the planes one after another, a row of sums those of the weights and of the
// values:
//   | radius_x | tile_width | radius_x | padding | of each plane
//   | tile_width | padding | of each sum
struct VolumeShape {
  int radius_x, radius_y, slices;  // of the window
  int columns, rows;               // of a loaded slice; columns with their padding
  int width, height;               // of the tile; its width with its padding
  int planes, values;              // of a loaded row, and the averaged ones among them

  VolumeShape(const PlaneLayout& layout, const Tile& tile, const WindowMean& step)
      : radius_x(step.radius_x),
        radius_y(step.radius_y),
        slices(step.slice_count()),
        columns(tile.width + 2 * step.radius_x + LineShape::padding),
        rows(tile.height + 2 * step.radius_y),
        width(tile.width + LineShape::padding),
        height(tile.height),
        planes(layout.planes()),
        values(layout.averaged) {}

  // Tiles that are large beside the window, so that few pixels are loaded twice, but no larger than
  // the image or than caches hold with all slices of the window.
  static Tile tile_for(const PlaneLayout& layout, const WindowMean& step, int width, int height) {
    constexpr std::size_t cached = std::size_t{16} << 20;  // bytes
    Tile tile{.width = std::min(std::clamp(2 * step.radius_x, 256, 1024), width),
              .height = std::min(std::clamp(2 * step.radius_y, 32, 128), height)};
    const auto halve = [&](int& side, int least) {
      while (side > least && VolumeShape(layout, tile, step).bytes() > cached)
        side = std::max(least, side / 2);
    };
    halve(tile.height, 8);
    halve(tile.width, 64);
    return tile;
  }

  std::size_t row_numbers() const { return checked_mul(planes, columns); }
  std::size_t sum_numbers() const { return checked_mul(1 + values, width); }
  std::size_t line_numbers() const { return checked_mul(rows, sum_numbers()); }
  std::size_t plane_numbers() const { return checked_mul(slices, height, sum_numbers()); }
  std::size_t plane_flags() const { return checked_mul(slices, height, width); }
  std::size_t bytes() const {
    constexpr std::size_t flags = 2;
    constexpr std::size_t of_tap = 24, of_slice = 16;  // weights and places; slots
    const std::size_t lines = checked_add(2 * radius_x + 1, 2 * radius_y + 1, slices);
    return checked_add(checked_mul(checked_add(row_numbers(), line_numbers(), plane_numbers(),
                                               sum_numbers(), width),
                                   sizeof(double)),
                       checked_mul(flags, columns), plane_flags(), checked_mul(of_tap, lines),
                       checked_mul(of_slice, slices));
  }
};

}  // namespace selvage
