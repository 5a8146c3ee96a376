// SPDX-License-Identifier: Apache-2.0
// Tests invalid pixels in the reference with results computed by hand.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "reference/bilateral.hpp"
#include "reference/reference.hpp"
#include "reference/test_rows.hpp"

namespace selvage::reference {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

// Filters one row; taps have only the spatial weight.
Bilateral row_filter(int radius = 1) {
  return {.sigma_space = 1, .sigma_range = 1e6f, .radius = radius, .border = Border::shrink};
}

TEST(ReferenceValidity, NanAndInfinityTakeNoPartAndAreCopied) {
  for (const float bad : {nan, infinity, -infinity}) {
    const Result result = bilateral(row_filter(), f32_view({bad, 1, 3}, 3, 1));
    EXPECT_TRUE(result.copied[0]);
    EXPECT_NEAR(result.samples.at(1, 0, 0), (1 + 3 * w1) / (1 + w1), 1e-11);
    EXPECT_FALSE(std::isfinite(result.samples.at(0, 0, 0)));
  }
}

TEST(ReferenceValidity, OneBadChannelSpoilsThePixel) {
  for (const bool alpha : {false, true}) {
    const Result result = bilateral(row_filter(), f32_view({5, nan, 1, 2}, 2, 1, 2, alpha));
    EXPECT_EQ(result.samples.at(0, 0, 0), 5.0);
    EXPECT_TRUE(result.copied[0]);
    EXPECT_EQ(result.samples.at(1, 0, 0), 1.0);
  }
}

TEST(ReferenceValidity, InvalidNeedsAllColourChannels) {
  Bilateral filter = row_filter();
  filter.invalid = 0.0f;
  const Result two = bilateral(filter, f32_view({0, 0, 1, 0}, 2, 1, 2));
  EXPECT_TRUE(two.copied[0] && two.copied[1]);
  EXPECT_EQ(two.samples.at(1, 0, 0), 1.0);
  const Result with_alpha = bilateral(filter, f32_view({0, 9, 1, 0}, 2, 1, 2, true));
  EXPECT_TRUE(with_alpha.copied[0]);  // only the colour decides
  EXPECT_FALSE(with_alpha.copied[2]);
}

TEST(ReferenceValidity, InvalidIsRoundedToTheType) {
  Bilateral filter = row_filter();
  filter.invalid = 0.3f;  // 76.5 of 255, which float makes 76.50000305: 77
  EXPECT_TRUE(bilateral(filter, u8_view({77, 10}, 2, 1)).copied[0]);
  EXPECT_FALSE(bilateral(filter, u8_view({76, 10}, 2, 1)).copied[0]);
}

TEST(ReferenceValidity, ConstantBorderMayBeInvalid) {
  Bilateral filter = row_filter();
  filter.border = Border::constant;
  filter.border_value = 0.5f;
  filter.invalid = 0.5f;
  const Result result = bilateral(filter, f32_view({1}, 1, 1));
  EXPECT_EQ(result.samples.at(0, 0, 0), 1.0);
}

TEST(ReferenceValidity, MaskIsReflectedAlong) {
  const std::vector<std::uint8_t> mask{1, 0, 255};
  Bilateral filter = row_filter();
  filter.border = Border::reflect101;
  const Result result = bilateral(filter, f32_view({4, 8, 16}, 3, 1), u8_view(mask, 3, 1));
  EXPECT_EQ(result.samples.at(0, 0, 0), 4.0);  // both neighbours are column 1
  EXPECT_TRUE(result.copied[1]);
}

TEST(ReferenceValidity, NothingOutsideTheMaskIsMasked) {
  const std::vector<std::uint8_t> mask{0};
  Bilateral filter = row_filter();
  filter.border = Border::constant;
  filter.border_value = 2;
  filter.fill = true;
  const Result result = bilateral(filter, f32_view({7}, 1, 1), u8_view(mask, 1, 1));
  EXPECT_DOUBLE_EQ(result.samples.at(0, 0, 0), 2.0);
}

TEST(ReferenceFill, SpatialMeanOfValidTaps) {
  Bilateral filter = row_filter(2);
  filter.sigma_range = 0.01f;  // ignored for an invalid centre
  filter.fill = true;
  const Result result = bilateral(filter, f32_view({nan, 1, 3}, 3, 1));
  const double w2 = w1 * w1 * w1 * w1;
  EXPECT_NEAR(result.samples.at(0, 0, 0), (w1 + 3 * w2) / (w1 + w2), 1e-12);
  EXPECT_FALSE(result.copied[0]);
}

TEST(ReferenceFill, NeedsAValidTapWithinEightSigma) {
  std::vector<float> row(10, nan);
  row[9] = 5;
  Bilateral filter = row_filter(9);
  filter.fill = true;
  const Result result = bilateral(filter, f32_view(row, 10, 1));
  EXPECT_TRUE(result.copied[0]);                      // 9 pixels away
  EXPECT_DOUBLE_EQ(result.samples.at(1, 0, 0), 5.0);  // 8 pixels away
}

TEST(ReferenceFill, KeepsAlphaAndTheCopyBorder) {
  Bilateral filter = row_filter();
  filter.fill = true;
  const Result kept = bilateral(filter, f32_view({nan, 9, 1, 2}, 2, 1, 2, true));
  EXPECT_DOUBLE_EQ(kept.samples.at(0, 0, 0), 1.0);
  EXPECT_TRUE(kept.copied[1]);
  filter.border = Border::copy;
  EXPECT_TRUE(bilateral(filter, f32_view({nan, 1, 3}, 3, 1)).copied[0]);
}

TEST(ReferenceFill, FilledPixelsAreValidInTheNextStep) {
  Bilateral filter = row_filter();
  filter.fill = true;
  filter.iterations = 2;
  const Result result = bilateral(filter, f32_view({nan, nan, 4}, 3, 1));
  EXPECT_DOUBLE_EQ(result.samples.at(0, 0, 0), 4.0);  // from column 1, which step 1 filled
}

TEST(ReferenceValidity, InvalidStaysInvalidThroughIterations) {
  Bilateral filter = row_filter();
  filter.invalid = 77.0f / 255;
  filter.iterations = 3;
  const std::vector<std::uint8_t> row{77, 10, 200};
  const Result result = bilateral(filter, u8_view(row, 3, 1));
  EXPECT_TRUE(result.copied[0]);
  EXPECT_EQ(*rounded(result, u8_view(row, 3, 1)).view().at(0, 0), std::byte{77});
}

TEST(ReferenceValidity, MeansAreValidInTheNextStep) {
  Box filter{.radius = 1, .border = Border::shrink, .invalid = 0.0f};
  filter.iterations = 2;
  const std::vector<float> row{-1, 1, 4};  // step 1: 0, 4/3, 5/2
  const Result result = run(filter, {.image = f32_view(row, 3, 1)});
  EXPECT_NEAR(result.samples.at(0, 0, 0), 2.0 / 3, 1e-6);
  EXPECT_NEAR(result.samples.at(1, 0, 0), (4.0 / 3 + 5.0 / 2) / 3, 1e-6);
}

}  // namespace
}  // namespace selvage::reference
