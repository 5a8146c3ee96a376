// SPDX-License-Identifier: Apache-2.0
#include "selvage/image.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cstring>
#include <limits>

#include "core/test_errors.hpp"

namespace selvage {
namespace {

using ::testing::HasSubstr;

constexpr int int_max = std::numeric_limits<int>::max();
constexpr Limits no_limits{.max_pixels = std::numeric_limits<std::int64_t>::max(),
                           .max_side = std::numeric_limits<std::int64_t>::max()};

static_assert(!std::is_copy_constructible_v<Image> && std::is_move_constructible_v<Image>);
static_assert(std::is_convertible_v<ImageView, ConstImageView>);
static_assert(!std::is_convertible_v<ConstImageView, ImageView>);

TEST(PixelType, Facts) {
  EXPECT_EQ(sample_bytes(PixelType::u8), 1u);
  EXPECT_EQ(sample_bytes(PixelType::u16), 2u);
  EXPECT_EQ(sample_bytes(PixelType::f16), 2u);
  EXPECT_EQ(sample_bytes(PixelType::f32), 4u);
  EXPECT_EQ(full_scale(PixelType::u8), 255.0);
  EXPECT_EQ(full_scale(PixelType::u16), 65535.0);
  EXPECT_EQ(full_scale(PixelType::f16), 1.0);
  EXPECT_EQ(full_scale(PixelType::f32), 1.0);
  EXPECT_TRUE(is_integer(PixelType::u8) && is_integer(PixelType::u16));
  EXPECT_FALSE(is_integer(PixelType::f16) || is_integer(PixelType::f32));
  EXPECT_EQ(name(PixelType::u8), "u8");
  EXPECT_EQ(name(PixelType::f32), "f32");
}

TEST(Strides, InterleavedAndPlanar) {
  EXPECT_EQ(interleaved_strides(PixelType::u16, 5, 7, 3),
            (Strides{.pixel = 6, .row = 30, .channel = 2, .batch = 210, .slice = 210}));
  EXPECT_EQ(planar_strides(PixelType::u16, 5, 7, 3),
            (Strides{.pixel = 2, .row = 10, .channel = 70, .batch = 210, .slice = 210}));
}

TEST(Strides, BeyondInt) {
  EXPECT_EQ(interleaved_strides(PixelType::f32, 1 << 20, 1 << 20, 4).batch,
            std::ptrdiff_t{1} << 44);
  EXPECT_EQ(planar_strides(PixelType::f32, 1 << 20, 1 << 20, 4).channel, std::ptrdiff_t{1} << 42);
  EXPECT_EQ(interleaved_strides(PixelType::f32, 1 << 30, 1, 4).row, std::ptrdiff_t{1} << 34);
}

TEST(View, AddressesFollowTheStrides) {
  std::array<std::byte, 4096> memory;
  ImageView view = interleaved(memory.data(), PixelType::u8, 5, 4, 3);
  view.batch = 2;
  EXPECT_EQ(view.at(0, 0), memory.data());
  EXPECT_EQ(view.at(2, 1, 1, 1), memory.data() + 60 + 15 + 6 + 1);
  EXPECT_EQ(view.image(1).data, memory.data() + 60);
  EXPECT_EQ(view.image(1).batch, 1);
  const ImageView region = view.region({1, 2, 3, 2});
  EXPECT_EQ(region.data, view.at(1, 2));
  EXPECT_EQ(region.width, 3);
  EXPECT_EQ(region.height, 2);
  EXPECT_EQ(region.batch, 2);
  EXPECT_EQ(region.stride, view.stride);
}

TEST(View, ColourChannels) {
  EXPECT_EQ((ImageView{.channels = 4, .alpha = true}).colour_channels(), 3);
  EXPECT_EQ((ImageView{.channels = 4}).colour_channels(), 4);
  EXPECT_FALSE(ImageView{});
}

TEST(Image, IsInterleavedAlignedAndItsOwn) {
  Image image(PixelType::f32, 7, 5, 4, true, 3);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(image.view().data) % 64, 0u);
  EXPECT_EQ(image.bytes(), 7u * 5 * 4 * 4 * 3);
  EXPECT_EQ(image.view().stride, interleaved_strides(PixelType::f32, 7, 5, 4));
  EXPECT_EQ(image.type(), PixelType::f32);
  EXPECT_EQ(image.width(), 7);
  EXPECT_EQ(image.height(), 5);
  EXPECT_EQ(image.channels(), 4);
  EXPECT_TRUE(image.alpha());
  EXPECT_EQ(image.view().batch, 3);
  std::memset(image.view().data, 1, image.bytes());  // all of it can be written
  EXPECT_TRUE(image);
  EXPECT_FALSE(Image());
}

TEST(Image, CloneIsEqualAndApart) {
  Image image(PixelType::u16, 3, 2, 2, true, 2);
  for (std::size_t i = 0; i < image.bytes(); ++i) image.view().data[i] = static_cast<std::byte>(i);
  image.file = {.format = "pam", .max_value = 1023, .notes = {"a note"}};
  const Image copy = image.clone();
  EXPECT_NE(copy.view().data, image.view().data);
  EXPECT_EQ(std::memcmp(copy.view().data, image.view().data, image.bytes()), 0);
  EXPECT_EQ(copy.bytes(), image.bytes());
  EXPECT_TRUE(copy.alpha());
  EXPECT_EQ(copy.view().batch, 2);
  EXPECT_EQ(copy.file.format, "pam");
  EXPECT_EQ(copy.file.max_value, 1023);
  EXPECT_EQ(copy.file.notes, std::vector<std::string>{"a note"});
  EXPECT_FALSE(Image().clone());
}

TEST(Image, CloneOfAnImageOverTheDefaultLimits) {
  constexpr int side = (1 << 20) + 1;
  EXPECT_EQ(Image(PixelType::u8, side, 1, 1, false, 1, no_limits).clone().width(), side);
}

TEST(Image, BadShapesAreNamed) {
  const auto refused = [](int width, int height, int channels, int batch) {
    const Error error =
        error_of([&] { Image(PixelType::u8, width, height, channels, false, batch); });
    EXPECT_EQ(error.code(), Errc::invalid_argument);
    return std::string(error.what());
  };
  EXPECT_THAT(refused(0, 5, 1, 1), HasSubstr("0x5"));
  EXPECT_THAT(refused(5, -1, 1, 1), HasSubstr("5x-1"));
  EXPECT_THAT(refused(5, 5, 1, 0), HasSubstr("batch 0"));
  EXPECT_THAT(refused(5, 5, 0, 1), HasSubstr("0 channels"));
  EXPECT_THAT(refused(5, 5, 1025, 1), HasSubstr("1025 channels"));
  const Error alone = error_of([] { Image(PixelType::u8, 5, 5, 1, true); });
  EXPECT_EQ(alone.code(), Errc::invalid_argument);
  EXPECT_THAT(alone.what(), HasSubstr("no colour channel"));
}

TEST(Image, LimitsAreCheckedFirst) {
  const auto over = [](int width, int height, const Limits& limits) {
    const Error error = error_of([&] { Image(PixelType::u8, width, height, 1, false, 1, limits); });
    EXPECT_EQ(error.code(), Errc::limit);
    EXPECT_THAT(error.hint(), HasSubstr("raise it"));
    return std::string(error.what());
  };
  EXPECT_THAT(over((1 << 20) + 1, 1, {}), HasSubstr("1048577x1 is over the limit of 1048576"));
  EXPECT_THAT(over(1, (1 << 20) + 1, {}), HasSubstr("1x1048577"));
  EXPECT_THAT(over(1 << 15, (1 << 15) + 1, {}), HasSubstr("1073774592 pixels"));
  EXPECT_THAT(over(int_max, int_max, {.max_pixels = 1, .max_side = int_max}),
              HasSubstr("4611686014132420609 pixels; the limit is 1"));
  EXPECT_THAT(over(5, 4, {.max_pixels = 19}), HasSubstr("20 pixels; the limit is 19"));
  EXPECT_NO_THROW(Image(PixelType::u8, 5, 4, 1, false, 1, {.max_pixels = 20, .max_side = 5}));
}

TEST(Image, WhatNoMachineHasIsALimit) {
  const auto code = [](int width, int height, int batch) {
    return error_of([&] { Image(PixelType::f32, width, height, 4, false, batch, no_limits); })
        .code();
  };
  EXPECT_EQ(code(1 << 20, 1 << 20, 1 << 10), Errc::limit);  // 2^54 bytes: no such memory
  EXPECT_EQ(code(int_max, int_max, 1), Errc::limit);        // 2^66: not even a number
  EXPECT_EQ(code(int_max, int_max, int_max), Errc::limit);
}

TEST(Image, AMovedFromImageIsEmpty) {
  Image first(PixelType::u8, 3, 2);
  const std::byte* const pixels = first.view().data;
  Image second = std::move(first);
  EXPECT_FALSE(first);  // NOLINT(bugprone-use-after-move): that it is empty is the promise
  EXPECT_EQ(first.bytes(), 0u);
  EXPECT_FALSE(first.clone());
  EXPECT_EQ(second.view().data, pixels);
  first = std::move(second);
  EXPECT_EQ(first.view().data, pixels);
  EXPECT_FALSE(second);  // NOLINT(bugprone-use-after-move)
}

}  // namespace
}  // namespace selvage
