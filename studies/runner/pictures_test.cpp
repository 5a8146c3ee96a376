// SPDX-License-Identifier: Apache-2.0
#include "runner/pictures.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace selvage::studies {
namespace {

Image bytes(int width, int height, int channels, const std::vector<std::uint8_t>& values) {
  Image image(PixelType::u8, width, height, channels);
  std::memcpy(image.view().data, values.data(), values.size());
  return image;
}

Image floats(int width, int height, const std::vector<float>& values) {
  Image image(PixelType::f32, width, height, 1);
  std::memcpy(image.view().data, values.data(), values.size() * sizeof(float));
  return image;
}

std::vector<int> values_of(const Image& image) {
  std::vector<int> values;
  for (std::size_t i = 0; i < image.bytes(); ++i)
    values.push_back(std::to_integer<int>(image.view().data[i]));
  return values;
}

TEST(Difference, CountsSamplesOfBytes) {
  const Difference d =
      difference(bytes(2, 1, 3, {0, 10, 20, 30, 40, 50}), bytes(2, 1, 3, {0, 13, 20, 29, 40, 50}));
  EXPECT_EQ(d.count, 2u);
  EXPECT_EQ(d.max, 3.0);
  EXPECT_DOUBLE_EQ(d.mean, 4.0 / 6.0);
  EXPECT_DOUBLE_EQ(d.psnr, 10.0 * std::log10(255.0 * 255.0 * 6.0 / 10.0));
  EXPECT_EQ(d.nans, 0u);
}

TEST(Difference, EqualImagesHaveAnInfinitePsnr) {
  const Difference d = difference(floats(2, 1, {1.0f, 2.0f}), floats(2, 1, {1.0f, 2.0f}));
  EXPECT_EQ(d.count, 0u);
  EXPECT_TRUE(std::isinf(d.psnr));
}

TEST(Difference, FindsNansInEither) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const Difference d = difference(floats(4, 1, {nan, 0.0f, infinity, 0.25f}),
                                  floats(4, 1, {0.0f, nan, infinity, 0.75f}));
  EXPECT_EQ(d.nans, 2u);
  EXPECT_EQ(d.count, 3u);
  EXPECT_EQ(d.max, 0.5);
}

TEST(Difference, RefusesOtherShapes) {
  EXPECT_THROW(difference(bytes(2, 1, 1, {0, 0}), bytes(1, 2, 1, {0, 0})), std::logic_error);
}

TEST(Pictures, DifferencesAreScaled) {
  EXPECT_EQ(
      values_of(difference_picture(bytes(3, 1, 1, {0, 10, 200}), bytes(3, 1, 1, {1, 7, 0}), 10.0)),
      (std::vector{10, 30, 255}));
  EXPECT_EQ(values_of(difference_picture(floats(1, 1, {0.5f}), floats(1, 1, {0.4f}), 2.0)),
            std::vector{51});
}

TEST(Pictures, FloatsBecomeBytes) {
  EXPECT_EQ(values_of(to_bytes(floats(4, 1, {-1.0f, 0.5f, 2.0f, 1.0f}))),
            (std::vector{0, 128, 255, 255}));
}

TEST(Pictures, FourthChannelIsNotShown) {
  EXPECT_EQ(values_of(to_bytes(bytes(1, 1, 4, {1, 2, 3, 4}))), (std::vector{1, 2, 3}));
}

TEST(Pictures, StandBesideOneAnotherWithAGap) {
  std::vector<Image> images;
  images.push_back(bytes(1, 1, 1, {7}));
  images.push_back(bytes(1, 2, 3, {1, 2, 3, 4, 5, 6}));
  const Image all = side_by_side(images);
  ASSERT_EQ(all.width(), 6);
  ASSERT_EQ(all.height(), 2);
  ASSERT_EQ(all.channels(), 3);
  std::vector<int> expected(36, 255);
  for (const int c : {0, 1, 2}) {
    expected[static_cast<std::size_t>(c)] = 7;
    expected[static_cast<std::size_t>(15 + c)] = 1 + c;
    expected[static_cast<std::size_t>(33 + c)] = 4 + c;
  }
  EXPECT_EQ(values_of(all), expected);
}

}  // namespace
}  // namespace selvage::studies
