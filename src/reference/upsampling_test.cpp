// SPDX-License-Identifier: Apache-2.0
// Tests joint bilateral upsampling of the reference with results computed by hand.
#include <gtest/gtest.h>

#include <limits>

#include "reference/reference.hpp"
#include "reference/test_rows.hpp"

namespace selvage::reference {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

JointUpsampling row_filter(float sigma_range = 1e6f) {
  return {.sigma_space = 1, .sigma_range = sigma_range, .radius = 1, .border = Border::shrink};
}

Result upsampled(const JointUpsampling& filter, const std::vector<float>& image,
                 const std::vector<float>& guide) {
  return run(filter, {.image = f32_view(image, static_cast<int>(image.size()), 1),
                      .guide = f32_view(guide, static_cast<int>(guide.size()), 1)});
}

double near(double d) {  // the weight of a tap at distance d
  return std::exp(-0.5 * d * d);
}

// Twice as wide: u = -0.25 0.25 0.75 1.25.
TEST(ReferenceUpsampling, PlacesOfPixels) {
  const Result result = upsampled(row_filter(), {0, 10}, {0, 0, 0, 0});
  const auto mean = [](double from_0, double from_1) {
    return 10 * near(from_1) / (near(from_0) + near(from_1));
  };
  EXPECT_NEAR(result.samples.at(0, 0, 0), mean(0.25, 1.25), 1e-14);
  EXPECT_NEAR(result.samples.at(1, 0, 0), mean(0.25, 0.75), 1e-14);
  EXPECT_NEAR(result.samples.at(2, 0, 0), mean(0.75, 0.25), 1e-14);
  EXPECT_NEAR(result.samples.at(3, 0, 0), mean(1.25, 0.25), 1e-14);
}

// The guide's pixels 1 and 3 lie at the centres of the image's pixels.
TEST(ReferenceUpsampling, TheGuidesEdgeStays) {
  const Result result = upsampled(row_filter(0.1f), {0, 10}, {0, 0, 1, 1});
  const double across = 0.5 / (static_cast<double>(0.1f) * static_cast<double>(0.1f));
  EXPECT_NEAR(result.samples.at(1, 0, 0), 10 * std::exp(-0.25 - across), 1e-30);
  EXPECT_DOUBLE_EQ(result.samples.at(2, 0, 0), 10.0);
  // Only the guide's pixels 1 and 3 count as taps: pixel 0 is like 3, and not like 1.
  const Result crossed = upsampled(row_filter(0.1f), {0, 10}, {1, 0, 0, 1});
  EXPECT_DOUBLE_EQ(crossed.samples.at(0, 0, 0), 10.0);
  EXPECT_NEAR(crossed.samples.at(2, 0, 0), 10 * std::exp(0.25 - across), 1e-30);
}

// Three of two: u = -1/6 1/2 7/6; pixel 1 of the image holds 1/2, 0 and 2 are its centres' guides.
TEST(ReferenceUpsampling, AnyRatio) {
  EXPECT_DOUBLE_EQ(upsampled(row_filter(), {0, 10}, {0, 0, 0}).samples.at(1, 0, 0), 5.0);
  EXPECT_NEAR(upsampled(row_filter(), {0, 10}, {0, 0, 0}).samples.at(0, 0, 0),
              10 * near(7.0 / 6) / (near(1.0 / 6) + near(7.0 / 6)), 1e-14);
  JointUpsampling filter = row_filter();
  filter.radius = 0;
  const Result held = upsampled(filter, {0, 10}, {0, 0, 0});
  EXPECT_EQ(held.samples.values, (std::vector<double>{0, 10, 10}));
  const Result guided = upsampled(row_filter(0.1f), {0, 10}, {0, 1, 1});
  EXPECT_DOUBLE_EQ(guided.samples.at(1, 0, 0), 10.0);
}

TEST(ReferenceUpsampling, EqualSizesAreTheJointBilateral) {
  const std::vector<float> image{1, 4, 2, 8, 5, 7}, guide{0, .1f, .3f, .2f, 0, .1f};
  const Inputs inputs{.image = f32_view(image, 3, 2), .guide = f32_view(guide, 3, 2)};
  const Result up = run(JointUpsampling{.sigma_space = 1, .radius = 1}, inputs);
  const Result joint =
      run(JointBilateral{.sigma_space = 1, .radius = 1, .border = Border::clamp}, inputs);
  EXPECT_EQ(up.samples.values, joint.samples.values);
}

TEST(ReferenceUpsampling, AxesHaveTheirOwnRatio) {
  const std::vector<float> image{0, 10}, guide(6, 0.0f);  // 1x2 to 2x3
  const Result result =
      run(row_filter(), {.image = f32_view(image, 1, 2), .guide = f32_view(guide, 2, 3)});
  for (int x = 0; x < 2; ++x) {
    EXPECT_DOUBLE_EQ(result.samples.at(x, 1, 0), 5.0);
    EXPECT_NEAR(result.samples.at(x, 0, 0), 10 * near(7.0 / 6) / (near(1.0 / 6) + near(7.0 / 6)),
                1e-14);
  }
}

TEST(ReferenceUpsampling, BorderIndexesThePixelAndTheDistanceStays) {
  JointUpsampling filter = row_filter();
  filter.border = Border::clamp;  // 0|0 10 for pixel 0; rows cancel
  EXPECT_NEAR(upsampled(filter, {0, 10}, {0, 0, 0, 0}).samples.at(0, 0, 0),
              10 * near(1.25) / (near(0.75) + near(0.25) + near(1.25)), 1e-14);
  // The guide at the clamped pixel is that of its centre: 1, not that of the guide's edge: 0.
  filter.sigma_range = 0.1f;
  EXPECT_DOUBLE_EQ(upsampled(filter, {3, 10}, {0, 1, 0, 0}).samples.at(0, 0, 0), 10.0);
  filter.border = Border::constant;
  filter.border_value = 1.0f;  // for image and guide
  EXPECT_DOUBLE_EQ(upsampled(filter, {3, 10}, {1, 0, 0, 0}).samples.at(0, 0, 0), 1.0);
}

TEST(ReferenceUpsampling, WeightsDoNotAllVanish) {
  JointUpsampling filter = row_filter();
  filter.sigma_space = 1e-3f;  // 250 sigma to the nearest tap
  const Result result = upsampled(filter, {3, 10}, {0, 0, 0, 0});
  EXPECT_EQ(result.samples.values, (std::vector<double>{3, 3, 10, 10}));
  EXPECT_EQ(result.copied, std::vector<bool>(4, false));
}

TEST(ReferenceUpsampling, InvalidPixelsAreCopiedFromTheOneThatHoldsThem) {
  const Result result = upsampled(row_filter(), {nan, 10}, {0, 0, 0, 0});
  EXPECT_EQ(result.copied, (std::vector<bool>{true, true, false, false}));
  EXPECT_EQ(result.samples.at(2, 0, 0), 10.0);
  JointUpsampling filter = row_filter();
  filter.fill = true;
  EXPECT_EQ(upsampled(filter, {nan, 10}, {0, 0, 0, 0}).samples.values,
            (std::vector<double>{10, 10, 10, 10}));
}

TEST(ReferenceUpsampling, AHoleInTheGuide) {
  // At pixel 1, which is copied; it is the guide of the image's pixel 0, which is no tap.
  const Result tap = upsampled(row_filter(), {3, 10}, {0, nan, 0, 0});
  EXPECT_EQ(tap.copied, (std::vector<bool>{false, true, false, false}));
  EXPECT_EQ(tap.samples.values, (std::vector<double>{10, 3, 10, 10}));
  // Pixel 0 guides no pixel of the image.
  const Result centre = upsampled(row_filter(), {3, 10}, {nan, 0, 0, 0});
  EXPECT_EQ(centre.copied, (std::vector<bool>{true, false, false, false}));
  JointUpsampling filter = row_filter(0.1f);
  filter.fill = true;  // by space alone at pixel 0
  EXPECT_NEAR(upsampled(filter, {3, 10}, {nan, 0, 0, 1}).samples.at(0, 0, 0),
              (3 * near(0.25) + 10 * near(1.25)) / (near(0.25) + near(1.25)), 1e-14);
}

// The taps' guides are pixels 1, 3 and 5; pixel 3 differs from the hole's guide.
TEST(ReferenceUpsampling, FillWeighsByTheGuide) {
  JointUpsampling filter = row_filter(0.1f);
  filter.fill = true;
  filter.radius = 2;
  EXPECT_DOUBLE_EQ(upsampled(filter, {nan, 3, 8}, {0, 0, 1, 1, 0, 0}).samples.at(0, 0, 0), 8.0);
}

TEST(ReferenceUpsampling, FillNeedsAValidTapWithinEightSigma) {
  JointUpsampling filter = row_filter();
  filter.fill = true;
  filter.sigma_space = 0.1f;  // u = -0.25 and 0.25 are 1.25 and 0.75 from the pixel at 1
  const Result result = upsampled(filter, {nan, 10}, {0, 0, 0, 0});
  EXPECT_EQ(result.copied, (std::vector<bool>{true, false, false, false}));
}

TEST(ReferenceUpsampling, RoundedTakesCopiesFromTheSmallImage) {
  const std::vector<std::uint8_t> image{7, 50, 9, 60};  // gray, alpha
  const std::vector<std::uint8_t> guide(4, 0), mask{0, 1};
  ConstImageView view = u8_view(image, 2, 1, 2);
  view.alpha = true;
  const Result result = run(
      row_filter(), {.image = view, .guide = u8_view(guide, 4, 1), .mask = u8_view(mask, 2, 1)});
  EXPECT_EQ(result.copied, (std::vector<bool>{true, true, true, true, false, true, false, true}));
  const Image out = rounded(result, view);
  const int expected[] = {7, 50, 7, 50, 9, 60, 9, 60};
  for (int x = 0; x < 4; ++x)
    for (int c = 0; c < 2; ++c)
      EXPECT_EQ(std::to_integer<int>(*out.view().at(x, 0, c)), expected[2 * x + c]);
}

}  // namespace
}  // namespace selvage::reference
