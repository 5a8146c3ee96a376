// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>

#include "selvage/filters.hpp"

namespace selvage {
namespace {

int radius(int diameter, double sigma_space) {
  return *like_opencv(diameter, 30, sigma_space, PixelType::u8).radius;
}

TEST(LikeOpencv, IsADiscWithL1) {
  const Bilateral expected{.sigma_space = 5,
                           .sigma_range = 30.0f / 255.0f,
                           .radius = 7,
                           .window = Window::disc,
                           .norm = Norm::l1};
  EXPECT_EQ(like_opencv(15, 30, 5, PixelType::u8), expected);
}

TEST(LikeOpencv, SigmaColorIsOnTheScaleOfStoredSamples) {
  EXPECT_EQ(like_opencv(15, 30, 5, PixelType::u16).sigma_range, static_cast<float>(30 / 65535.0));
  EXPECT_EQ(like_opencv(15, 30, 5, PixelType::f16).sigma_range, 30.0f);
  EXPECT_EQ(like_opencv(15, 30, 5, PixelType::f32).sigma_range, 30.0f);
}

TEST(LikeOpencv, TheRadiusIsHalfTheDiameterOrFollowsSigmaSpace) {
  EXPECT_EQ(radius(9, 3), 4);
  EXPECT_EQ(radius(8, 3), 4);
  EXPECT_EQ(radius(1, 3), 1);   // at least 1
  EXPECT_EQ(radius(0, 5), 8);   // 7.5, ties to even
  EXPECT_EQ(radius(-1, 3), 4);  // 4.5
  EXPECT_EQ(radius(0, 0.1), 1);
  EXPECT_EQ(radius(0, 1e300), std::numeric_limits<int>::max());  // validate rejects it
}

}  // namespace
}  // namespace selvage
