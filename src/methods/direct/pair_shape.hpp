// SPDX-License-Identifier: Apache-2.0
#pragma once
// The memory that a loop over pairs of pixels keeps from row to row of a tile. The planner counts
// it and the backend allocates it.

#include <cstddef>

#include "core/checked.hpp"
#include "filters/planes.hpp"
#include "filters/window_mean.hpp"

namespace selvage {

// The weights of the pairs of two rows, [2 radius_x + 1][weight_stride], and the totals of the rows
// that have begun, [radius_y + 1][2][total_stride].
struct PairShape {
  // Weights are also kept for pixels beside the tile that have a pair in it, up to the end of a
  // vector.
  static constexpr std::ptrdiff_t margin = 16;
  static constexpr int largest_radius = 16;

  int columns = 0, rows = 0;
  std::ptrdiff_t weight_stride = 0, total_stride = 0;

  // `stride` is a TileShape's.
  PairShape(int radius_x, int radius_y, std::ptrdiff_t stride)
      : columns(2 * radius_x + 1),
        rows(radius_y + 1),
        weight_stride(stride + 3 * margin),
        total_stride(stride) {}

  // Returns whether such a loop can serve a step: one plane is averaged by its own differences, and
  // there is no third axis.
  static bool serves(const WindowMean& step, const PlaneLayout& layout) {
    const auto fits = [](int radius) { return radius >= 1 && radius <= largest_radius; };
    return step.radius_z == 0 && !layout.guided && layout.planes_of_group() == 1 &&
           fits(step.radius_x) && fits(step.radius_y);
  }

  std::size_t weights() const { return checked_mul(columns, weight_stride); }
  std::size_t totals() const { return checked_mul(2, rows, total_stride); }
  // The sums of rows; groups of rows are summed in double precision.
  std::size_t bytes(int groups) const {
    return checked_add(checked_mul(weights(), sizeof(float)),
                       checked_mul(groups, totals(), checked_add(sizeof(float), sizeof(double))));
  }
};

}  // namespace selvage
