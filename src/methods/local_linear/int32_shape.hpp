// SPDX-License-Identifier: Apache-2.0
#pragma once
// Local linear models of bytes: their fixed point, and the buffers of a CPU worker.

#include <cmath>

#include "methods/local_linear/linear_rows_shape.hpp"
#include "methods/local_linear/local_linear_shape.hpp"

namespace selvage {

// The fixed point of models, in which a window's sum stays below 2^31. With the deviation of values
// at most half of full scale, |a| <= 1 / (4 sqrt(epsilon)), and |b| <= 255 (1 + sqrt(n) |a| / 2).
struct ModelScale {
  double largest_a, largest_b;  // stored units of values over those of the guide; stored units
  // The models are multiplied by this and rounded: floats, of which devices have the same.
  double a, b;

  explicit ModelScale(const Problem& problem) {
    const Guided filter = fitting_filter(problem.filter);
    const double n = guide_colours(problem), side = 2.0 * filter.radius + 1.0;
    largest_a = 0.25 / std::sqrt(double{filter.epsilon});
    largest_b = 255.0 + std::sqrt(n) * 128.0 * largest_a;
    // Models err by far less than 1 part in 1000, and rounding adds 1/2.
    const double most = (2147483647.0 - side * side) / (side * side * 1.001);
    a = static_cast<float>(most / largest_a);
    b = static_cast<float>(most / largest_b);
  }
};

// The largest radius whose sums of products stay below 2^31: (2 radius + 1)^2 * 2^14.
inline constexpr int largest_int32_radius = 180;
inline constexpr int byte_centre = 128;

struct Int32Shape : LinearRowsShape {
  Int32Shape(const Problem& problem, const Tile& tile)
      : LinearRowsShape(LinearPlanes(problem), problem, tile, 32) {}

  std::size_t bytes() const {
    const std::size_t words = checked_mul(rows(), loaded_planes(), loaded);
    std::size_t wholes = checked_mul(planes.pixel_planes(), loaded);
    wholes = checked_add(wholes, checked_mul(planes.model_planes(), rows() + 1, models));
    const std::size_t floats = checked_add(checked_mul(8, loaded), checked_mul(4, means));
    return checked_add(checked_mul(2, words), checked_mul(4, checked_add(wholes, floats)));
  }
};

}  // namespace selvage
