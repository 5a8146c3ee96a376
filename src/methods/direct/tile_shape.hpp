// SPDX-License-Identifier: Apache-2.0
#pragma once
// The buffers of one CPU worker. The planner counts them and the backend allocates them.

#include <algorithm>
#include <cstddef>

#include "core/checked.hpp"
#include "filters/planes.hpp"
#include "filters/problem.hpp"
#include "methods/direct/tuning.hpp"

namespace selvage {

// Returns the numbers of a hole that is filled: weights, sums, exponents and distances.
inline std::size_t hole_numbers(const PlaneLayout& layout) {
  return checked_add(checked_mul(layout.groups, checked_add(2, layout.distance_planes)),
                     layout.averaged);
}

inline constexpr std::size_t hole_header = 40;  // bytes of a hole without its numbers

// A loaded row holds the planes one after another:
//   | radius_x | tile_width | radius_x | padding | of each plane
struct TileShape {
  int radius_x = 0, radius_y = 0;
  int slices = 1;             // of the window
  int rows = 0;               // loaded rows in memory at a time
  std::ptrdiff_t stride = 0;  // elements from plane to plane
  int planes = 0;
  int groups = 0, sums = 0, averaged = 0;
  bool weighs = false;  // centres have a row of their own
  std::size_t hole_bytes = 0;

  // `block` is the number of pixels that an inner loop computes at a time; it may read and write
  // past the tile.
  TileShape(const PlaneLayout& layout, const DirectTuning& tuning, const WindowMean& step,
            int block)
      : radius_x(step.radius_x),
        radius_y(step.radius_y),
        slices(step.slice_count()),
        rows(tuning.stream_rows ? 2 : (tuning.tile.height + 2 * radius_y) * slices),
        stride(round_up(tuning.tile.width + 2 * radius_x + block, 16)),
        planes(layout.planes()),
        groups(layout.groups),
        sums(layout.sums()),
        averaged(layout.averaged),
        weighs(layout.weighs),
        hole_bytes(checked_add(
            hole_header,
            checked_mul(sizeof(double), std::max(std::size_t{16}, hole_numbers(layout))))) {}

  std::size_t row_elements() const { return checked_mul(planes, stride); }
  std::size_t centre_elements() const { return weighs ? row_elements() : 0; }
  std::size_t scale_elements() const { return weighs ? static_cast<std::size_t>(stride) : 0; }
  std::size_t tile_elements() const { return checked_mul(rows, row_elements()); }
  std::size_t total_elements() const { return checked_mul(groups, 1 + sums, stride); }
  std::size_t mean_elements() const { return checked_mul(averaged, stride); }

  // The rows that a tile of `height` rows loads of each slice.
  int slice_rows(int height) const { return height + 2 * radius_y; }
  std::size_t window_rows() const {
    return checked_mul(checked_add(radius_y, radius_y, 1), slices);
  }

  // Returns the bytes of all buffers when inner loops compute with elements of `real_bytes`.
  std::size_t bytes(std::size_t real_bytes) const {
    constexpr std::size_t flags = 2;  // per pixel, as hole_bytes; holes are filled row by row
    return checked_add(
        checked_mul(
            checked_add(tile_elements(), mean_elements(), centre_elements(), scale_elements()),
            real_bytes),
        checked_mul(total_elements(), sizeof(double)), checked_mul(window_rows(), sizeof(void*)),
        rows, checked_mul(stride, flags + hole_bytes));
  }

  static std::ptrdiff_t round_up(std::ptrdiff_t n, std::ptrdiff_t step) {
    return (n + step - 1) / step * step;
  }
};

}  // namespace selvage
