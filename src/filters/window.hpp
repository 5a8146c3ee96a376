// SPDX-License-Identifier: Apache-2.0
#pragma once
// The shape of a filter's window: extents of rows and number of taps.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "filters/window_mean.hpp"

namespace selvage {

// Returns the largest |dx| of the window's row dy, |dy| <= radius.
inline int row_extent(Window window, int radius, int dy) {
  if (window == Window::square) return radius;
  const int square = radius * radius - dy * dy;
  int extent = static_cast<int>(std::sqrt(static_cast<double>(square)));
  while (extent * extent > square) --extent;
  while ((extent + 1) * (extent + 1) <= square) ++extent;
  return extent;
}

// Returns the number of taps in the window.
inline double window_taps(Window window, int radius) {
  double taps = 0;
  for (int dy = -radius; dy <= radius; ++dy) taps += 2.0 * row_extent(window, radius, dy) + 1.0;
  return taps;
}

// Returns the largest |dx| of row dy of a step's window, |dy| <= radius_y.
inline int row_extent(const WindowMean& step, int dy) {
  return step.window == Window::disc ? row_extent(Window::disc, step.radius_x, dy) : step.radius_x;
}
// Returns the largest |dx| of row dy of the window's slice dz, or -1 if the row has no taps. A disc
// is an ellipsoid in space: (dx^2 + dy^2) radius_z^2 + dz^2 radius^2 <= radius^2 radius_z^2.
inline int row_extent(const WindowMean& step, int dy, int dz) {
  const bool ellipsoid = step.window == Window::disc && step.third_axis == ThirdAxis::space;
  if (!ellipsoid || dz == 0) return row_extent(step, dy);
  const std::int64_t r = std::int64_t{step.radius_x} * step.radius_x;
  const std::int64_t rz = std::int64_t{step.radius_z} * step.radius_z;
  // dx^2 <= r (rz - dz^2) / rz - dy^2
  const std::int64_t square = r * (rz - std::int64_t{dz} * dz) / rz - std::int64_t{dy} * dy;
  if (square < 0) return -1;
  auto extent = static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));
  while (extent * extent > square) --extent;
  while ((extent + 1) * (extent + 1) <= square) ++extent;
  return static_cast<int>(extent);
}

inline double window_taps(const WindowMean& step) {
  const double square = (2.0 * step.radius_x + 1.0) * (2.0 * step.radius_y + 1.0);
  if (step.window == Window::square) return square * step.slice_count();
  if (step.radius_z == 0 || step.third_axis != ThirdAxis::space)
    return window_taps(Window::disc, step.radius_x) * step.slice_count();
  double taps = 0.0;
  for (int dz = -step.radius_z; dz <= step.radius_z; ++dz)
    for (int dy = -step.radius_y; dy <= step.radius_y; ++dy)
      if (const int extent = row_extent(step, dy, dz); extent >= 0) taps += 2.0 * extent + 1.0;
  return taps;
}

// Returns whether slices of a window may take no part, near the ends of an image
// (backends/cpu/images/window_slices.hpp).
inline bool may_cut_slices(const WindowMean& step) {
  const bool none_outside = step.border == Border::shrink || step.border == Border::copy;
  return step.radius_z > 0 && (step.third_axis == ThirdAxis::causal || none_outside);
}

// Returns x of a tap's spatial weight e^-x.
inline double spatial_exponent(const WindowMean& step, int dx, int dy, int dz) {
  const double away = dz == 0 ? 0.0 : dz / step.sigma_depth;  // sigma_depth may be infinity
  return 0.5 * (dx * dx + dy * dy) / (step.sigma_space * step.sigma_space) + 0.5 * away * away;
}

// A row of a step's window.
struct TapRow {
  int dy = 0, dz = 0;
  int extent = 0;         // the largest |dx|; -1: the row has no taps
  double exponent = 0.0;  // of the tap dx = 0
};

// Returns the rows of a step's window, slice after slice, those without taps too.
inline std::vector<TapRow> tap_rows(const WindowMean& step) {
  std::vector<TapRow> rows;
  for (int dz = -step.radius_z; dz <= step.slices_after(); ++dz)
    for (int dy = -step.radius_y; dy <= step.radius_y; ++dy)
      rows.push_back({dy, dz, row_extent(step, dy, dz), spatial_exponent(step, 0, dy, dz)});
  return rows;
}
// Returns the index among them of row dy of slice dz.
inline std::size_t tap_row(const WindowMean& step, int dy, int dz) {
  return static_cast<std::size_t>((dz + step.radius_z) * (2 * step.radius_y + 1) + dy +
                                  step.radius_y);
}

}  // namespace selvage
