// SPDX-License-Identifier: Apache-2.0
#pragma once
// Gaussians as powers of two: 2^(-gain d^2) = e^(-d^2 / 2 sigma^2).

#include <numbers>

#include "core/planes.hpp"
#include "selvage/image.hpp"

namespace selvage {

inline double gain_of(double sigma) {
  return 0.5 / std::numbers::ln2 / (sigma * sigma);
}

// Of the range weight, for distances between planes as they are when `reads` is read: stored units,
// or Lab over 100.
inline double range_gain_of(const WindowMean& filter, const PlaneLayout& layout, PixelType reads) {
  const double unit = layout.distance == PlaneLayout::Distance::lab ? 1.0 : full_scale(reads);
  return gain_of(double{filter.sigma_range} * unit);
}

}  // namespace selvage
