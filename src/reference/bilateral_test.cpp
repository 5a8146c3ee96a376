// SPDX-License-Identifier: Apache-2.0
// Tests window, borders, rounding and iterations of the reference with results computed by hand.
#include "reference/bilateral.hpp"

#include <gtest/gtest.h>

#include "reference/reference.hpp"
#include "reference/test_rows.hpp"
#include "selvage/error.hpp"

namespace selvage::reference {
namespace {

constexpr float flat = 1e6f;  // a sigma_range that gives every tap full weight

// Two pixels, both sigmas 1: the neighbour weighs e^-1, so out(0) = e^-1 / (1 + e^-1).
TEST(ReferenceBilateral, TwoPixels) {
  const std::vector<float> row{0, 1};
  const Bilateral filter{.sigma_space = 1, .sigma_range = 1, .radius = 1, .border = Border::shrink};
  const Result result = bilateral(filter, f32_view(row, 2, 1));
  EXPECT_NEAR(result.samples.at(0, 0, 0), 0.2689414213699951, 1e-15);
  EXPECT_NEAR(result.samples.at(1, 0, 0), 0.7310585786300049, 1e-15);
}

TEST(ReferenceBilateral, IntegersAreFractionsOfFullScale) {
  const std::vector<std::uint8_t> row{0, 255};
  const Bilateral filter{.sigma_space = 1, .sigma_range = 1, .radius = 1, .border = Border::shrink};
  const Result result = bilateral(filter, u8_view(row, 2, 1));
  EXPECT_NEAR(result.samples.at(0, 0, 0), 0.2689414213699951, 1e-15);
  const Image image = rounded(result, u8_view(row, 2, 1));  // 68.58, 186.42
  EXPECT_EQ(image.view().at(0, 0)[0], std::byte{69});
  EXPECT_EQ(image.view().at(1, 0)[0], std::byte{186});
}

// Ones in the corners of 3x3: the square sees them with exp(-1) each, the disc does not.
TEST(ReferenceBilateral, Windows) {
  const std::vector<float> corners{1, 0, 1, 0, 0, 0, 1, 0, 1};
  Bilateral filter{.sigma_space = 1, .sigma_range = flat, .radius = 1};
  const double square = bilateral(filter, f32_view(corners, 3, 3)).samples.at(1, 1, 0);
  EXPECT_NEAR(square, 4 * w1 * w1 / (1 + 4 * w1 + 4 * w1 * w1), 1e-12);
  filter.window = Window::disc;
  EXPECT_EQ(bilateral(filter, f32_view(corners, 3, 3)).samples.at(1, 1, 0), 0.0);
}

TEST(ReferenceBilateral, RadiusOfThreeSigma) {
  std::vector<float> row(9, 0.0f);
  row[7] = 1;  // 3 pixels right of column 4, 4 pixels right of column 3
  const Bilateral filter{.sigma_space = 1, .sigma_range = flat};
  const Result result = bilateral(filter, f32_view(row, 9, 1));
  EXPECT_GT(result.samples.at(4, 0, 0), 0.0);
  EXPECT_EQ(result.samples.at(3, 0, 0), 0.0);
}

// [0 0 1] at column 0, radius 2: each border defines columns -1 and -2.
TEST(ReferenceBilateral, Borders) {
  const std::vector<float> row{0, 0, 1};
  const double w2 = w1 * w1 * w1 * w1;
  const double all = 1 + 2 * w1 + 2 * w2;
  const auto first = [&](Border border) {
    // Rows above and below repeat the row, so that they cancel, or are missing (shrink).
    Bilateral filter{.sigma_space = 1, .sigma_range = flat, .radius = 2, .border = border};
    filter.border_value = 0.5f;
    return bilateral(filter, f32_view(row, 3, 1)).samples.at(0, 0, 0);
  };
  EXPECT_NEAR(first(Border::reflect101), 2 * w2 / all, 1e-11);  // 1 0|0 0 1
  EXPECT_NEAR(first(Border::reflect), w2 / all, 1e-11);         // 0 0|0 0 1
  EXPECT_NEAR(first(Border::clamp), w2 / all, 1e-11);           // 0 0|0 0 1
  EXPECT_NEAR(first(Border::wrap), (w1 + w2) / all, 1e-11);     // 0 1|0 0 1
  EXPECT_NEAR(first(Border::shrink), w2 / (1 + w1 + w2), 1e-11);
  EXPECT_EQ(first(Border::copy), 0.0);
  // Constant: rows above and below are V, too, which adds (all^2 - all) V to the row's own 0.5
  // 0.5|0 0 1.
  const double constant = (all * all - all) * 0.5 + (w1 + w2) * 0.5 + w2;
  EXPECT_NEAR(first(Border::constant), constant / (all * all), 1e-11);
}

TEST(ReferenceBilateral, CopyLeavesPixelsWhoseWindowLeavesTheImage) {
  const std::vector<float> impulse{0, 0, 0, 0, 1, 0, 0, 0, 0};
  const Bilateral filter{
      .sigma_space = 1, .sigma_range = flat, .radius = 1, .border = Border::copy};
  const Result result = bilateral(filter, f32_view(impulse, 3, 3));
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x)
      EXPECT_EQ(result.copied[result.samples.index(x, y, 0)], x != 1 || y != 1);
  EXPECT_EQ(result.samples.at(0, 1, 0), 0.0);
  EXPECT_NEAR(result.samples.at(1, 1, 0), 1 / (1 + 4 * w1 + 4 * w1 * w1), 1e-12);
}

TEST(ReferenceBilateral, BorderValueIsRoundedToTheType) {
  const std::vector<std::uint8_t> one{0};
  Bilateral filter{.sigma_space = 1, .sigma_range = flat, .radius = 1, .border = Border::constant};
  filter.border_value = 0.5f;  // 127.5 of 255: 128 is even
  const double around = 4 * w1 + 4 * w1 * w1;
  EXPECT_NEAR(bilateral(filter, u8_view(one, 1, 1)).samples.at(0, 0, 0),
              around * (128.0 / 255) / (1 + around), 1e-12);
}

TEST(ReferenceBilateral, IterationsRunOnTheResult) {
  const std::vector<float> row{0, 1};
  const Bilateral filter{
      .sigma_space = 1, .sigma_range = 1, .radius = 1, .border = Border::shrink, .iterations = 2};
  const double a = static_cast<float>(0.2689414213699951);  // step 1 as f32
  const double b = static_cast<float>(0.7310585786300049);
  const double w = w1 * std::exp(-0.5 * (b - a) * (b - a));
  EXPECT_NEAR(bilateral(filter, f32_view(row, 2, 1)).samples.at(0, 0, 0), (a + w * b) / (1 + w),
              1e-15);
}

TEST(ReferenceRounding, TiesToEvenAndClamped) {
  const std::vector<std::uint8_t> in(5, 7);
  Result result{.samples = {.width = 5, .height = 1, .channels = 1, .values = {}},
                .copied = std::vector<bool>(5, false)};
  result.samples.values = {0.5 / 255, 1.5 / 255, -0.2, 1.2, 0.0};
  result.copied[4] = true;
  const Image image = rounded(result, u8_view(in, 5, 1));
  const int expected[] = {0, 2, 0, 255, 7};
  for (int x = 0; x < 5; ++x)
    EXPECT_EQ(std::to_integer<int>(*image.view().at(x, 0)), expected[x]) << x;
}

TEST(ReferenceRounding, ToType) {
  EXPECT_DOUBLE_EQ(to_type(0.5, PixelType::u8), 128.0 / 255);
  EXPECT_DOUBLE_EQ(to_type(-1, PixelType::u16), 0.0);
  EXPECT_DOUBLE_EQ(to_type(7, PixelType::u16), 1.0);
  EXPECT_EQ(to_type(1 + 1.0 / 2048, PixelType::f16), 1.0);  // a tie, to even
  EXPECT_EQ(to_type(1 + 1.0 / 2048 + 1e-9, PixelType::f16), 1 + 1.0 / 1024);
}

TEST(ReferenceBilateral, BadParametersAreRefused) {
  const std::vector<float> row{0, 1};
  EXPECT_THROW(bilateral({.sigma_space = 0}, f32_view(row, 2, 1)), Error);
}

// Two steps: pixels outside the rectangle keep what the first one left.
TEST(ReferenceBilateral, PartOfAnImage) {
  std::vector<float> image(7 * 5);
  for (std::size_t i = 0; i < image.size(); ++i) image[i] = static_cast<float>(i * i % 11) / 10;
  const ConstImageView view = f32_view(image, 7, 5);
  Bilateral filter{.sigma_space = 1, .sigma_range = 0.5f, .radius = 1, .iterations = 2};
  const Rect rect{2, 1, 3, 2};
  const Result whole = run(filter, {.image = view}), part = run(filter, {.image = view}, rect);
  filter.iterations = 1;
  const Result first = run(filter, {.image = view});
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 7; ++x) {
      const bool inside = 2 <= x && x < 5 && 1 <= y && y < 3;
      const double kept = double{static_cast<float>(first.samples.at(x, y, 0))};
      EXPECT_EQ(part.samples.at(x, y, 0), inside ? whole.samples.at(x, y, 0) : kept);
    }
}

}  // namespace
}  // namespace selvage::reference
