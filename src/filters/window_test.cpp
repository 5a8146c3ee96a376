// SPDX-License-Identifier: Apache-2.0
#include "filters/window.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace selvage {
namespace {

bool in_disc(std::int64_t dx, std::int64_t dy, std::int64_t radius) {
  return dx * dx + dy * dy <= radius * radius;
}

TEST(Window, DiscRowsAreWhatTheCircleHolds) {
  for (int radius = 0; radius <= 100; ++radius)
    for (int dy = -radius; dy <= radius; ++dy) {
      int extent = -1;
      for (int dx = 0; dx <= radius; ++dx)
        if (in_disc(dx, dy, radius)) extent = dx;
      ASSERT_EQ(row_extent(Window::disc, radius, dy), extent) << radius << ' ' << dy;
    }
}

TEST(Window, LargestDisc) {
  constexpr int radius = 4096;
  for (int dy = -radius; dy <= radius; ++dy) {
    const int extent = row_extent(Window::disc, radius, dy);
    ASSERT_TRUE(in_disc(extent, dy, radius)) << dy;
    ASSERT_FALSE(in_disc(extent + 1, dy, radius)) << dy;
  }
}

TEST(Window, SquareRowsAreAllAlike) {
  for (const int radius : {0, 1, 7, 4096})
    for (const int dy : {-radius, 0, radius})
      EXPECT_EQ(row_extent(Window::square, radius, dy), radius);
}

TEST(Window, Taps) {
  EXPECT_EQ(window_taps(Window::square, 0), 1);
  EXPECT_EQ(window_taps(Window::square, 7), 225);
  EXPECT_EQ(window_taps(Window::square, 4096), 8193.0 * 8193.0);
  // Gauss' circle problem: 1, 5, 13, 29, 49, 81, 113, 149.
  EXPECT_EQ(window_taps(Window::disc, 0), 1);
  EXPECT_EQ(window_taps(Window::disc, 1), 5);
  EXPECT_EQ(window_taps(Window::disc, 2), 13);
  EXPECT_EQ(window_taps(Window::disc, 5), 81);
  EXPECT_EQ(window_taps(Window::disc, 7), 149);
}

// An ellipsoid's slices become smaller; rows without taps do not count.
TEST(Window, TapsOfEllipsoidsAndCylinders) {
  WindowMean step;
  step.radius_x = step.radius_y = 1;
  step.radius_z = 4;
  EXPECT_EQ(window_taps(step), 9.0 * 9.0);
  step.window = Window::disc;
  EXPECT_EQ(window_taps(step), 5.0 + 8.0);
  EXPECT_EQ(row_extent(step, 1, 1), -1);
  EXPECT_EQ(row_extent(step, 0, 4), 0);
  step.third_axis = ThirdAxis::time;
  EXPECT_EQ(window_taps(step), 5.0 * 9.0);
  step.third_axis = ThirdAxis::causal;
  EXPECT_EQ(window_taps(step), 5.0 * 5.0);
  step.third_axis = ThirdAxis::space;
  step.radius_x = step.radius_y = step.radius_z = 2;
  double inside = 0.0;
  for (int z = -2; z <= 2; ++z)
    for (int y = -2; y <= 2; ++y)
      for (int x = -2; x <= 2; ++x) inside += x * x + y * y + z * z <= 4 ? 1.0 : 0.0;
  EXPECT_EQ(window_taps(step), inside);
  step.radius_z = 0;
  EXPECT_EQ(window_taps(step), 13.0);
}

}  // namespace
}  // namespace selvage
