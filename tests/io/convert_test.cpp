// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cstring>
#include <limits>
#include <utility>

#include "core/half.hpp"
#include "io/support.hpp"

namespace selvage::testing {
namespace {

using ::testing::ElementsAre;

template <class T>
Image row(PixelType type, const std::vector<T>& values) {
  Image image(type, static_cast<int>(values.size()), 1);
  std::memcpy(image.view().data, values.data(), values.size() * sizeof(T));
  return image;
}

TEST(Convert, BetweenIntegers) {
  const Image bytes = row<std::uint8_t>(PixelType::u8, {0, 1, 128, 255});
  EXPECT_THAT(samples(convert(bytes, PixelType::u16)), ElementsAre(0, 257, 32896, 65535));
  const Image words = row<std::uint16_t>(PixelType::u16, {0, 128, 129, 385, 386, 65535});
  EXPECT_THAT(samples(convert(words, PixelType::u8)), ElementsAre(0, 0, 1, 1, 2, 255));
}

TEST(Convert, FloatsAreRoundedToNearestAndClamped) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const Image floats = row<float>(
      PixelType::f32, {0.0f, 1.0f, 0.5f, 0.4999f / 255, 0.5001f / 255, -3.0f, 7.0f, nan, infinity});
  EXPECT_THAT(samples(convert(floats, PixelType::u8)),
              ElementsAre(0, 255, 128, 0, 1, 0, 255, 0, 255));  // 127.5 rounds to even
  EXPECT_THAT(samples(convert(floats, PixelType::u16)),
              ElementsAre(0, 65535, 32768, 128, 129, 0, 65535, 0, 65535));
}

TEST(Convert, FloatsKeepWhatLiesOutside) {
  const Image floats = row<float>(PixelType::f32, {-3.0f, 7.0f, 1.0f / 3});
  const Image halves = convert(floats, PixelType::f16);
  EXPECT_THAT(samples(halves), ElementsAre(-3, 7, 0.333251953125));
  EXPECT_THAT(samples(convert(halves, PixelType::f32)), ElementsAre(-3, 7, 0.333251953125));
}

TEST(Convert, IntegersSurviveWiderTypes) {
  std::vector<std::uint8_t> all(256);
  for (std::size_t i = 0; i < 256; ++i) all[i] = static_cast<std::uint8_t>(i);
  const Image bytes = row(PixelType::u8, all);
  for (const PixelType wider : {PixelType::u16, PixelType::f16, PixelType::f32})
    expect_same(convert(convert(bytes, wider), PixelType::u8), bytes);
  std::vector<std::uint16_t> words(65536);
  for (std::size_t i = 0; i < 65536; ++i) words[i] = static_cast<std::uint16_t>(i);
  const Image image = row(PixelType::u16, words);
  expect_same(convert(convert(image, PixelType::f32), PixelType::u16), image);
}

TEST(Convert, KeepsShapeAlphaAndBatchOfAnyView) {
  const Image image = test_image(PixelType::u8, 7, 5, 4, true);
  ConstImageView flipped = image;
  flipped.data = flipped.at(0, 4);
  flipped.stride.row = -flipped.stride.row;
  const Image same = convert(flipped, PixelType::u8);
  expect_same(same, flipped);
  EXPECT_TRUE(same.alpha());
  Image batch(PixelType::u8, 2, 2, 1, false, 3);
  std::memset(batch.view().data, 9, batch.bytes());
  const Image wider = convert(batch, PixelType::u16);
  EXPECT_EQ(wider.view().batch, 3);
  EXPECT_THAT(samples(std::as_const(wider).view().image(2)), ElementsAre(2313, 2313, 2313, 2313));
}

}  // namespace
}  // namespace selvage::testing
