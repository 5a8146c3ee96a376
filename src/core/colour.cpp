// SPDX-License-Identifier: Apache-2.0
#include "core/colour.hpp"

#include <cmath>

namespace selvage {
namespace {

// f of CIE 15: the cube root, with a line near black.
double lab_curve(double t) {
  constexpr double delta = 6.0 / 29.0;
  return t > delta * delta * delta ? std::cbrt(t) : t / (3.0 * delta * delta) + 4.0 / 29.0;
}

}  // namespace

double srgb_to_linear(double sample) {
  if (!(sample > 0.0)) return 0.0;
  return sample <= 0.04045 ? sample / 12.92 : std::pow((sample + 0.055) / 1.055, 2.4);
}

std::array<double, 3> linear_to_lab100(double r, double g, double b) {
  // sRGB's primaries; X and Z over the white's.
  const double x = lab_curve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const double y = lab_curve(0.2126729 * r + 0.7151522 * g + 0.0721750 * b);
  const double z = lab_curve((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
  return {1.16 * y - 0.16, 5.0 * (x - y), 2.0 * (y - z)};
}

}  // namespace selvage
