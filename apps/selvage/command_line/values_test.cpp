// SPDX-License-Identifier: Apache-2.0
#include "command_line/values.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "selvage/error.hpp"

namespace selvage::cli {
namespace {

std::string hint_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.hint();
  }
  return "no error";
}

TEST(Values, ThreeNotationsOfOneValue) {
  EXPECT_DOUBLE_EQ(parse_value("-r", "0.1").number, 0.1);
  EXPECT_DOUBLE_EQ(parse_value("-r", "25/255").number, 25.0 / 255.0);
  EXPECT_DOUBLE_EQ(parse_value("-r", "10%").number, 0.1);
  EXPECT_DOUBLE_EQ(parse_value("-r", "-1e-3").number, -0.001);
  EXPECT_TRUE(parse_value("-r", "0.1").bare);
  EXPECT_FALSE(parse_value("-r", "25/255").bare);
  EXPECT_FALSE(parse_value("-r", "10%").bare);
  EXPECT_EQ(parse_value("-r", "10%").text, "10%");
  EXPECT_EQ(parse_value("-r", "10%").option, "-r");
}

TEST(Values, WhatIsNoValueIsRefused) {
  for (const char* text : {"", "x", "1x", "1/", "/2", "1/0", "0/0", "%", "nan", "inf", "1/2/3",
                           "1 ", " 1", "0x10", "1e999", "1,5"})
    EXPECT_THROW(parse_value("-r", text), Error) << text;
}

TEST(Values, BareNumbersAboveOneAreRefusedOnIntegerImages) {
  const Value bare{.number = 25};
  EXPECT_EQ(hint_of([&] { in_unit(bare, PixelType::u8); }), "did you mean 25/255 (0.098)?");
  EXPECT_EQ(hint_of([&] { in_unit(bare, PixelType::u16); }), "did you mean 25/65535 (0.00038)?");
  EXPECT_EQ(in_unit(bare, PixelType::f32), 25.0);
  EXPECT_EQ(in_unit({.number = 1.0}, PixelType::u8), 1.0);
  EXPECT_EQ(in_unit({.number = 1.5, .bare = false}, PixelType::u8), 1.5);
}

TEST(Values, AnErrorIsBelowTheFullScale) {
  const auto hint = [](const Value& value, PixelType type) {
    return hint_of([&] { error_in_unit(value, type); });
  };
  EXPECT_EQ(hint({.number = 1.0}, PixelType::u8), "did you mean 1/255 (0.0039)?");
  EXPECT_EQ(hint({.number = 1.0}, PixelType::u16), "did you mean 1/65535 (1.5e-05)?");
  EXPECT_EQ(hint({.number = 2.0}, PixelType::u8), "did you mean 2/255 (0.0078)?");
  EXPECT_EQ(hint({.number = 1.0, .bare = false, .option = "--tolerance"}, PixelType::u8),
            "for instance: --tolerance 1/255");
  EXPECT_EQ(error_in_unit({.number = 0.99}, PixelType::u8), 0.99);
  EXPECT_EQ(error_in_unit({.number = 7.0}, PixelType::f32), 7.0);
}

TEST(Values, WholeNumbersHaveARange) {
  EXPECT_EQ(parse_whole("--radius", "7", 0, 4096), 7);
  EXPECT_EQ(parse_whole("--diameter", "-1", -5, 5), -1);
  for (const char* text : {"-1", "4097", "7.5", "", "7px", "99999999999999999999"})
    EXPECT_THROW(parse_whole("--radius", text, 0, 4096), Error) << text;
}

TEST(Values, SizesInBytes) {
  EXPECT_EQ(parse_size("--max-memory", "17"), 17u);
  EXPECT_EQ(parse_size("--max-memory", "512M"), 512u << 20);
  EXPECT_EQ(parse_size("--max-memory", "512m"), 512u << 20);
  EXPECT_EQ(parse_size("--max-memory", "1.5K"), 1536u);
  EXPECT_EQ(parse_size("--max-memory", "4GiB"), std::size_t{4} << 30);
  EXPECT_EQ(parse_size("--max-memory", "2TB"), std::size_t{2} << 40);
  for (const char* text : {"", "M", "-1M", "0", "1X", "1MM", "1e9", "99999999T"})
    EXPECT_THROW(parse_size("--max-memory", text), Error) << text;
}

TEST(Values, Shapes) {
  const ConstImageView rgb = parse_shape("--raw", "640x480x3:u8");
  EXPECT_EQ(rgb.width, 640);
  EXPECT_EQ(rgb.height, 480);
  EXPECT_EQ(rgb.channels, 3);
  EXPECT_EQ(rgb.type, PixelType::u8);
  EXPECT_FALSE(rgb.alpha);
  EXPECT_EQ(parse_shape("--raw", "1x2:f32").channels, 1);
  EXPECT_EQ(parse_shape("--raw", "1x2:f32").type, PixelType::f32);
  EXPECT_TRUE(parse_shape("--raw", "1x2x4:f16").alpha);
  EXPECT_TRUE(parse_shape("--raw", "1x2x2:u16").alpha);
  EXPECT_EQ(parse_shape("--raw", "1x2x6:u16").channels, 6);
  EXPECT_FALSE(parse_shape("--raw", "1x2x6:u16").alpha);
  EXPECT_EQ(parse_shape("--raw", "1x2x3:u8").depth, 1);
  EXPECT_EQ(parse_shape("--raw", "1x2x1x9:u8").depth, 9);
  for (const char* text :
       {"", "640x480", "640:u8", "640x480x3", "0x480x3:u8", "640x-1x3:u8", "640x480x1025:u8",
        "640x480x0:u8", "640x480x3x0:u8", "640x480x3x1x1:u8", "640x480x:u8x", "640x480x3:u7",
        "640x480x3:", ":u8", "axbxc:u8", "99999999999x1:u8"})
    EXPECT_THROW(parse_shape("--raw", text), Error) << text;
}

TEST(Values, Colours) {
  using Rgb = std::array<double, 3>;
  EXPECT_EQ(parse_background("--background", "white").rgb, (Rgb{1, 1, 1}));
  EXPECT_EQ(parse_background("--background", "black").rgb, (Rgb{0, 0, 0}));
  EXPECT_EQ(parse_background("--background", "#f0F").rgb, (Rgb{1, 0, 1}));
  EXPECT_EQ(parse_background("--background", "#0080ff").rgb, (Rgb{0, 128 / 255.0, 1}));
  EXPECT_TRUE(parse_background("--background", "#808080").is_gray());
  EXPECT_FALSE(parse_background("--background", "#808081").is_gray());
  for (const char* text :
       {"", "#", "#12", "#12345", "#1234567", "#gggggg", "red", "ff8000", "#-12"})
    EXPECT_THROW(parse_background("--background", text), Error) << text;
}

TEST(Values, Rectangles) {
  EXPECT_EQ(parse_rect("--region", "1,2,30,40"), (Rect{1, 2, 30, 40}));
  for (const char* text : {"", "1,2,3", "1,2,3,4,5", "1,2,3,", ",,,", "a,b,c,d", "1;2;3;4"})
    EXPECT_THROW(parse_rect("--region", text), Error) << text;
}

}  // namespace
}  // namespace selvage::cli
