// SPDX-License-Identifier: Apache-2.0
// Tests the joint bilateral of the reference with results computed by hand.
#include <gtest/gtest.h>

#include <limits>

#include "reference/bilateral.hpp"
#include "reference/reference.hpp"
#include "reference/test_rows.hpp"

namespace selvage::reference {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
const double w2 = w1 * w1 * w1 * w1;  // two pixels away, sigma 1

JointBilateral row_filter(int radius = 2) {
  return {.sigma_space = 1, .sigma_range = 1, .radius = radius, .border = Border::shrink};
}

Result joint(const JointBilateral& filter, const std::vector<float>& image,
             const std::vector<float>& guide) {
  return run(filter, {.image = f32_view(image, static_cast<int>(image.size()), 1),
                      .guide = f32_view(guide, static_cast<int>(guide.size()), 1)});
}

TEST(ReferenceJoint, DistancesAreTheGuides) {
  const double far = w2 * std::exp(-12.5);  // 5 sigma_range away in the guide
  EXPECT_NEAR(joint(row_filter(), {0, 10, 20}, {0, 0, 5}).samples.at(0, 0, 0),
              (10 * w1 + 20 * far) / (1 + w1 + far), 1e-14);
}

TEST(ReferenceJoint, GuideHasItsOwnTypeAndChannels) {
  const std::vector<float> image{0, 10};
  const std::vector<std::uint8_t> guide{0, 0, 0, 0, 0, 255};  // D = 1
  const double w = w1 * w1;
  EXPECT_NEAR(run(row_filter(), {.image = f32_view(image, 2, 1), .guide = u8_view(guide, 2, 1, 3)})
                  .samples.at(0, 0, 0),
              10 * w / (1 + w), 1e-14);
}

TEST(ReferenceJoint, AHoleInTheGuideIsOne) {
  const Result result = joint(row_filter(), {0, 10, 20}, {0, nan, 0});
  EXPECT_EQ(result.copied, (std::vector<bool>{false, true, false}));
  EXPECT_NEAR(result.samples.at(0, 0, 0), 20 * w2 / (1 + w2), 1e-14);
}

TEST(ReferenceJoint, TheGuidesAlphaIsNotMeasured) {
  const std::vector<float> image{0, 10}, guide{0, 1, 0, 100};
  EXPECT_NEAR(
      run(row_filter(), {.image = f32_view(image, 2, 1), .guide = f32_view(guide, 2, 1, 2, true)})
          .samples.at(0, 0, 0),
      10 * w1 / (1 + w1), 1e-14);
}

TEST(ReferenceJoint, InvalidIsAValueOfTheImage) {
  JointBilateral filter = row_filter();
  filter.invalid = 0.0f;
  const Result result = joint(filter, {0, 10, 20}, {1, 0, 0});
  EXPECT_EQ(result.copied, (std::vector<bool>{true, false, false}));
}

TEST(ReferenceJoint, ConstantIsRoundedToTheTypeOfEach) {
  const std::vector<std::uint8_t> dark{0};
  const std::vector<float> half{0.5f};
  const JointBilateral filter{.sigma_space = 1e6f,
                              .sigma_range = 0.5f,
                              .radius = 1,
                              .border = Border::constant,
                              .border_value = 0.5f};
  const double v = 128.0 / 255;
  EXPECT_NEAR(run(filter, {.image = u8_view(dark, 1, 1), .guide = f32_view(half, 1, 1)})
                  .samples.at(0, 0, 0),
              8 * v / 9, 1e-10);
  const double w = std::exp(-2 * v * v);
  EXPECT_NEAR(run(filter, {.image = f32_view(half, 1, 1), .guide = u8_view(dark, 1, 1)})
                  .samples.at(0, 0, 0),
              0.5, 1e-10);
  EXPECT_NEAR(
      run(filter, {.image = u8_view(dark, 1, 1), .guide = u8_view(dark, 1, 1)}).samples.at(0, 0, 0),
      8 * w * v / (1 + 8 * w), 1e-10);
}

TEST(ReferenceJoint, PerChannel) {
  const std::vector<float> image{0, 0, 10, 10}, two{0, 0, 1, 2}, one{0, 2};
  JointBilateral filter = row_filter();
  filter.norm = Norm::per_channel;
  const auto mean = [](double d) {
    const double w = w1 * std::exp(-0.5 * d * d);
    return 10 * w / (1 + w);
  };
  const Result own =
      run(filter, {.image = f32_view(image, 2, 1, 2), .guide = f32_view(two, 2, 1, 2)});
  EXPECT_NEAR(own.samples.at(0, 0, 0), mean(1), 1e-14);
  EXPECT_NEAR(own.samples.at(0, 0, 1), mean(2), 1e-14);
  const Result shared =
      run(filter, {.image = f32_view(image, 2, 1, 2), .guide = f32_view(one, 2, 1)});
  EXPECT_NEAR(shared.samples.at(0, 0, 0), mean(2), 1e-14);
  EXPECT_NEAR(shared.samples.at(0, 0, 1), mean(2), 1e-14);
}

TEST(ReferenceJoint, LumaAndLabAreTheGuides) {
  const std::vector<float> image{0, 10}, guide{0, 0, 0, 1, 1, 1};
  for (const Norm norm : {Norm::luma, Norm::lab}) {  // black and white are 1 apart in both
    JointBilateral filter = row_filter();
    filter.norm = norm;
    EXPECT_NEAR(run(filter, {.image = f32_view(image, 2, 1), .guide = f32_view(guide, 2, 1, 3)})
                    .samples.at(0, 0, 0),
                10 * w1 * w1 / (1 + w1 * w1), 1e-6);
  }
}

TEST(ReferenceJoint, ByItselfItIsTheBilateral) {
  const std::vector<float> image{.1f, .2f, .3f, .9f, .8f, .1f, .4f, .4f, .2f, .7f, .1f, .5f};
  for (const Norm norm : {Norm::l2, Norm::l1, Norm::per_channel, Norm::luma, Norm::lab})
    for (const Border border : {Border::reflect101, Border::wrap, Border::constant, Border::copy}) {
      const JointBilateral filter{
          .sigma_space = 1, .sigma_range = 0.1f, .norm = norm, .border = border};
      const ConstImageView view = f32_view(image, 2, 2, 3);
      const Result same = run(filter, {.image = view, .guide = view});
      const Result expected =
          bilateral({.sigma_space = 1, .sigma_range = 0.1f, .norm = norm, .border = border}, view);
      EXPECT_EQ(same.samples.values, expected.samples.values);
      EXPECT_EQ(same.copied, expected.copied);
    }
}

TEST(ReferenceJointFill, WeighsByTheGuideWhereItIsFinite) {
  JointBilateral filter = row_filter();
  filter.fill = true;
  EXPECT_NEAR(joint(filter, {nan, 1, 3}, {0, 0, 1}).samples.at(0, 0, 0),
              (w1 + 3 * w2 * w1) / (w1 + w2 * w1), 1e-14);
  EXPECT_NEAR(joint(filter, {nan, 1, 3}, {nan, 0, 1}).samples.at(0, 0, 0),
              (w1 + 3 * w2) / (w1 + w2), 1e-14);
  // Both taps are 1000 sigma_range away; their weights are relative to the larger one.
  EXPECT_NEAR(joint(filter, {nan, 1, 3}, {0, 1000, 1000}).samples.at(0, 0, 0),
              (w1 + 3 * w2) / (w1 + w2), 1e-10);
}

TEST(ReferenceJointFill, PerChannelWithoutAGuideIsBySpace) {
  const std::vector<float> image{nan, 0, 1, 2, 3, 4}, guide{nan, 0, 0, 0, 5, 7};
  JointBilateral filter = row_filter();
  filter.norm = Norm::per_channel;
  filter.fill = true;
  const Result result =
      run(filter, {.image = f32_view(image, 3, 1, 2), .guide = f32_view(guide, 3, 1, 2)});
  EXPECT_NEAR(result.samples.at(0, 0, 0), (w1 + 3 * w2) / (w1 + w2), 1e-14);
  EXPECT_NEAR(result.samples.at(0, 0, 1), (2 * w1 + 4 * w2) / (w1 + w2), 1e-14);
}

TEST(ReferenceJointFill, NeedsAValidTapWithinEightSigma) {
  std::vector<float> row(10, nan);
  row[9] = 5;
  JointBilateral filter = row_filter(9);
  filter.fill = true;
  const Result result = joint(filter, row, std::vector<float>(10, 0.0f));
  EXPECT_TRUE(result.copied[0]);
  EXPECT_DOUBLE_EQ(result.samples.at(1, 0, 0), 5.0);
}

}  // namespace
}  // namespace selvage::reference
