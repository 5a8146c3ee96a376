// SPDX-License-Identifier: Apache-2.0
#pragma once
// Local linear models from sums in 64-bit fixed point: their scales, the samples that they hold,
// and the buffers of a CPU worker.

#include <cstddef>

#include "methods/local_linear/linear_rows_shape.hpp"
#include "methods/local_linear/local_linear_shape.hpp"

namespace selvage {

// Samples are scaled by powers of two, so that |guide - centre| and |value| are at most 1. Products
// of them are rounded to multiples of 2^-bits, models to multiples of their units. Sums of those
// are exact, in any order, and stay below 2^62, or 2^63 for integers that are their own guide,
// whose values range from -1 to 1 instead of 0 to 1.
struct Int64Scale {
  bool exact_matrix;           // products of the guide's channels are multiples of 2^-bits
  bool exact;                  // so are those of values and guide
  double guide, guide_centre;  // a sample of the guide is scaled as guide * sample - guide_centre
  double value;                // factor of values that are no guide
  double epsilon;              // of scaled samples
  double guide_limit;          // of |scaled guide|
  int bits;                    // of pixels' products
  double a_unit, b_unit;       // of models of scaled samples
  double rounding;             // largest error of a scaled result by the fixed point
  // Samples of floats, in stored units. A result is computed in fixed point if all samples that it
  // depends on are within these limits, and all values are 0 or one is at least `least_value`.
  double least_guide = 0.0, most_guide = 0.0, most_value = 0.0, least_value = 0.0;

  explicit Int64Scale(const Problem& problem);

  bool checks() const { return most_value > 0.0; }
  // Returns the factor that turns scaled results of channel c into stored units.
  double result(const LinearPlanes& planes, int c) const {
    return 1.0 / (c < planes.own_values() ? guide : value);
  }
};

// Of the largest value among those that a result depends on: what the fixed point may add to the
// error of floats.
inline constexpr double int64_share = 2e-6;

struct Int64Shape : LinearRowsShape {
  Int64Shape(const Problem& problem, const Tile& tile)
      : LinearRowsShape(LinearPlanes(problem).uncounted(), problem, tile, 16) {}

  std::size_t bytes() const {
    const std::size_t floats = checked_add(checked_mul(rows(), loaded_planes(), loaded),
                                           checked_mul(8, loaded), checked_mul(4, means));
    std::size_t wholes = checked_mul(planes.pixel_planes(), loaded);
    wholes = checked_add(wholes, checked_mul(planes.model_planes(), rows() + 1, models));
    return checked_add(checked_mul(4, floats), checked_mul(8, wholes),
                       checked_add(checked_mul(13, loaded), means));
  }
};

}  // namespace selvage
