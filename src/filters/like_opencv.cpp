// SPDX-License-Identifier: Apache-2.0
// Converts OpenCV's parameters to those of the library.

#include <algorithm>
#include <cmath>
#include <limits>

#include "selvage/filters.hpp"

namespace selvage {
namespace {

// OpenCV rounds with cvRound: to nearest, ties to even. Validation rejects radii that are too
// large.
int opencv_radius(int diameter, double sigma_space) {
  const double radius =
      diameter > 0 ? std::floor(diameter / 2.0) : std::nearbyint(1.5 * sigma_space);
  constexpr double largest =
      std::numeric_limits<int>::max();  // largest value that the cast can take
  return static_cast<int>(std::clamp(radius, 1.0, largest));
}

}  // namespace

Bilateral like_opencv(int diameter, double sigma_color, double sigma_space, PixelType type) {
  return {.sigma_space = static_cast<float>(sigma_space),
          .sigma_range = static_cast<float>(sigma_color / full_scale(type)),
          .radius = opencv_radius(diameter, sigma_space),
          .window = Window::disc,
          .norm = Norm::l1};
}

}  // namespace selvage
