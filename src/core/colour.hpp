// SPDX-License-Identifier: Apache-2.0
#pragma once
// Colour spaces for distances: luma, and sRGB to CIE L*a*b* (IEC 61966-2-1, CIE 15, white D65).

#include <array>

namespace selvage {

// 0.299 R + 0.587 G + 0.114 B (ITU-R BT.601).
constexpr double luma(double r, double g, double b) {
  return 0.299 * r + 0.587 * g + 0.114 * b;
}

// sRGB's transfer function. Negative samples count as 0; samples above 1 continue along the curve.
double srgb_to_linear(double sample);

// A block of pixels: linear R, G, B (1 = full scale), or L*, a*, b* over 100.
struct LabBlock {
  static constexpr int pixels = 64;
  double plane[3][pixels] = {};
};

// Converts the former to the latter, in place, with a relative error below 1e-14.
void linear_to_lab100(LabBlock& block);

// Converts one pixel.
std::array<double, 3> linear_to_lab100(double r, double g, double b);

}  // namespace selvage
