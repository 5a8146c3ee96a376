// SPDX-License-Identifier: Apache-2.0
#pragma once
// When the loop over pairs of pixels runs, for the planner and the backend.

#include "methods/direct/pair_shape.hpp"

namespace selvage {

// Returns whether it does with vectors of so many floats, if sums are fine. Vectors of 16 compute
// few taps as fast one by one, and narrow images faster (docs/journal/0058).
inline bool in_pairs(const WindowMean& step, const PlaneLayout& layout, int simd_floats) {
  constexpr int many = 16, least_radius = 5;
  return PairShape::serves(step, layout) && (simd_floats < many || step.radius_x >= least_radius);
}

}  // namespace selvage
