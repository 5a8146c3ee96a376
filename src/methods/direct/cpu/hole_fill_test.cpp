// SPDX-License-Identifier: Apache-2.0
#include "methods/direct/cpu/hole_fill.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <limits>

#include "backends/cpu/images/test_images.hpp"

namespace selvage::cpu {
namespace {

using ::testing::ElementsAre;

// Fills rows of `pixels` floats with one channel.
struct Filling {
  explicit Filling(const Bilateral& filter, int row_pixels)
      : loader({.step = filter, .reads = PixelType::f32, .writes = PixelType::f32},
               {.filter = filter, .type = PixelType::f32}, 1.0),
        fill(filter, loader, 1.0, row_pixels),
        pixels(row_pixels) {}

  // Returns a row with `radius` holes on either side.
  std::vector<double> row(std::initializer_list<double> samples, int radius) const {
    std::vector<double> padded(static_cast<std::size_t>(radius), loader.hole());
    padded.insert(padded.end(), samples);
    padded.resize(padded.size() + static_cast<std::size_t>(radius), loader.hole());
    return padded;
  }

  // Begins a row; pixels with valid[i] == 0 are holes.
  void start(const std::uint8_t* valid) { fill.start({}, {0, 0, pixels, 1}, valid); }

  TileLoader<double> loader;
  HoleFill<double> fill;
  int pixels;
};

// Returns the spatial weight at a distance.
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
  filling.start(valid.data());
  EXPECT_FALSE(filling.fill.empty());
  filling.fill.accumulate(above.data() + radius, 0, -1);
  filling.fill.accumulate(row.data() + radius, 0, 0);

  const Image out = image_of<float>(PixelType::f32, 3, 1, 1, {1, -1, 4});
  Image target = out.clone();
  filling.fill.store(target, {.reads = PixelType::f32});
  const double near = weight(1, 1.5), diagonal = weight(std::sqrt(2.0), 1.5);
  const auto mean =
      static_cast<float>((1 * near + 4 * near + 7 * diagonal) / (2 * near + diagonal));
  EXPECT_THAT(samples_of<float>(target), ElementsAre(1, ::testing::FloatEq(mean), 4));
}

TEST(HoleFill, NothingToDo) {
  Filling filling({.radius = 1, .fill = true}, 2);
  const std::array<std::uint8_t, 2> valid{1, 1};
  filling.start(valid.data());
  EXPECT_TRUE(filling.fill.empty());
}

TEST(HoleFill, WithoutValidTapsAPixelStays) {
  Filling filling({.radius = 1, .fill = true}, 1);
  const auto row = filling.row({filling.loader.hole()}, 1);
  const std::array<std::uint8_t, 1> valid{0};
  filling.start(valid.data());
  filling.fill.accumulate(row.data() + 1, 0, 0);
  Image target = image_of<float>(PixelType::f32, 1, 1, 1, {-9});
  filling.fill.store(target, {.reads = PixelType::f32});
  EXPECT_THAT(samples_of<float>(target), ElementsAre(-9));
}

// Taps farther than 8 sigma_space do not fill a hole; taps at 8 sigma_space do.
TEST(HoleFill, EightSigmas) {
  constexpr int radius = 20;
  for (const int distance : {8, 9}) {
    Filling filling({.sigma_space = 1, .radius = radius, .fill = true}, 1);
    std::vector<double> row(2 * radius + 1, filling.loader.hole());
    row.at(static_cast<std::size_t>(radius + distance)) = 5;
    const std::array<std::uint8_t, 1> valid{0};
    filling.start(valid.data());
    filling.fill.accumulate(row.data() + radius, 0, 0);
    Image target = image_of<float>(PixelType::f32, 1, 1, 1, {-9});
    filling.fill.store(target, {.reads = PixelType::f32});
    EXPECT_THAT(samples_of<float>(target), ElementsAre(distance == 8 ? 5 : -9)) << distance;
  }
}

TEST(HoleFill, DiscLeavesTheCornersOut) {
  for (const Window window : {Window::square, Window::disc}) {
    Filling filling({.radius = 1, .window = window, .fill = true}, 1);
    const std::vector<double> corners{3, filling.loader.hole(), 3};
    const std::array<std::uint8_t, 1> valid{0};
    filling.start(valid.data());
    filling.fill.accumulate(corners.data() + 1, 0, -1);
    Image target = image_of<float>(PixelType::f32, 1, 1, 1, {-9});
    filling.fill.store(target, {.reads = PixelType::f32});
    EXPECT_THAT(samples_of<float>(target), ElementsAre(window == Window::square ? 3 : -9));
  }
}

TEST(HoleFill, IntoIntegersOfAnotherFullScale) {
  Filling filling({.radius = 1, .fill = true}, 1);
  const std::vector<double> row{0.5, filling.loader.hole(), 0.5};
  const std::array<std::uint8_t, 1> valid{0};
  filling.start(valid.data());
  filling.fill.accumulate(row.data() + 1, 0, 0);
  Image target = image_of<std::uint8_t>(PixelType::u8, 1, 1, 1, {9});
  filling.fill.store(target, {.reads = PixelType::f32});
  EXPECT_THAT(samples_of<std::uint8_t>(target), ElementsAre(128));  // 127.5: to even
}

// Without a spatial weight all taps count, however far they lie.
TEST(HoleFill, ABoxHasNoLimit) {
  constexpr std::size_t radius = 30;
  const WindowMean step(Box{.radius = int{radius}, .fill = true});
  const TileLoader<double> loader({.step = step, .reads = PixelType::f32}, {.type = PixelType::f32},
                                  1.0);
  HoleFill<double> fill(step, loader, 1.0, 1);
  const std::uint8_t valid = 0;
  fill.start({}, {0, 0, 1, 1}, &valid);
  std::vector<double> planes(2 * (2 * radius + 1), loader.hole());  // distances, then values
  planes.at(0) = planes.at(2 * radius) = 0;
  planes.at(2 * radius + 1) = 1;
  planes.at(4 * radius + 1) = 4;
  fill.accumulate(planes.data() + radius, 2 * radius + 1, -int{radius});
  Image target = image_of<float>(PixelType::f32, 1, 1, 1, {-9});
  fill.store(target, {.reads = PixelType::f32});
  EXPECT_THAT(samples_of<float>(target), ElementsAre(2.5));
}

// One hole in a row of three f32 pixels, with a guide.
struct Guided {
  Guided(const JointBilateral& filter, const Image& image, const Image& guide)
      : source{image, {}, Frame::whole(3, 1), guide},
        problem{.type = PixelType::f32,
                .channels = image.channels(),
                .shapes = {.image = image, .guide = guide}},
        step(filter),
        loader({.step = step, .reads = PixelType::f32, .writes = PixelType::f32}, problem, 1.0),
        // The scale that range_scales computes for a guide of floats.
        fill(step, loader, 0.5 / std::log(2.0) / std::pow(double{filter.sigma_range}, 2), 3) {}

  // Returns the row's pixels after filling the middle one.
  std::vector<float> filled() {
    constexpr std::array<std::uint8_t, 3> middle{1, 0, 1};
    std::array<std::uint8_t, 3> valid{};
    std::vector<double> planes(static_cast<std::size_t>(loader.layout().planes()) * 5);
    std::array<std::uint8_t, 5> around{};
    loader.load_row(source, -1, 0, 5, planes.data(), 5, around.data());
    std::copy_n(around.begin() + 1, 3, valid.begin());
    EXPECT_EQ(valid, middle);
    fill.start(source, {0, 0, 3, 1}, valid.data());
    fill.accumulate(planes.data() + 1, 5, 0);
    Image target = source_copy();
    fill.store(target, {.reads = PixelType::f32});
    return samples_of<float>(target);
  }
  Image source_copy() const {
    Image copy(PixelType::f32, 3, 1, source.image.channels);
    for (int x = 0; x < 3; ++x)
      for (int c = 0; c < source.image.channels; ++c)
        write_sample(copy.view().at(x, 0, c), read_sample<float>(source.image.at(x, 0, c)));
    return copy;
  }

  Source source;
  Problem problem;
  WindowMean step;
  TileLoader<double> loader;
  HoleFill<double> fill;
};

JointBilateral guided_filter(float sigma_range) {
  return {.sigma_space = 2,
          .sigma_range = sigma_range,
          .radius = 1,
          .border = Border::shrink,
          .fill = true};
}

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

TEST(HoleFill, TheGuideWeighsWhereItIsFinite) {
  const Image image = image_of<float>(PixelType::f32, 3, 1, 1, {1, nan, 5});
  const Image guide = image_of<float>(PixelType::f32, 3, 1, 1, {0, 0.25f, 1});
  const double left = weight(0.25, 0.5), right = weight(0.75, 0.5);
  EXPECT_NEAR(Guided(guided_filter(0.5f), image, guide).filled().at(1),
              (left + 5 * right) / (left + right), 1e-6);
  const Image spoilt = image_of<float>(PixelType::f32, 3, 1, 1, {0, nan, 1});
  EXPECT_EQ(Guided(guided_filter(0.5f), image, spoilt).filled().at(1), 3);
}

// exp(-D^2 / 2 sigma^2) is 0 in any precision, yet the nearer of the two taps counts.
TEST(HoleFill, WeightsCountRelativeToTheLargest) {
  const Image image = image_of<float>(PixelType::f32, 3, 1, 1, {1, nan, 5});
  for (const bool mirrored : {false, true}) {
    const Image guide = image_of<float>(PixelType::f32, 3, 1, 1,
                                        {mirrored ? 8.0f : 7.0f, 0, mirrored ? 7.0f : 8.0f});
    EXPECT_EQ(Guided(guided_filter(0.001f), image, guide).filled().at(1), mirrored ? 5 : 1);
  }
}

TEST(HoleFill, EachChannelByItsOwnGuide) {
  const Image image = image_of<float>(PixelType::f32, 3, 1, 2, {1, 10, nan, 0, 5, 50});
  const Image guide = image_of<float>(PixelType::f32, 3, 1, 2, {0, 9, 0, 0, 9, 0});
  JointBilateral filter = guided_filter(0.01f);
  filter.norm = Norm::per_channel;
  const auto row = Guided(filter, image, guide).filled();
  EXPECT_EQ(row.at(2), 1);
  EXPECT_EQ(row.at(3), 50);
}

TEST(HoleFill, AbsoluteDifferencesAddUp) {
  const Image image = image_of<float>(PixelType::f32, 3, 1, 1, {1, nan, 5});
  const Image guide = image_of<float>(PixelType::f32, 3, 1, 2, {0.5f, 0.5f, 0, 0, 0.75f, 0});
  JointBilateral filter = guided_filter(0.5f);
  filter.norm = Norm::l1;
  const double left = weight(1.0, 0.5), right = weight(0.75, 0.5);
  EXPECT_NEAR(Guided(filter, image, guide).filled().at(1), (left + 5 * right) / (left + right),
              1e-6);
}

}  // namespace
}  // namespace selvage::cpu
