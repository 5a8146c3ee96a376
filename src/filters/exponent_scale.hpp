// SPDX-License-Identifier: Apache-2.0
#pragma once
// Exponent scales write Gaussians as powers of two: 2^(-scale d^2) = e^(-d^2 / 2 sigma^2).

#include <numbers>

#include "filters/planes.hpp"
#include "selvage/image.hpp"

namespace selvage {

inline double exponent_scale(double sigma) {
  return 0.5 / std::numbers::ln2 / (sigma * sigma);
}

// Returns the exponent scale of the range weight, for distances between planes read as `reads`, in
// stored units or Lab over 100.
inline double range_exponent_scale(const WindowMean& filter, const PlaneLayout& layout,
                                   PixelType reads) {
  const double unit = layout.distance == PlaneLayout::Distance::lab ? 1.0 : full_scale(reads);
  return exponent_scale(double{filter.sigma_range} * unit);
}

}  // namespace selvage
