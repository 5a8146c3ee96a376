// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/images/pixel_store.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "backends/cpu/images/test_images.hpp"

namespace selvage::cpu {
namespace {

using ::testing::ElementsAre;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

// The number types of both inner loops.
template <class Real>
class PixelStore : public ::testing::Test {};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(PixelStore, Reals);

TYPED_TEST(PixelStore, AddsTheMeanToTheCentreAndRoundsToEven) {
  const Image from = image_of<std::uint8_t>(PixelType::u8, 5, 1, 1, {10, 11, 254, 3, 100});
  Image to(PixelType::u8, 5, 1);
  const std::array<TypeParam, 5> offset{0.5f, 0.5f, 1.75f, -3.75f, 0.49f};
  store_row<TypeParam>({.from = from, .to = to, .mean_offset = offset.data()});
  EXPECT_THAT(samples_of<std::uint8_t>(to), ElementsAre(10, 12, 255, 0, 100));
}

TYPED_TEST(PixelStore, SixteenBitsReachFullScale) {
  const Image from = image_of<std::uint16_t>(PixelType::u16, 4, 1, 1, {65535, 65534, 0, 65533});
  Image to(PixelType::u16, 4, 1);
  const std::array<TypeParam, 4> offset{1, 0.5f, -1, 0.5f};
  store_row<TypeParam>({.from = from, .to = to, .mean_offset = offset.data()});
  EXPECT_THAT(samples_of<std::uint16_t>(to), ElementsAre(65535, 65534, 0, 65534));
}

TYPED_TEST(PixelStore, ScalesMeans) {
  const Image from = image_of<float>(PixelType::f32, 2, 1, 1, {1, 2});
  Image to(PixelType::f32, 2, 1);
  const std::array<TypeParam, 2> offset{4, -8};
  store_row<TypeParam>(
      {.from = from, .to = to, .mean_offset = offset.data(), .mean_scale = TypeParam{0.25}});
  EXPECT_THAT(samples_of<float>(to), ElementsAre(2, 0));
}

TYPED_TEST(PixelStore, EachAveragedChannelHasItsPlaneAndTheRestIsCopied) {
  const Image from = image_of<std::uint8_t>(PixelType::u8, 2, 1, 3, {1, 2, 3, 4, 5, 6});
  Image to(PixelType::u8, 2, 1, 3);
  const std::array<TypeParam, 7> offset{10, 20, 0, 0, 0, 30, 40};
  store_row<TypeParam>(
      {.from = from, .to = to, .mean_offset = offset.data(), .mean_plane = 5, .averaged = 2});
  EXPECT_THAT(samples_of<std::uint8_t>(to), ElementsAre(11, 32, 3, 24, 45, 6));
}

TYPED_TEST(PixelStore, PixelsThatAreNotComputedAreCopied) {
  const Image from = image_of<std::uint8_t>(PixelType::u8, 3, 1, 1, {1, 2, 3});
  Image to(PixelType::u8, 3, 1);
  const std::array<TypeParam, 3> offset{50, std::numeric_limits<TypeParam>::quiet_NaN(), 50};
  const std::array<std::uint8_t, 3> computed{1, 0, 1};
  store_row<TypeParam>(
      {.from = from, .to = to, .mean_offset = offset.data(), .computed = computed.data()});
  EXPECT_THAT(samples_of<std::uint8_t>(to), ElementsAre(51, 2, 53));
}

TYPED_TEST(PixelStore, CopiesToTheBit) {
  const std::array<std::uint32_t, 4> from{0x7f800001, 0xffc12345, 0x00000001, 0x80000000};
  std::array<std::uint32_t, 4> to{};
  const std::array<std::uint8_t, 4> computed{};
  const std::array<TypeParam, 4> offset{};
  store_row<TypeParam>(
      {.from = interleaved(static_cast<const void*>(from.data()), PixelType::f32, 4, 1),
       .to = interleaved(static_cast<void*>(to.data()), PixelType::f32, 4, 1),
       .mean_offset = offset.data(),
       .computed = computed.data()});
  EXPECT_EQ(to, from);
}

TYPED_TEST(PixelStore, IntoStridedViews) {
  const Image from = image_of<std::uint16_t>(PixelType::u16, 3, 1, 1, {1, 2, 3});
  Image buffer = image_of<std::uint16_t>(PixelType::u16, 6, 1, 1, {9, 9, 9, 9, 9, 9});
  ImageView to = buffer.view();  // every other sample, from the right
  to.width = 3;
  to.data = buffer.view().at(4, 0);
  to.stride.pixel = -4;
  const std::array<TypeParam, 3> offset{10, 10, 10};
  store_row<TypeParam>({.from = from, .to = to, .mean_offset = offset.data()});
  EXPECT_THAT(samples_of<std::uint16_t>(buffer), ElementsAre(13, 9, 12, 9, 11, 9));
}

TYPED_TEST(PixelStore, BetweenFullScales) {
  const Image bytes = image_of<std::uint8_t>(PixelType::u8, 2, 1, 1, {51, 255});
  Image floats(PixelType::f32, 2, 1);
  const std::array<TypeParam, 2> offset{51, 0};
  store_row<TypeParam>({.from = bytes, .to = floats, .mean_offset = offset.data()});
  EXPECT_THAT(samples_of<float>(floats), ElementsAre(::testing::FloatEq(0.4f), 1.0f));
  Image back(PixelType::u8, 2, 1);
  const std::array<TypeParam, 2> none{};
  store_row<TypeParam>({.from = floats, .to = back, .mean_offset = none.data()});
  EXPECT_THAT(samples_of<std::uint8_t>(back), ElementsAre(102, 255));
}

// Intermediate images are f32, so copied samples must survive the round trip.
TYPED_TEST(PixelStore, CopiedIntegersSurviveFloat) {
  constexpr int all = 65536;
  Image from(PixelType::u16, all, 1), between(PixelType::f32, all, 1), to(PixelType::u16, all, 1);
  for (int v = 0; v < all; ++v) write_sample(from.view().at(v, 0), static_cast<std::uint16_t>(v));
  const std::vector<std::uint8_t> computed(all);
  const std::vector<TypeParam> offset(all);
  store_row<TypeParam>(
      {.from = from, .to = between, .mean_offset = offset.data(), .computed = computed.data()});
  store_row<TypeParam>(
      {.from = between, .to = to, .mean_offset = offset.data(), .computed = computed.data()});
  EXPECT_EQ(std::memcmp(from.view().data, to.view().data, from.bytes()), 0);
}

TYPED_TEST(PixelStore, CopiedHalvesSurviveFloat) {
  constexpr int all = 65536;  // NaNs and their payloads too
  Image from(PixelType::f16, all, 1), between(PixelType::f32, all, 1), to(PixelType::f16, all, 1);
  for (int v = 0; v < all; ++v) write_sample(from.view().at(v, 0), static_cast<std::uint16_t>(v));
  const std::vector<std::uint8_t> computed(all);
  const std::vector<TypeParam> offset(all);
  store_row<TypeParam>(
      {.from = from, .to = between, .mean_offset = offset.data(), .computed = computed.data()});
  store_row<TypeParam>(
      {.from = between, .to = to, .mean_offset = offset.data(), .computed = computed.data()});
  EXPECT_EQ(std::memcmp(from.view().data, to.view().data, from.bytes()), 0);
}

TYPED_TEST(PixelStore, IntegersNeverBecomeGarbage) {
  const Image from = image_of<float>(PixelType::f32, 3, 1, 1, {nan, 1e30f, -1e30f});
  Image to(PixelType::u8, 3, 1);
  const std::array<TypeParam, 3> none{};
  store_row<TypeParam>({.from = from, .to = to, .mean_offset = none.data()});
  EXPECT_THAT(samples_of<std::uint8_t>(to), ElementsAre(0, 255, 0));
}

TYPED_TEST(PixelStore, MeansEqualToTheSentinelMove) {
  const Image from = image_of<float>(PixelType::f32, 3, 1, 1, {2, 2, 3});
  Image to(PixelType::f32, 3, 1);
  const std::array<std::uint8_t, 3> computed{1, 0, 1};
  const std::array<TypeParam, 3> none{};
  store_row<TypeParam>({.from = from,
                        .to = to,
                        .mean_offset = none.data(),
                        .computed = computed.data(),
                        .sentinel = 2.0f});
  EXPECT_THAT(samples_of<float>(to), ElementsAre(std::nextafter(2.0f, 0.0f), 2.0f, 3.0f));
}

}  // namespace
}  // namespace selvage::cpu
