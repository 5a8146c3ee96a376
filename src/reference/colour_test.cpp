// SPDX-License-Identifier: Apache-2.0
// Lab values of the sRGB primaries as colour science tables print them (D65, 2 degrees).
#include "reference/colour.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace selvage::reference {
namespace {

void expect_lab(double r, double g, double b, std::array<double, 3> expected, double tolerance) {
  const auto computed = lab(r, g, b);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(computed[i], expected[i], tolerance) << i;
}

TEST(ReferenceColour, LabOfPrimaries) {
  expect_lab(0, 0, 0, {0, 0, 0}, 1e-12);
  expect_lab(1, 1, 1, {100, 0, 0}, 0.02);
  expect_lab(1, 0, 0, {53.24, 80.09, 67.20}, 0.01);
  expect_lab(0, 1, 0, {87.73, -86.18, 83.18}, 0.01);
  expect_lab(0, 0, 1, {32.30, 79.19, -107.86}, 0.01);
}

TEST(ReferenceColour, LabOfMiddleGray) {
  expect_lab(0.5, 0.5, 0.5, {53.39, 0, 0}, 0.01);
}

// 0.04 lies on the straight part of the transfer function: Y = 0.04 / 12.92 = 0.0030960 is below
// (6/29)^3, so L = 116 (Y / (3 (6/29)^2) + 4/29) - 16 = 903.296 Y = 2.7966.
TEST(ReferenceColour, LabOfNearBlack) {
  expect_lab(0.04, 0.04, 0.04, {2.7966, 0, 0}, 1e-3);
}

TEST(ReferenceColour, NegativeCountsAsZeroAndAboveOneGoesOn) {
  expect_lab(-3, 0, -1e-9, {0, 0, 0}, 1e-12);
  // ((2 + 0.055) / 1.055)^2.4 = 4.95388; L = 116 cbrt(4.95388) - 16 = 181.745
  expect_lab(2, 2, 2, {181.745, 0, 0}, 0.06);
}

TEST(ReferenceColour, Luma) {
  EXPECT_DOUBLE_EQ(luma(1, 0, 0), 0.299);
  EXPECT_DOUBLE_EQ(luma(0, 1, 0), 0.587);
  EXPECT_DOUBLE_EQ(luma(0, 0, 1), 0.114);
  EXPECT_NEAR(luma(0.5, 0.5, 0.5), 0.5, std::numeric_limits<double>::epsilon());
}

}  // namespace
}  // namespace selvage::reference
