// SPDX-License-Identifier: Apache-2.0
#include "compare/compare.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace selvage::cli {
namespace {

template <class Sample, std::size_t N>
ConstImageView row(const std::array<Sample, N>& samples, PixelType type, int channels = 1) {
  return interleaved(samples.data(), type, static_cast<int>(N) / channels, 1, channels);
}

TEST(Compare, OneStepOfAnIntegerImageIsWithinAToleranceOfOneStep) {
  const std::array<std::uint8_t, 4> a{0, 7, 100, 255}, b{1, 6, 101, 254};
  const Difference d = difference(row(a, PixelType::u8), row(b, PixelType::u8), 1.0 / 255.0);
  EXPECT_EQ(d.max, 1.0 / 255.0);
  EXPECT_EQ(d.differing_samples, 0);
  EXPECT_EQ(difference(row(a, PixelType::u8), row(b, PixelType::u8), 0.0).differing_samples, 4);
}

TEST(Compare, FiguresOfAKnownPair) {
  const std::array<float, 6> a{0, 0, 0, 1, 1, 1}, b{0, 0.5f, 0, 1, 0, 1};
  const Difference d = difference(row(a, PixelType::f32, 3), row(b, PixelType::f32, 3), 0.5);
  EXPECT_EQ(d.max, 1.0);
  EXPECT_DOUBLE_EQ(d.mean, 1.5 / 6);
  EXPECT_DOUBLE_EQ(d.rms, std::sqrt(1.25 / 6));
  EXPECT_DOUBLE_EQ(d.psnr, -10.0 * std::log10(1.25 / 6));
  EXPECT_EQ(d.samples, 6);
  EXPECT_EQ(d.pixels, 2);
  EXPECT_EQ(d.differing_samples, 1);
  EXPECT_EQ(d.differing_pixels, 1);
  EXPECT_EQ(d.x, 1);
  EXPECT_EQ(d.channel, 1);
}

TEST(Compare, EqualImagesHaveInfinitePsnr) {
  const std::array<std::uint16_t, 2> a{1, 65535};
  const Difference d = difference(row(a, PixelType::u16), row(a, PixelType::u16), 0.0);
  EXPECT_EQ(d.max, 0.0);
  EXPECT_TRUE(std::isinf(d.psnr));
}

TEST(Compare, DifferentTypesMeetInRealUnits) {
  const std::array<std::uint8_t, 3> a{0, 100, 255};
  const std::array<std::uint16_t, 3> b{0, 100 * 257, 65535};
  EXPECT_EQ(difference(row(a, PixelType::u8), row(b, PixelType::u16), 0.0).max, 0.0);
}

TEST(Compare, NotANumber) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  constexpr float inf = std::numeric_limits<float>::infinity();
  const std::array<float, 3> a{nan, inf, -inf}, b{nan, inf, inf}, c{0, inf, -inf};
  EXPECT_EQ(difference(row(a, PixelType::f32), row(a, PixelType::f32), 0.0).max, 0.0);
  EXPECT_EQ(difference(row(a, PixelType::f32), row(b, PixelType::f32), 1e9).differing_samples, 1);
  EXPECT_EQ(difference(row(a, PixelType::f32), row(c, PixelType::f32), 1e9).differing_samples, 1);
}

}  // namespace
}  // namespace selvage::cli
