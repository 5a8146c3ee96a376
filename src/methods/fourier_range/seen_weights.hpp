// SPDX-License-Identifier: Apache-2.0
#pragma once
// For tests: the weights of AxisMean, as the head of axis_mean.hpp defines them.

#include <cmath>
#include <cstddef>
#include <cstdlib>

#include "methods/fourier_range/axis_mean.hpp"

namespace selvage {

// Returns the weight of a tap at t for a pixel at this place of the grid.
inline double seen_weight(const AxisMean& axis, int place, int t) {
  double sum = 0.0;
  for (int a = -1; a <= 2; ++a)
    for (int m = -axis.reach; m <= axis.reach; ++m) {
      const auto at = static_cast<std::size_t>(std::abs(place + t - (a + m) * axis.step));
      if (at < axis.reduce.size())
        sum += axis.interpolate[static_cast<std::size_t>(place)][static_cast<std::size_t>(a + 1)] *
               axis.coarse[static_cast<std::size_t>(std::abs(m))] * axis.reduce[at];
    }
  if (std::abs(t) > axis.radius) return sum;
  const double end = axis.radius + 1.0;
  const auto from_end = static_cast<std::size_t>(axis.radius - std::abs(t));
  if (from_end < axis.ends.size()) sum += axis.ends[from_end];
  return sum + axis.box + axis.parabola * (end * end - 1.0 * t * t);
}

}  // namespace selvage
