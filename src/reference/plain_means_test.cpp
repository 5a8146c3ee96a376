// SPDX-License-Identifier: Apache-2.0
// Tests Gaussian and box of the reference with results computed by hand.
#include <gtest/gtest.h>

#include <limits>

#include "reference/reference.hpp"
#include "reference/test_rows.hpp"

namespace selvage::reference {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

double first(const Filter& filter, const std::vector<float>& row) {
  return run(filter, {.image = f32_view(row, static_cast<int>(row.size()), 1)}).samples.at(0, 0, 0);
}

// The border extends 1 2 4 to the left. Rows above and below repeat the row or are missing; with V
// they are V.
TEST(ReferenceBox, Borders) {
  const auto mean = [](Border border, int radius = 1) {
    return first(Box{.radius = radius, .border = border, .border_value = 10}, {1, 2, 4});
  };
  EXPECT_DOUBLE_EQ(mean(Border::reflect101), 5.0 / 3);      // 2|1 2
  EXPECT_DOUBLE_EQ(mean(Border::reflect), 4.0 / 3);         // 1|1 2
  EXPECT_DOUBLE_EQ(mean(Border::clamp), 4.0 / 3);           // 1|1 2
  EXPECT_DOUBLE_EQ(mean(Border::wrap), 7.0 / 3);            // 4|1 2
  EXPECT_DOUBLE_EQ(mean(Border::shrink), 3.0 / 2);          // |1 2
  EXPECT_DOUBLE_EQ(mean(Border::constant), 73.0 / 9);       // 10|1 2 between rows of 10
  EXPECT_DOUBLE_EQ(mean(Border::copy), 1.0);                //
  EXPECT_DOUBLE_EQ(mean(Border::reflect101, 2), 13.0 / 5);  // 4 2|1 2 4
  EXPECT_DOUBLE_EQ(mean(Border::reflect, 2), 10.0 / 5);     // 2 1|1 2 4
  EXPECT_DOUBLE_EQ(mean(Border::wrap, 2), 13.0 / 5);        // 2 4|1 2 4
}

TEST(ReferenceBox, Square) {
  const std::vector<float> image{1, 2, 3, 4, 5, 6, 7, 8, 9};
  const Result result =
      run(Box{.radius = 1, .border = Border::shrink}, {.image = f32_view(image, 3, 3)});
  const std::vector<double> expected{3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7};
  EXPECT_EQ(result.samples.values, expected);
}

TEST(ReferenceBox, IterationsRunOnTheResult) {  // 0 6 3, then 3 3 4.5
  const std::vector<float> row{0, 6, 3};
  const Result result =
      run(Box{.border = Border::shrink, .iterations = 2}, {.image = f32_view(row, 3, 1)});
  EXPECT_EQ(result.samples.values, (std::vector<double>{3, 3.5, 3.75}));
}

TEST(ReferenceBox, InvalidTapsTakeNoPart) {
  const std::vector<std::uint8_t> mask{1, 1, 1, 0};
  const std::vector<float> row{nan, 1, 3, 9};
  const Result result = run(Box{.border = Border::shrink},
                            {.image = f32_view(row, 4, 1), .mask = u8_view(mask, 4, 1)});
  EXPECT_EQ(result.copied, (std::vector<bool>{true, false, false, true}));
  EXPECT_EQ(result.samples.at(1, 0, 0), 2.0);
  EXPECT_EQ(result.samples.at(2, 0, 0), 2.0);
}

TEST(ReferenceBox, FillReachesAsFarAsTheWindow) {
  std::vector<float> row(11, nan);
  row[10] = 5;
  const Result result = run(Box{.radius = 9, .border = Border::shrink, .fill = true},
                            {.image = f32_view(row, 11, 1)});
  EXPECT_TRUE(result.copied[0]);
  EXPECT_EQ(result.samples.at(1, 0, 0), 5.0);
}

TEST(ReferenceGaussian, TheRangeHasNoWeight) {
  EXPECT_DOUBLE_EQ(
      first(Gaussian{.sigma_space = 1, .radius = 1, .border = Border::shrink}, {0, 1000}),
      1000 * w1 / (1 + w1));
}

TEST(ReferenceGaussian, WindowAndRadius) {
  const std::vector<float> corners{1, 0, 1, 0, 0, 0, 1, 0, 1};
  Gaussian filter{.sigma_space = 1, .radius = 1};
  const auto middle = [&] {
    return run(filter, {.image = f32_view(corners, 3, 3)}).samples.at(1, 1, 0);
  };
  EXPECT_NEAR(middle(), 4 * w1 * w1 / (1 + 4 * w1 + 4 * w1 * w1), 1e-15);
  filter.window = Window::disc;
  EXPECT_EQ(middle(), 0.0);
  EXPECT_EQ(first(Gaussian{.sigma_space = 1, .border = Border::shrink}, {0, 0, 0, 0, 1}), 0.0);
  EXPECT_GT(first(Gaussian{.sigma_space = 1, .border = Border::shrink}, {0, 0, 0, 1}), 0.0);
}

TEST(ReferenceGaussian, AlphaAsAsked) {
  const std::vector<float> pixels{0, 4, 1, 8};
  Gaussian filter{.sigma_space = 1, .radius = 1, .border = Border::shrink};
  const Inputs inputs{.image = f32_view(pixels, 2, 1, 2, true)};
  const Result kept = run(filter, inputs);
  EXPECT_TRUE(kept.copied[1]);
  EXPECT_DOUBLE_EQ(kept.samples.at(0, 0, 0), w1 / (1 + w1));
  filter.alpha = Alpha::filter;
  EXPECT_DOUBLE_EQ(run(filter, inputs).samples.at(0, 0, 1), (4 + 8 * w1) / (1 + w1));
}

TEST(ReferenceGaussian, FillNeedsAValidTapWithinEightSigma) {
  std::vector<float> row(10, nan);
  row[9] = 5;
  const Result result =
      run(Gaussian{.sigma_space = 1, .radius = 9, .border = Border::shrink, .fill = true},
          {.image = f32_view(row, 10, 1)});
  EXPECT_TRUE(result.copied[0]);                      // 9 pixels away
  EXPECT_DOUBLE_EQ(result.samples.at(1, 0, 0), 5.0);  // 8 pixels away
}

}  // namespace
}  // namespace selvage::reference
