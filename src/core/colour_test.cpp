// SPDX-License-Identifier: Apache-2.0
// Against L*a*b* as tables of colour science print it (sRGB, D65, 2 degrees).
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

TEST(Colour, Luma) {
  EXPECT_DOUBLE_EQ(luma(1, 0, 0), 0.299);
  EXPECT_DOUBLE_EQ(luma(0, 1, 0), 0.587);
  EXPECT_DOUBLE_EQ(luma(0, 0, 1), 0.114);
  EXPECT_DOUBLE_EQ(luma(1, 1, 1), 1.0);
}

}  // namespace
}  // namespace selvage
