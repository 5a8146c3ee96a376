// SPDX-License-Identifier: Apache-2.0
#include "core/colour.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace selvage {
namespace {

// Returns the cube root of t > 0 without a call or a branch, so that loops vectorise: a guess from
// a third of the exponent (error 5 %), then Halley's iteration, which cubes the error: 4e-5, 2e-14,
// exact. Scales t by 2^-120 where it exceeds the guess's single precision.
double cube_root(double t) {
  const bool large = t > 0x1p120;
  t = large ? t * 0x1p-120 : t;
  const auto bits = std::bit_cast<std::int32_t>(static_cast<float>(t));
  const auto third = static_cast<std::int32_t>(static_cast<float>(bits) * (1.0f / 3.0f));
  double y = std::bit_cast<float>(third + 0x2a514067);
  for (int i = 0; i < 3; ++i) {
    const double cube = y * y * y;
    y *= (cube + 2.0 * t) / (2.0 * cube + t);
  }
  return large ? y * 0x1p40 : y;
}

// f of CIE 15: the cube root, with a line near black.
double lab_curve(double t) {
  constexpr double delta = 6.0 / 29.0;
  const double line = t / (3.0 * delta * delta) + 4.0 / 29.0;
  const double root = cube_root(t);
  return t > delta * delta * delta ? root : line;
}

}  // namespace

double srgb_to_linear(double sample) {
  if (!(sample > 0.0)) return 0.0;
  return sample <= 0.04045 ? sample / 12.92 : std::pow((sample + 0.055) / 1.055, 2.4);
}

void linear_to_lab100(LabBlock& block) {
  auto& [x, y, z] = block.plane;  // R, G, B so far
  // sRGB's primaries; X and Z are relative to the white's.
  for (int i = 0; i < LabBlock::pixels; ++i) {
    const double r = x[i], g = y[i], b = z[i];
    x[i] = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047;
    y[i] = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b;
    z[i] = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883;
  }
  for (auto& plane : block.plane)
    for (double& t : plane) t = lab_curve(t);
  for (int i = 0; i < LabBlock::pixels; ++i) {
    const double fx = x[i], fy = y[i], fz = z[i];
    x[i] = 1.16 * fy - 0.16;
    y[i] = 5.0 * (fx - fy);
    z[i] = 2.0 * (fy - fz);
  }
}

std::array<double, 3> linear_to_lab100(double r, double g, double b) {
  LabBlock block;
  block.plane[0][0] = r;
  block.plane[1][0] = g;
  block.plane[2][0] = b;
  linear_to_lab100(block);
  return {block.plane[0][0], block.plane[1][0], block.plane[2][0]};
}

}  // namespace selvage
