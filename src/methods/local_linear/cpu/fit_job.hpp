// SPDX-License-Identifier: Apache-2.0
#pragma once
// The models of a row of windows, from the sums over them.

#include <cstddef>

#include "methods/local_linear/local_linear_shape.hpp"

namespace selvage::cpu {

// Sums and models are doubles, or whole numbers: then models are rounded after scaling.
template <class Number>
struct FitJob {
  LinearPlanes planes;
  std::ptrdiff_t pixels = 0;
  const Number* sums = nullptr;  // [pixel_planes][stride]
  Number* models = nullptr;      // [model_planes][stride]
  std::ptrdiff_t stride = 0;
  const double* valid = nullptr;  // 1 or 0 for each window's centre, if pixels are counted
  double reciprocal = 1.0;        // of the pixels of a window, if they are not counted
  double epsilon = 0.0;           // in stored units
  double guide_centre = 0.0, value_centre = 0.0;  // which was subtracted, in stored units
  double a_scale = 1.0, b_scale = 1.0;            // of whole numbers
};

}  // namespace selvage::cpu
