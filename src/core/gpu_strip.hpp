// SPDX-License-Identifier: Apache-2.0
#pragma once
// The shapes of the GPU kernels of lines and matrices: the planner counts local memory, the backend
// asks for it. As kernels/strips.h and kernels/lines_rows.cl.

#include <cstddef>

#include "core/checked.hpp"
#include "core/linear_step.hpp"
#include "core/problem.hpp"

namespace selvage {

// The largest radii of the kernels that read an image once: their weights are arguments.
inline constexpr int largest_strip_radius = 12, largest_matrix_radius = 2;

struct StripShape {
  int radius_x = 0, radius_y = 0;
  int samples = 1;  // of a pixel of the result

  StripShape(const LinearStep& step, const Problem& problem)
      : radius_x(step.radius_x), radius_y(step.radius_y), samples(result_channels(problem)) {}

  // Samples beside a group's own: whole pixels and whole vectors of four.
  int aside() const {
    const int whole = samples == 3 ? 12 : 4;
    return (radius_x * samples + whole - 1) / whole * whole;
  }

  // Of a group whose items have four samples side by side.
  std::size_t tile_bytes(const Tuning& tuning) const {
    const int across = 4 * tuning.group_width + 2 * aside();
    const int rows = tuning.group_height * tuning.group_rows + 2 * radius_y;
    const std::size_t places = checked_mul(rows, sizeof(std::int64_t) + sizeof(int));
    return checked_add(checked_mul(4, across, rows), places, checked_mul(4, across / samples + 1));
  }

  // Of a group of lines_rows.
  std::size_t line_bytes(const Tuning& tuning) const {
    constexpr int chunk = 64;  // taps
    return checked_mul(4, 4 * tuning.group_width + chunk * samples, tuning.group_height);
  }
};

// Work-items of a group side by side, whose samples are whole pixels.
inline int strip_group_width(int samples, int about) {
  return samples == 3 ? about / 2 * 3 : about;
}

}  // namespace selvage
