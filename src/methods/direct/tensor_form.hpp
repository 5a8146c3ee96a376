// SPDX-License-Identifier: Apache-2.0
#pragma once
// The form in which candidate "tensor" holds a pixel, and the local memory of its groups. The
// planner counts that memory and the backend requests it.

#include <array>
#include <cstddef>

#include "filters/problem.hpp"
#include "methods/direct/pixel_form.hpp"
#include "methods/direct/tensor_taps.hpp"

namespace selvage {

// The unit in which the candidate takes distances: f = unit (plane - origin), so that |f| <= 128.
struct TensorForm {
  static constexpr double largest = 128.0;

  std::array<double, 3> origin = {0.0, 0.0, 0.0};  // in stored units
  double unit = 1.0;                               // per stored unit
  double largest_term = 0.0;                       // of |f|^2 and of 2 f_k(p) f_k(q)
  bool low_parts = false;        // f is no half: its rounding error is multiplied as well
  bool separate_values = false;  // values are not the planes

  // Vectors of 16 bytes for each pixel.
  int chunks() const { return 1 + (low_parts ? 1 : 0) + (separate_values ? 1 : 0); }
};

TensorForm tensor_form(const PixelForm& form);

// Returns the factor of |f(p) - f(q)|^2 in an exponent.
double feature_exponent(const PixelForm& form, const WindowMean& step);

TapWindow tap_window(const WindowMean& step);

// Returns the local memory of a group of bilateral_tensor.
std::size_t tensor_local_bytes(const PixelForm& form, const WindowMean& step,
                               const TensorTile& tile);

}  // namespace selvage
