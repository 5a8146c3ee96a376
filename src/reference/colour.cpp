// SPDX-License-Identifier: Apache-2.0
#include "reference/colour.hpp"

#include <algorithm>
#include <cmath>

namespace selvage::reference {
namespace {

double linear(double sample) {
  const double s = std::max(sample, 0.0);
  return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
}

double cie_f(double t) {
  constexpr double delta = 6.0 / 29.0;
  return t > delta * delta * delta ? std::cbrt(t) : t / (3.0 * delta * delta) + 4.0 / 29.0;
}

}  // namespace

double luma(double r, double g, double b) {
  return 0.299 * r + 0.587 * g + 0.114 * b;
}

std::array<double, 3> lab(double r, double g, double b) {
  const double lr = linear(r), lg = linear(g), lb = linear(b);
  const double x = 0.4124564 * lr + 0.3575761 * lg + 0.1804375 * lb;
  const double y = 0.2126729 * lr + 0.7151522 * lg + 0.0721750 * lb;
  const double z = 0.0193339 * lr + 0.1191920 * lg + 0.9503041 * lb;
  const double fx = cie_f(x / 0.95047), fy = cie_f(y), fz = cie_f(z / 1.08883);
  return {116.0 * fy - 16.0, 500.0 * (fx - fy), 200.0 * (fy - fz)};
}

}  // namespace selvage::reference
