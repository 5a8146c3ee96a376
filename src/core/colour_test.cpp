// SPDX-License-Identifier: Apache-2.0
// Compares with published tables of L*a*b* (sRGB, D65, 2 degrees).
#include "core/colour.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace selvage {
namespace {

void expect_lab(std::array<double, 3> srgb, std::array<double, 3> expected) {
  const auto lab =
      linear_to_lab100(srgb_to_linear(srgb[0]), srgb_to_linear(srgb[1]), srgb_to_linear(srgb[2]));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(100 * lab.at(i), expected.at(i), 0.006) << i;
}

TEST(Colour, LabOfGrays) {
  expect_lab({0, 0, 0}, {0, 0, 0});
  expect_lab({1, 1, 1}, {100, 0, 0});
  expect_lab({0.5, 0.5, 0.5}, {53.39, 0, 0});
}

TEST(Colour, LabOfPrimaries) {
  expect_lab({1, 0, 0}, {53.24, 80.09, 67.20});
  expect_lab({0, 1, 0}, {87.73, -86.18, 83.18});
  expect_lab({0, 0, 1}, {32.30, 79.19, -107.86});
}

TEST(Colour, LabOfMixtures) {
  expect_lab({0, 1, 1}, {91.11, -48.09, -14.13});
  expect_lab({1, 0, 1}, {60.32, 98.23, -60.82});
  expect_lab({1, 1, 0}, {97.14, -21.55, 94.48});
}

// Uses the formula of CIE 15 on both sides of its knee. The matrix rows add up to the white point,
// that of Y to 1.0000001.
TEST(Colour, LabOfAPieceIsTheFormula) {
  const auto f = [](double t) {
    return t > 216.0 / 24389.0 ? std::cbrt(t) : (24389.0 / 27.0 * t + 16.0) / 116.0;
  };
  const auto gray = [](int i) { return std::exp2(2.0 - i / 4.0); };  // 4 to 2^-13.75
  LabBlock block;
  for (int i = 0; i < LabBlock::pixels; ++i)
    for (auto& plane : block.plane) plane[i] = gray(i);
  linear_to_lab100(block);
  for (int i = 0; i < LabBlock::pixels; ++i) {
    const double x = f(gray(i)), y = f(1.0000001 * gray(i));
    EXPECT_NEAR(block.plane[0][i], 1.16 * y - 0.16, 1e-13) << i;
    EXPECT_NEAR(block.plane[1][i], 5.0 * (x - y), 1e-13) << i;
    EXPECT_NEAR(block.plane[2][i], 2.0 * (y - x), 1e-13) << i;
  }
}

TEST(Colour, TransferFunction) {
  EXPECT_EQ(srgb_to_linear(0), 0.0);
  EXPECT_DOUBLE_EQ(srgb_to_linear(0.04), 0.04 / 12.92);
  EXPECT_NEAR(srgb_to_linear(0.5), 0.21404114, 1e-8);
  EXPECT_DOUBLE_EQ(srgb_to_linear(1), 1.0);
  // The line and the curve meet.
  EXPECT_NEAR(srgb_to_linear(std::nextafter(0.04045, 1.0)), 0.04045 / 12.92, 1e-7);
}

TEST(Colour, TransferFunctionBeyondFullScale) {
  EXPECT_NEAR(srgb_to_linear(2), std::pow(2.055 / 1.055, 2.4), 1e-12);
  EXPECT_EQ(srgb_to_linear(-0.5), 0.0);
  EXPECT_EQ(srgb_to_linear(std::numeric_limits<double>::quiet_NaN()), 0.0);
}

TEST(Colour, LabOfTheLargestSamples) {
  for (const double t : {1e36, 1e38, 1e40, 1e43}) {
    const auto lab = linear_to_lab100(t, t, t);
    EXPECT_NEAR(lab[0] / (1.16 * std::cbrt(t)), 1.0, 1e-6) << t;
  }
}

TEST(Colour, Luma) {
  EXPECT_DOUBLE_EQ(luma(1, 0, 0), 0.299);
  EXPECT_DOUBLE_EQ(luma(0, 1, 0), 0.587);
  EXPECT_DOUBLE_EQ(luma(0, 0, 1), 0.114);
  EXPECT_DOUBLE_EQ(luma(1, 1, 1), 1.0);
}

}  // namespace
}  // namespace selvage
