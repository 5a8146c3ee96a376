// SPDX-License-Identifier: Apache-2.0
#include "cases/case.hpp"

#include <gtest/gtest.h>

#include "cases/filter_fields.hpp"
#include "selvage/error.hpp"

namespace selvage::bench {
namespace {

using nlohmann::json;

TEST(Case, IsReadAndNamed) {
  const Case c = case_of(json::parse(
      R"({"set": "s", "filter": "bilateral", "image": "u8x1", "size": "640x480", "scene": "noise", "tag": "t",
          "fields": {"sigma_range": "15/255", "radius": 7, "norm": "l1", "window": "disc"}})"));
  EXPECT_EQ(c.name, "bilateral.u8x1.l1.disc.r7.640x480.noise.t");
  const auto& filter = std::get<Bilateral>(c.filter);
  EXPECT_EQ(filter.sigma_range, 15.0f / 255.0f);
  EXPECT_EQ(filter.radius, 7);
  EXPECT_EQ(filter.window, Window::disc);
  EXPECT_EQ(taps(c), 149.0 * 640 * 480);
  EXPECT_EQ(bytes(c), 2.0 * 640 * 480);
}

TEST(Case, UpsamplingHasASmallImage) {
  const Case c = case_of(json::parse(
      R"({"filter": "upsampling", "image": "u16x1", "guide": "u8x3", "size": "640x480", "reduction": 4,
          "fields": {"radius": 2}})"));
  EXPECT_EQ(c.name, "upsampling.u16x1.by-u8x3.l2.square.r2.640x480");
  EXPECT_EQ(image_size(c), (Size{160, 120}));
  EXPECT_EQ(bytes(c), 2.0 * 160 * 120 + 3.0 * 640 * 480 + 2.0 * 640 * 480);
}

TEST(Case, KernelsOfConvolutions) {
  const auto matrix = std::get<Convolution>(filter_of("convolve", {{"side", 5}}));
  EXPECT_EQ(matrix.width, 5);
  EXPECT_EQ(matrix.kernel.size(), 25u);
  for (int side = 3; side <= 15; side += 2) {
    const auto k = std::get<Convolution>(filter_of("convolve", {{"side", side}})).kernel;
    const auto below = static_cast<std::size_t>(side);
    EXPECT_NE(k[0] * k[below + 1], k[1] * k[below]) << side << ": the matrix is separable";
  }
  const auto lines = std::get<SeparableConvolution>(filter_of("separable", {{"side", 3}}));
  EXPECT_EQ(lines.row, (std::vector<float>{0.25f, 0.5f, 0.25f}));
}

TEST(Case, TapsOfAPixel) {
  EXPECT_EQ(taps_of_pixel(filter_of("bilateral", {{"radius", 1}, {"norm", "per_channel"}}), 3), 27);
  EXPECT_EQ(taps_of_pixel(filter_of("rolling", {{"radius", 1}, {"iterations", 2}}), 3), 18);
  EXPECT_EQ(taps_of_pixel(filter_of("separable", {{"side", 3}}), 3), 6);
  EXPECT_EQ(taps_of_pixel(filter_of("geometry", {{"radius", 2}}), 3), 10);
}

TEST(Case, BadWordsAreRefused) {
  for (const char* fields : {R"({"radius": "wide"})", R"({"radius": 1.5})", R"({"radius": -1})",
                             R"({"norm": "l3"})", R"({"sigma_range": "1/0"})", R"({"fill": 1})"})
    EXPECT_THROW(filter_of("bilateral", json::parse(fields)), Error) << fields;
  for (const char* size : {"", "1920", "0x5", "5x0", "5x5x5", "axb", "99999999x1"})
    EXPECT_THROW(size_of(size), Error) << size;
  EXPECT_THROW(case_of({{"filter", "box"}, {"image", "u9x3"}}), Error);
  EXPECT_THROW(case_of({{"filter", "box"}, {"image", 5}}), Error);
  EXPECT_THROW(case_of({{"filter", "box"}, {"reduction", 0}}), Error);
}

TEST(Products, OfAllLists) {
  const auto all = products(json::parse(R"([{"a": [1, 2], "b": {"c": [3, 4]}}, {"a": 5}])"));
  ASSERT_EQ(all.size(), 5u);
  EXPECT_EQ(all[1], json::parse(R"({"a": 1, "b": {"c": 4}})"));
  EXPECT_EQ(all[4], json::parse(R"({"a": 5})"));
}

}  // namespace
}  // namespace selvage::bench
