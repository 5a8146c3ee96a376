// SPDX-License-Identifier: Apache-2.0
#pragma once
// The shape of a filter's window: extents of rows and number of taps.

#include <cmath>
#include <cstdlib>

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
inline double window_taps(const WindowMean& step) {
  if (step.window == Window::disc) return window_taps(Window::disc, step.radius_x);
  return (2.0 * step.radius_x + 1.0) * (2.0 * step.radius_y + 1.0);
}

}  // namespace selvage
