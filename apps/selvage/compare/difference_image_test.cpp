// SPDX-License-Identifier: Apache-2.0
#include "compare/difference_image.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "compare/scale_bar.hpp"

namespace selvage::cli {
namespace {

constexpr Colour ring{0, 255, 255};

Colour colour_at(const ConstImageView& image, int x, int y) {
  const auto sample = [&](int c) { return static_cast<std::uint8_t>(*image.at(x, y, c)); };
  return {sample(0), sample(1), sample(2)};
}

// Returns the pixels in the colour of the ring.
std::vector<std::pair<int, int>> ring_pixels(const ConstImageView& image) {
  std::vector<std::pair<int, int>> found;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      if (colour_at(image, x, y) == ring) found.emplace_back(x, y);
  return found;
}

constexpr int width = 40, height = 30;

// Makes two RGB images that differ in two pixels: by 60 steps in blue, by 30 in red and 15 in
// green.
struct Pair {
  std::vector<std::uint8_t> a = std::vector<std::uint8_t>(std::size_t{3} * width * height, 100);
  std::vector<std::uint8_t> b = a;
  Pair() {
    sample(20, 12, 2) = 160;
    sample(35, 3, 0) = 70;
    sample(35, 3, 1) = 115;
  }
  std::uint8_t& sample(std::size_t x, std::size_t y, std::size_t c) {
    return b[(y * width + x) * 3 + c];
  }
  ConstImageView view_a() const { return interleaved(a.data(), PixelType::u8, width, height, 3); }
  ConstImageView view_b() const { return interleaved(b.data(), PixelType::u8, width, height, 3); }
  Difference found() const { return difference(view_a(), view_b(), 0.0); }
};

TEST(DifferenceImage, ColoursAreTheLargestChannelInUnitsOfTheScale) {
  const Pair pair;
  const double scale = difference_scale(pair.view_a(), pair.view_b(), pair.found());
  EXPECT_EQ(scale, 60.0 / 255.0);
  const Image image = difference_image(pair.view_a(), pair.view_b(), pair.found(), scale);
  EXPECT_EQ(colour_at(image, 0, 0), (Colour{0, 0, 0}));
  EXPECT_EQ(colour_at(image, 20, 12), (Colour{252, 255, 164}));
  EXPECT_EQ(colour_at(image, 35, 3), (Colour{187, 55, 84}));  // the middle stop
  const Image wide = difference_image(pair.view_a(), pair.view_b(), pair.found(), 2.0 * scale);
  EXPECT_EQ(colour_at(wide, 20, 12), (Colour{187, 55, 84}));
  const Image narrow = difference_image(pair.view_a(), pair.view_b(), pair.found(), 0.5 * scale);
  EXPECT_EQ(colour_at(narrow, 20, 12), colour_at(narrow, 35, 3));
}

TEST(DifferenceImage, TheLargestDifferenceStandsInARing) {
  const Pair pair;
  const Image image = difference_image(pair.view_a(), pair.view_b(), pair.found(), 1.0);
  const auto pixels = ring_pixels(image);
  ASSERT_GT(pixels.size(), 30u);
  for (const auto& [x, y] : pixels) EXPECT_NEAR(std::hypot(x - 20, y - 12), 7.0, 0.75);
}

TEST(DifferenceImage, OfEqualImagesIsBlackWithoutARing) {
  const Pair pair;
  const Difference none = difference(pair.view_a(), pair.view_a(), 0.0);
  EXPECT_EQ(difference_scale(pair.view_a(), pair.view_a(), none), 1.0);
  const Image image = difference_image(pair.view_a(), pair.view_a(), none, 1.0);
  EXPECT_TRUE(ring_pixels(image).empty());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) ASSERT_EQ(colour_at(image, x, y), (Colour{0, 0, 0}));
}

TEST(DifferenceImage, AnInfiniteDifferenceDoesNotSetTheScale) {
  const std::vector<float> a{0.0f, 0.0f, 1.0f};
  const std::vector<float> b{0.25f, std::numeric_limits<float>::quiet_NaN(), 1.0f};
  const auto view = [](const std::vector<float>& v) {
    return interleaved(v.data(), PixelType::f32, 3, 1);
  };
  const Difference found = difference(view(a), view(b), 0.0);
  EXPECT_EQ(difference_scale(view(a), view(b), found), 0.25);
  const Image image = difference_image(view(a), view(b), found, 0.5);
  EXPECT_EQ(colour_at(image, 0, 0), (Colour{187, 55, 84}));
  EXPECT_EQ(colour_at(image, 1, 0), (Colour{252, 255, 164}));
  EXPECT_FALSE(ring_pixels(image).empty());  // it extends beyond such a small image
}

TEST(DifferenceImage, HasTheShapeThatWasPromised) {
  for (const auto& [w, h] : {std::pair{1, 1}, {40, 30}, {700, 20}, {20, 700}, {600, 520}}) {
    const std::vector<std::uint8_t> samples(static_cast<std::size_t>(w) * h);
    const ConstImageView view = interleaved(samples.data(), PixelType::u8, w, h);
    const Image image = difference_image(view, view, {}, 1.0);
    const ConstImageView shape = difference_image_shape(w, h);
    EXPECT_EQ(image.width(), shape.width);
    EXPECT_EQ(image.height(), shape.height);
    EXPECT_EQ(image.channels(), shape.channels);
    EXPECT_GE(shape.height, h);
    EXPECT_GT(shape.width, w);
  }
  EXPECT_ANY_THROW(difference_image_shape(std::numeric_limits<int>::max(), 1));
}

TEST(ScaleBar, TheMapGetsLighter) {
  double before = -1.0;
  for (int i = 0; i <= 100; ++i) {
    const Colour c = map_colour(i / 100.0);
    const double luma = 0.2126 * c.red + 0.7152 * c.green + 0.0722 * c.blue;
    EXPECT_GT(luma, before) << i;
    before = luma;
  }
  EXPECT_EQ(map_colour(-1.0), map_colour(0.0));
  EXPECT_EQ(map_colour(std::numeric_limits<double>::infinity()), map_colour(1.0));
}

TEST(ScaleBar, TicksAreRoundAndHaveRoom) {
  const BarLayout tall(400, 400);
  const std::vector<double> ticks = bar_ticks(1.0, tall);
  ASSERT_EQ(ticks.size(), 6u);
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(ticks[i], 0.2 * i, 1e-12);
  for (const double scale : {1.0, 3.0 / 255.0, 0.9, 1e-30, 7e20, 0x1p-149})
    for (const auto& [w, h] : {std::pair{1, 1}, {300, 300}, {4000, 3000}}) {
      const BarLayout layout(w, h);
      const std::vector<double> some = bar_ticks(scale, layout);
      ASSERT_GE(some.size(), 2u) << scale;
      EXPECT_EQ(some.front(), 0.0);
      EXPECT_EQ(some.back(), scale);
      for (std::size_t i = 1; i < some.size(); ++i)
        EXPECT_GT((some[i] - some[i - 1]) / scale * layout.bar.height, 10.0 * layout.dot) << scale;
    }
}

TEST(ScaleBar, RunsFromTheLightestColourDownToBlackBesideTheImage) {
  const BarLayout layout(300, 201);
  Image image(PixelType::u8, layout.width, layout.height, 3);
  draw_scale_bar(image, layout, 0.5);
  const Rect& bar = layout.bar;
  EXPECT_GT(bar.x, 300);
  EXPECT_EQ(colour_at(image, bar.x, bar.y), map_colour(1.0));
  EXPECT_EQ(colour_at(image, bar.x + bar.width - 1, bar.y + bar.height - 1), map_colour(0.0));
  EXPECT_EQ(colour_at(image, bar.x, bar.y + (bar.height - 1) / 4), map_colour(0.75));
}

// Returns the drawing as text, one letter per pixel.
std::string drawn(std::string_view text, int dot, int columns, int rows) {
  std::vector<std::uint8_t> samples(static_cast<std::size_t>(columns) * rows * 3, 0);
  const ImageView image = interleaved(samples.data(), PixelType::u8, columns, rows, 3);
  draw_text(image, 0, 0, dot, text, {255, 255, 255});
  std::string result;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) result += colour_at(image, x, y) == Colour{} ? '.' : '#';
    result += '\n';
  }
  return result;
}

TEST(Drawing, NumbersLookLikeNumbers) {
  EXPECT_EQ(drawn("4.2e-1", 1, 36, 8),
            "...#.........###................#...\n"
            "..##........#...#..............##...\n"
            ".#.#............#..###..........#...\n"
            "#..#..........##..#...#.#####...#...\n"
            "#####........#....#####.........#...\n"
            "...#...##...#.....#.............#...\n"
            "...#...##...#####..###.........###..\n"
            "....................................\n");
}

TEST(Drawing, DotsGrowAndEndAtTheEdge) {
  EXPECT_EQ(drawn("-", 2, 12, 8),
            "............\n............\n............\n............\n............\n............\n"
            "##########..\n##########..\n");
  EXPECT_EQ(drawn("-", 1, 3, 4), "...\n...\n...\n###\n");
}

TEST(Drawing, EveryCharacterOfANumberIsThere) {
  for (const char character : std::string_view("0123456789.e-+"))
    EXPECT_NE(drawn({&character, 1}, 1, 5, 7).find('#'), std::string::npos) << character;
}

}  // namespace
}  // namespace selvage::cli
