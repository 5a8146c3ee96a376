// SPDX-License-Identifier: Apache-2.0
#pragma once
// The local memory of the GPU kernels of linear filters: the planner counts it, the kernel asks for
// it. As gpu/blocked_tile.h and methods/separable/gpu/separable_rows.cl.

#include <cstddef>

#include "core/checked.hpp"
#include "filters/linear_step.hpp"
#include "filters/problem.hpp"
#include "planner/tuning.hpp"

namespace selvage {

// The largest radii of the kernels that read an image once: their weights are arguments.
inline constexpr int largest_separable_radius = 12, largest_stencil_radius = 2;

struct BlockedTile {
  int radius_x = 0, radius_y = 0;
  int samples = 1;  // of a pixel of the result

  BlockedTile(const LinearStep& step, const Problem& problem)
      : radius_x(step.radius_x), radius_y(step.radius_y), samples(result_channels(problem)) {}

  // Samples beside a group's own: whole pixels and whole vectors of four.
  int aside() const {
    const int whole = samples == 3 ? 12 : 4;
    return (radius_x * samples + whole - 1) / whole * whole;
  }

  // Of a group whose items have four samples side by side.
  std::size_t tile_bytes(const WorkGroup& group) const {
    const int across = 4 * group.width + 2 * aside();
    const int rows = group.height * group.rows + 2 * radius_y;
    const std::size_t places = checked_mul(rows, sizeof(std::int64_t) + sizeof(int));
    return checked_add(checked_mul(4, across, rows), places, checked_mul(4, across / samples + 1));
  }

  // Of a group of lines_rows.
  std::size_t line_bytes(const WorkGroup& group) const {
    constexpr int chunk = 64;  // taps
    return checked_mul(4, 4 * group.width + chunk * samples, group.height);
  }
};

// Work-items of a group side by side, whose samples are whole pixels.
inline int blocked_group_width(int samples, int about) {
  return samples == 3 ? about / 2 * 3 : about;
}

}  // namespace selvage
