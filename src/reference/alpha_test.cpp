// SPDX-License-Identifier: Apache-2.0
// Tests means whose colours alpha weighs (Alpha::weight) with results computed by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "reference/reference.hpp"
#include "reference/test_rows.hpp"

namespace selvage::reference {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

// Rows of pixels of a colour and alpha.
Result of(const Filter& filter, const std::vector<float>& row) {
  return run(filter, {.image = f32_view(row, static_cast<int>(row.size()) / 2, 1, 2, true)});
}

const Box box{.radius = 1, .border = Border::shrink, .alpha = Alpha::weight};
const Gaussian gaussian{
    .sigma_space = 1, .radius = 1, .border = Border::shrink, .alpha = Alpha::weight};

TEST(ReferenceAlphaWeight, TransparentColoursDoNotCount) {
  const Result result = of(box, {1, 1, 500, 0});
  EXPECT_EQ(result.samples.values, (std::vector<double>{1, 0.5, 1, 0.5}));
  EXPECT_EQ(result.copied, std::vector<bool>(4, false));
}

TEST(ReferenceAlphaWeight, ColoursCountAsMuchAsTheirAlpha) {
  const Result result = of(gaussian, {2, 1, 8, 0.25f});
  const double weight = 1 + w1;
  EXPECT_DOUBLE_EQ(result.samples.at(0, 0, 1), (1 + w1 * 0.25) / weight);
  EXPECT_DOUBLE_EQ(result.samples.at(0, 0, 0), (2 + w1 * 0.25 * 8) / (1 + w1 * 0.25));
  EXPECT_DOUBLE_EQ(result.samples.at(1, 0, 0), (w1 * 2 + 0.25 * 8) / (w1 + 0.25));
}

TEST(ReferenceAlphaWeight, WithoutAnyAlphaTheColourStays) {
  const Result result = of(box, {3, 0, 4, 0, 5, 0});
  EXPECT_EQ(result.samples.values, (std::vector<double>{3, 0, 4, 0, 5, 0}));
  EXPECT_EQ(result.copied, (std::vector<bool>{true, false, true, false, true, false}));
  const Result faint = of(box, {3, 0, 4, 0x1p-33f});  // its mean is less than 2^-32
  EXPECT_EQ(faint.samples.values, (std::vector<double>{3, 0, 4, 0}));
  const Result less = of(box, {3, 0, 4, 0x1p-31f});
  EXPECT_EQ(less.samples.values, (std::vector<double>{4, 0x1p-32, 4, 0x1p-32}));
}

TEST(ReferenceAlphaWeight, BelowZeroCountsAsZero) {
  EXPECT_EQ(of(box, {1, 1, 7, -3}).samples.values, (std::vector<double>{1, 0.5, 1, 0.5}));
}

TEST(ReferenceAlphaWeight, AnImageWithoutAlphaIsAsUsual) {
  const std::vector<float> row{1, 2, 5, 8};
  Box filter = box;
  const Result weighted = run(filter, {.image = f32_view(row, 2, 1, 2, false)});
  filter.alpha = Alpha::keep;
  EXPECT_EQ(weighted.samples.values,
            run(filter, {.image = f32_view(row, 2, 1, 2, false)}).samples.values);
}

TEST(ReferenceAlphaWeight, InvalidPixelsAndTheConstant) {
  const Result result = of(box, {1, 1, nan, 1, 4, 0.5f});
  EXPECT_EQ(result.samples.at(0, 0, 1), 1.0);
  EXPECT_EQ(result.samples.at(2, 0, 0), 4.0);
  EXPECT_TRUE(result.copied[2] && result.copied[3]);
  Box constant = box;  // outside, colour and alpha are V
  constant.border = Border::constant;
  constant.border_value = 0.5f;
  const Result one = of(constant, {2, 1});
  EXPECT_DOUBLE_EQ(one.samples.at(0, 0, 1), (8 * 0.5 + 1) / 9);
  EXPECT_DOUBLE_EQ(one.samples.at(0, 0, 0), (8 * 0.5 * 0.5 + 2) / (8 * 0.5 + 1));
}

TEST(ReferenceAlphaWeight, IterationsRunOnStraightColours) {
  Box twice = box;
  twice.iterations = 2;
  // After one: (1, 1/2) (1, 1/3) (9, 0).
  const Result result = of(twice, {1, 1, 7, 0, 9, 0});
  EXPECT_NEAR(result.samples.at(2, 0, 1), (1.0 / 3) / 2, 1e-7);
  EXPECT_EQ(result.samples.at(2, 0, 0), 1.0);
}

TEST(ReferenceAlphaWeight, DistancesAreThoseOfStraightColours) {
  const Bilateral filter{.sigma_space = 1e6f,
                         .sigma_range = 1,
                         .radius = 1,
                         .border = Border::shrink,
                         .alpha = Alpha::weight};
  // Colours differ by 1, and alpha by 1/2, which D does not see.
  const Result result = of(filter, {2, 1, 3, 0.5f});
  EXPECT_NEAR(result.samples.at(0, 0, 1), (1 + w1 * 0.5) / (1 + w1), 1e-9);
  EXPECT_NEAR(result.samples.at(0, 0, 0), (2 + w1 * 0.5 * 3) / (1 + w1 * 0.5), 1e-9);
  // The transparent centre has no colour, so that it is far from none.
  const Result hollow = of(filter, {900, 0, 3, 1});
  EXPECT_NEAR(hollow.samples.at(0, 0, 0), 3, 1e-9);
  EXPECT_NEAR(hollow.samples.at(0, 0, 1), 0.5, 1e-9);
}

TEST(ReferenceAlphaWeight, AGuideCountsAtTransparentCentres) {
  const std::vector<float> row{900, 0, 3, 1}, guide{0, 1};
  const JointBilateral filter{.sigma_space = 1e6f,
                              .sigma_range = 1,
                              .radius = 1,
                              .border = Border::shrink,
                              .alpha = Alpha::weight};
  const Result result =
      run(filter, {.image = f32_view(row, 2, 1, 2, true), .guide = f32_view(guide, 2, 1)});
  EXPECT_NEAR(result.samples.at(0, 0, 1), w1 / (1 + w1), 1e-9);
  EXPECT_NEAR(result.samples.at(0, 0, 0), 3, 1e-9);
}

TEST(ReferenceAlphaWeight, Upsampling) {
  const std::vector<float> row{900, 0, 3, 1}, guide{0, 0, 0, 0};
  const JointUpsampling filter{
      .sigma_space = 1, .radius = 1, .border = Border::shrink, .alpha = Alpha::weight};
  const Result result =
      run(filter, {.image = f32_view(row, 2, 1, 2, true), .guide = f32_view(guide, 4, 1)});
  // u = -1/4: squared distances 1/16 and 25/16.
  const double near = std::exp(-1.0 / 32), far = std::exp(-25.0 / 32);
  EXPECT_DOUBLE_EQ(result.samples.at(0, 0, 0), 3);
  EXPECT_DOUBLE_EQ(result.samples.at(0, 0, 1), far / (near + far));
}

TEST(ReferenceAlphaWeight, ConvolutionDividesByTheAlphaOfItsTaps) {
  Convolution filter{.kernel = {1, 2, 1},
                     .width = 3,
                     .height = 1,
                     .scale = 0.5f,
                     .offset = 10,
                     .border = Border::shrink,
                     .alpha = Alpha::weight};
  const Result result = of(filter, {3, 1, 700, 0, 5, 0.5f});
  // Alpha: 2/4, (1 + 0.5)/4, 1/4: a tap outside is transparent.
  EXPECT_EQ(result.samples.at(0, 0, 1), 0.5);
  EXPECT_EQ(result.samples.at(1, 0, 1), 0.375);
  EXPECT_EQ(result.samples.at(2, 0, 1), 0.25);
  EXPECT_EQ(result.samples.at(0, 0, 0), 10 + 0.5 * 4 * 3);
  EXPECT_EQ(result.samples.at(1, 0, 0), 10 + 0.5 * 4 * (3 + 0.5 * 5) / 1.5);
  EXPECT_EQ(result.samples.at(2, 0, 0), 10 + 0.5 * 4 * 5);
  filter.border = Border::clamp;  // an opaque image gives what it gives otherwise
  const Result opaque = of(filter, {3, 1, 7, 1});
  filter.alpha = Alpha::keep;
  EXPECT_EQ(opaque.samples.values, of(filter, {3, 1, 7, 1}).samples.values);
}

TEST(ReferenceAlphaWeight, GrayOfATransparentPixelIsItsOwn) {
  const std::vector<float> pixels{1, 2, 3, 0};
  const Convolution filter{.kernel = {0.5f}, .gray = true, .alpha = Alpha::weight};
  const Result result = run(filter, {.image = f32_view(pixels, 1, 1, 4, true)});
  EXPECT_NEAR(result.samples.at(0, 0, 0), 0.299 + 0.587 * 2 + 0.114 * 3, 1e-12);
  EXPECT_EQ(result.samples.at(0, 0, 1), 0.0);
  EXPECT_EQ(result.copied, (std::vector<bool>{false, false}));
}

TEST(ReferenceAlphaWeight, SeparableConvolution) {
  const SeparableConvolution filter{
      .row = {1, 1, 0}, .column = {2}, .border = Border::shrink, .alpha = Alpha::weight};
  const Result result = of(filter, {3, 1, 8, 0.25f});
  EXPECT_EQ(result.samples.at(1, 0, 1), (1 + 0.25) / 2);
  EXPECT_EQ(result.samples.at(1, 0, 0), 4 * (3 + 0.25 * 8) / 1.25);
}

}  // namespace
}  // namespace selvage::reference
