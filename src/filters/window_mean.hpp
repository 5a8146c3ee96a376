// SPDX-License-Identifier: Apache-2.0
#pragma once
// The step of most filters: a mean over a window, weighted by space and by distances between pixels
// of the image or of a guide, or by space alone.

#include <optional>

#include "selvage/filters.hpp"

namespace selvage {

// The image that distances are taken of.
enum class Guide {
  own,       // the image
  given,     // the guide among the inputs
  previous,  // the previous pass's result; the image is that of the inputs
  none,      // none; there is no range weight
};

struct WindowMean {
  double sigma_space = 3.0;  // pixels; infinity: all taps weigh the same
  float sigma_range = 0.1f;  // in the guide's unit
  int radius_x = 9,
      radius_y = 9;  // pixels; they differ only for single rows and columns, where one is 0
  Window window = Window::square;
  Norm norm = Norm::l2;
  Border border = Border::reflect101;
  float border_value = 0.0f;
  Alpha alpha = Alpha::keep;
  std::optional<float> invalid = {};
  bool fill = false;
  Guide guide = Guide::own;
  // The slices dz = -radius_z..radius_z, or -radius_z..0 if the axis is causal; 0: no third axis.
  int radius_z = 0;
  double sigma_depth = 1.0;  // slices; infinity: all slices weigh the same
  ThirdAxis third_axis = ThirdAxis::space;

  WindowMean() = default;
  // One iteration of each filter. The conversions are implicit, since the step represents these
  // filters.
  WindowMean(const Bilateral& filter);
  WindowMean(const JointBilateral& filter);
  WindowMean(const RollingGuidance& filter);  // a joint step
  WindowMean(const Gaussian& filter);
  WindowMean(const Box& filter);

  int slices_after() const { return third_axis == ThirdAxis::causal ? 0 : radius_z; }
  int slice_count() const { return radius_z + slices_after() + 1; }
  int largest_radius() const { return radius_x > radius_y ? radius_x : radius_y; }

  friend bool operator==(const WindowMean&, const WindowMean&) = default;
};

// Returns a filter's step for images with depth.
WindowMean with_depth(WindowMean step, const Filter& filter);
// Returns the step that computes J(0) of rolling guidance.
WindowMean first_step(const RollingGuidance& filter);
// Return only the window's row, or its column, for the separable bilateral [pham2005].
WindowMean row_of(WindowMean step);
WindowMean column_of(WindowMean step);

}  // namespace selvage
