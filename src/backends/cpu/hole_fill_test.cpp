// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/hole_fill.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cmath>

#include "backends/cpu/test_images.hpp"

namespace selvage::cpu {
namespace {

using ::testing::ElementsAre;

// Filling rows of `pixels` floats with one channel.
struct Filling {
  explicit Filling(const Bilateral& filter, int row_pixels)
      : loader({.step = filter, .reads = PixelType::f32, .writes = PixelType::f32},
               {.filter = filter, .type = PixelType::f32}, 1.0),
        fill(filter, loader, row_pixels),
        pixels(row_pixels) {}

  // A row with `radius` holes on either side.
  std::vector<double> row(std::initializer_list<double> samples, int radius) const {
    std::vector<double> padded(static_cast<std::size_t>(radius), loader.hole());
    padded.insert(padded.end(), samples);
    padded.resize(padded.size() + static_cast<std::size_t>(radius), loader.hole());
    return padded;
  }

  TileLoader<double> loader;
  HoleFill<double> fill;
  int pixels;
};

// The spatial weight at a distance.
double weight(double distance, double sigma) {
  return std::exp(-0.5 * distance * distance / (sigma * sigma));
}

TEST(HoleFill, SpatialMeanOfValidTaps) {
  constexpr int radius = 2;
  Filling filling({.sigma_space = 1.5f, .sigma_range = 1e-6f, .radius = radius, .fill = true}, 3);
  const double hole = filling.loader.hole();
  const auto above = filling.row({7, hole, hole}, radius);
  const auto row = filling.row({1, hole, 4}, radius);
  const std::array<std::uint8_t, 3> valid{1, 0, 1};
  filling.fill.start(valid.data(), 3);
  EXPECT_FALSE(filling.fill.empty());
  filling.fill.accumulate(above.data() + radius, 0, -1);
  filling.fill.accumulate(row.data() + radius, 0, 0);

  const Image out = image_of<float>(PixelType::f32, 3, 1, 1, {1, -1, 4});
  Image target = out.clone();
  filling.fill.store(target, PixelType::f32);
  const double near = weight(1, 1.5), diagonal = weight(std::sqrt(2.0), 1.5);
  const auto mean =
      static_cast<float>((1 * near + 4 * near + 7 * diagonal) / (2 * near + diagonal));
  EXPECT_THAT(samples_of<float>(target), ElementsAre(1, ::testing::FloatEq(mean), 4));
}

TEST(HoleFill, NothingToDo) {
  Filling filling({.radius = 1, .fill = true}, 2);
  const std::array<std::uint8_t, 2> valid{1, 1};
  filling.fill.start(valid.data(), 2);
  EXPECT_TRUE(filling.fill.empty());
}

TEST(HoleFill, WithoutValidTapsAPixelStays) {
  Filling filling({.radius = 1, .fill = true}, 1);
  const auto row = filling.row({filling.loader.hole()}, 1);
  const std::array<std::uint8_t, 1> valid{0};
  filling.fill.start(valid.data(), 1);
  filling.fill.accumulate(row.data() + 1, 0, 0);
  Image target = image_of<float>(PixelType::f32, 1, 1, 1, {-9});
  filling.fill.store(target, PixelType::f32);
  EXPECT_THAT(samples_of<float>(target), ElementsAre(-9));
}

// Taps further than 8 sigma_space alone do not fill; at 8 sigma_space they do.
TEST(HoleFill, EightSigmas) {
  constexpr int radius = 20;
  for (const int distance : {8, 9}) {
    Filling filling({.sigma_space = 1, .radius = radius, .fill = true}, 1);
    std::vector<double> row(2 * radius + 1, filling.loader.hole());
    row.at(static_cast<std::size_t>(radius + distance)) = 5;
    const std::array<std::uint8_t, 1> valid{0};
    filling.fill.start(valid.data(), 1);
    filling.fill.accumulate(row.data() + radius, 0, 0);
    Image target = image_of<float>(PixelType::f32, 1, 1, 1, {-9});
    filling.fill.store(target, PixelType::f32);
    EXPECT_THAT(samples_of<float>(target), ElementsAre(distance == 8 ? 5 : -9)) << distance;
  }
}

TEST(HoleFill, DiscLeavesTheCornersOut) {
  for (const Window window : {Window::square, Window::disc}) {
    Filling filling({.radius = 1, .window = window, .fill = true}, 1);
    const std::vector<double> corners{3, filling.loader.hole(), 3};
    const std::array<std::uint8_t, 1> valid{0};
    filling.fill.start(valid.data(), 1);
    filling.fill.accumulate(corners.data() + 1, 0, -1);
    Image target = image_of<float>(PixelType::f32, 1, 1, 1, {-9});
    filling.fill.store(target, PixelType::f32);
    EXPECT_THAT(samples_of<float>(target), ElementsAre(window == Window::square ? 3 : -9));
  }
}

TEST(HoleFill, IntoIntegersOfAnotherFullScale) {
  Filling filling({.radius = 1, .fill = true}, 1);
  const std::vector<double> row{0.5, filling.loader.hole(), 0.5};
  const std::array<std::uint8_t, 1> valid{0};
  filling.fill.start(valid.data(), 1);
  filling.fill.accumulate(row.data() + 1, 0, 0);
  Image target = image_of<std::uint8_t>(PixelType::u8, 1, 1, 1, {9});
  filling.fill.store(target, PixelType::f32);
  EXPECT_THAT(samples_of<std::uint8_t>(target), ElementsAre(128));  // 127.5: to even
}

}  // namespace
}  // namespace selvage::cpu
