// SPDX-License-Identifier: Apache-2.0
#include "core/samples.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <limits>
#include <numeric>

namespace selvage {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

// 2 images of 3x2 pixels with 2 channels: 24 samples 0, 1, 2 ...
std::array<std::uint16_t, 24> counted() {
  std::array<std::uint16_t, 24> samples{};
  std::iota(samples.begin(), samples.end(), std::uint16_t{0});
  return samples;
}

ConstImageView view(const std::array<std::uint16_t, 24>& samples) {
  ConstImageView v = interleaved(static_cast<const void*>(samples.data()), PixelType::u16, 3, 2, 2);
  v.batch = 2;
  return v;
}

TEST(CopySamples, BetweenPackedImages) {
  const auto from = counted();
  std::array<std::uint16_t, 24> to{};
  ImageView target = interleaved(static_cast<void*>(to.data()), PixelType::u16, 3, 2, 2);
  target.batch = 2;
  copy_samples(view(from), target);
  EXPECT_EQ(to, from);
}

TEST(CopySamples, IntoPlanes) {
  const auto from = counted();
  std::array<std::uint16_t, 24> to{};
  ImageView target = interleaved(static_cast<void*>(to.data()), PixelType::u16, 3, 2, 2);
  target.batch = 2;
  target.stride = planar_strides(PixelType::u16, 3, 2, 2);
  copy_samples(view(from), target);
  EXPECT_EQ(to, (std::array<std::uint16_t, 24>{0,  2,  4,  6,  8,  10, 1,  3,  5,  7,  9,  11,
                                               12, 14, 16, 18, 20, 22, 13, 15, 17, 19, 21, 23}));
}

TEST(CopySamples, IntoPaddedRowsLeavesThePadding) {
  const auto from = counted();
  std::array<std::uint16_t, 32> to;
  to.fill(999);
  ImageView target = interleaved(static_cast<void*>(to.data()), PixelType::u16, 3, 2, 2);
  target.batch = 2;
  target.stride.row = 16;  // two samples between rows
  target.stride.batch = 32;
  copy_samples(view(from), target);
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t i = 0; i < 8; ++i)
      EXPECT_EQ(to.at(row * 8 + i), i < 6 ? row * 6 + i : 999) << row << ' ' << i;
}

TEST(CopySamples, NanPayloadsStay) {
  const std::array<std::uint32_t, 3> from{0x7f800001, 0xffc12345, 0x7fa00000};
  std::array<std::uint32_t, 3> to{};
  ImageView target = interleaved(static_cast<void*>(to.data()), PixelType::f32, 3, 1);
  target.stride.pixel = -4;
  target.data += 8;
  copy_samples(interleaved(static_cast<const void*>(from.data()), PixelType::f32, 3, 1), target);
  EXPECT_EQ(to, (std::array<std::uint32_t, 3>{0x7fa00000, 0xffc12345, 0x7f800001}));
}

TEST(SampleExtent, InTheSamplesUnit) {
  EXPECT_DOUBLE_EQ(sample_extent(view(counted())), 23.0 / 65535.0);
  const std::array<std::uint8_t, 3> bytes{7, 255, 3};
  EXPECT_EQ(sample_extent(interleaved(bytes.data(), PixelType::u8, 3, 1)), 1.0);
  const std::array<std::uint16_t, 3> halves{0x3c00, 0xc200, 0x7c00};  // 1, -3, infinity
  EXPECT_EQ(sample_extent(interleaved(halves.data(), PixelType::f16, 3, 1)), 4.0);
  EXPECT_EQ(sample_extent(interleaved(halves.data(), PixelType::f16, 3, 1), 2.0), 5.0);
  EXPECT_EQ(sample_extent(interleaved(halves.data(), PixelType::f16, 3, 1), -7.0), 8.0);
}

TEST(SampleExtent, OfFiniteSamplesAlone) {
  const std::array<float, 5> samples{1.5f, -2.5f, nan, infinity, -infinity};
  EXPECT_EQ(sample_extent(interleaved(samples.data(), PixelType::f32, 5, 1)), 4.0);
  EXPECT_EQ(sample_extent(interleaved(samples.data() + 2, PixelType::f32, 3, 1)), 0.0);
}

}  // namespace
}  // namespace selvage
