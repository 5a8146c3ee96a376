// SPDX-License-Identifier: Apache-2.0
#pragma once
// The local memory of the GPU kernels of linear filters (gpu/blocked_tile.h and
// methods/separable/gpu/separable_rows.cl). The planner counts it, the kernel asks for it.

#include <cstddef>

#include "core/checked.hpp"
#include "filters/linear_step.hpp"
#include "filters/problem.hpp"
#include "planner/tuning.hpp"

namespace selvage {

// The largest radii of the kernels that read an image once. Their weights are arguments.
inline constexpr int largest_separable_radius = 12, largest_stencil_radius = 7;
// The largest stencil radius where arguments are limited to 1024 bytes.
inline constexpr int largest_portable_stencil_radius = 6;

struct BlockedTile {
  int radius_x = 0, radius_y = 0;
  int samples = 1;  // per pixel of the result

  BlockedTile(const LinearStep& step, const Problem& problem)
      : radius_x(step.radius_x), radius_y(step.radius_y), samples(result_channels(problem)) {}

  // Samples to each side of the group's own: whole pixels and whole vectors of four.
  int aside() const {
    const int whole = samples == 3 ? 12 : 4;
    return (radius_x * samples + whole - 1) / whole * whole;
  }

  // The bytes of a group of blocked_tile.cl, whose work-items compute four neighbouring samples.
  std::size_t tile_bytes(const WorkGroup& group) const {
    const int across = 4 * group.width + 2 * aside();
    const int rows = group.height * group.rows + 2 * radius_y;
    const std::size_t places = checked_mul(rows, sizeof(std::int64_t) + sizeof(int));
    return checked_add(checked_mul(4, across, rows), places, checked_mul(4, across / samples + 1));
  }

  // The bytes of a group of separable_rows.cl.
  std::size_t line_bytes(const WorkGroup& group) const {
    constexpr int chunk = 64;  // taps
    return checked_mul(4, 4 * group.width + chunk * samples, group.height);
  }
};

// Returns the width of a group whose samples are whole pixels.
inline int blocked_group_width(int samples, int about) {
  return samples == 3 ? about / 2 * 3 : about;
}

}  // namespace selvage
