// SPDX-License-Identifier: Apache-2.0
#pragma once
// Distances between colours: luminance, and sRGB to CIE L*a*b* (IEC 61966-2-1, CIE 15, white D65).

#include <array>

namespace selvage {

// 0.299 R + 0.587 G + 0.114 B (ITU-R BT.601).
constexpr double luma(double r, double g, double b) {
  return 0.299 * r + 0.587 * g + 0.114 * b;
}

// sRGB's transfer function; negative samples count as 0, samples above 1 go on along the curve.
double srgb_to_linear(double sample);

// Some pixels' linear R, G, B (1 = full scale), or L*, a*, b* over 100.
struct LabPiece {
  static constexpr int pixels = 64;
  double plane[3][pixels] = {};
};

// From the one to the other, in place; relative error below 1e-14.
void linear_to_lab100(LabPiece& piece);

// One pixel.
std::array<double, 3> linear_to_lab100(double r, double g, double b);

}  // namespace selvage
