// SPDX-License-Identifier: Apache-2.0
// Joint bilateral, rolling guidance and the separable bilateral of the reference, by hand.
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
      const JointBilateral filter{.sigma_space = 1, .norm = norm, .border = border};
      const ConstImageView view = f32_view(image, 2, 2, 3);
      const Result same = run(filter, {.image = view, .guide = view});
      const Result expected = bilateral({.sigma_space = 1, .norm = norm, .border = border}, view);
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
  // Both taps are 1000 sigma_range away: their weights count relative to the larger.
  EXPECT_NEAR(joint(filter, {nan, 1, 3}, {0, 1000, 1000}).samples.at(0, 0, 0),
              (w1 + 3 * w2) / (w1 + w2), 1e-10);
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

RollingGuidance rolling(int iterations, float sigma_range = 1) {
  return {.sigma_space = 1,
          .sigma_range = sigma_range,
          .radius = 1,
          .border = Border::shrink,
          .iterations = iterations};
}

// 0 1: each step averages the image itself, with D between the guide's pixels a and b.
TEST(ReferenceRolling, StepsFilterTheImageByTheResultBefore) {
  const std::vector<float> row{0, 1};
  const double wide = w1 / (1 + w1);  // J(0)
  const auto step = [](double before) {
    const double a = static_cast<float>(before), b = static_cast<float>(1 - before);
    const double w = w1 * std::exp(-0.5 * (b - a) * (b - a));
    return w / (1 + w);
  };
  EXPECT_NEAR(run(rolling(1), {.image = f32_view(row, 2, 1)}).samples.at(0, 0, 0), step(wide),
              1e-8);
  EXPECT_NEAR(run(rolling(2), {.image = f32_view(row, 2, 1)}).samples.at(0, 0, 0), step(step(wide)),
              1e-8);
}

TEST(ReferenceRolling, AWideRangeIsTheGaussian) {
  const std::vector<float> row{0, 1, 5, 2};
  const Result result = run(rolling(3, 1e6f), {.image = f32_view(row, 4, 1)});
  const Result gaussian = run(Gaussian{.sigma_space = 1, .radius = 1, .border = Border::shrink},
                              {.image = f32_view(row, 4, 1)});
  for (int x = 0; x < 4; ++x)
    EXPECT_NEAR(result.samples.at(x, 0, 0), gaussian.samples.at(x, 0, 0), 1e-9);
}

TEST(ReferenceRolling, HolesAreCopiedOrFilled) {
  const std::vector<float> row{nan, 1, 3};
  EXPECT_EQ(run(rolling(3), {.image = f32_view(row, 3, 1)}).copied,
            (std::vector<bool>{true, false, false}));
  RollingGuidance filter = rolling(1);
  filter.radius = 2;
  filter.fill = true;
  const double j0 = (w1 + 3 * w2) / (w1 + w2), j1 = (1 + 3 * w1) / (1 + w1),
               j2 = (3 + w1) / (1 + w1);
  const double near = w1 * std::exp(-0.5 * (j1 - j0) * (j1 - j0));
  const double far = w2 * std::exp(-0.5 * (j2 - j0) * (j2 - j0));
  EXPECT_NEAR(run(filter, {.image = f32_view(row, 3, 1)}).samples.at(0, 0, 0),
              (near + 3 * far) / (near + far), 1e-7);
}

TEST(ReferenceRolling, AlphaThatIsFilteredIsMeasured) {
  const std::vector<float> pixels{0, 0, 1, 100};
  RollingGuidance filter = rolling(1);
  const Inputs inputs{.image = f32_view(pixels, 2, 1, 2, true)};
  const double one = 1 - 2 * w1 / (1 + w1);  // the difference of J(0)'s pixels, of 1
  const double kept = w1 * std::exp(-0.5 * one * one);
  EXPECT_NEAR(run(filter, inputs).samples.at(0, 0, 0), kept / (1 + kept), 1e-7);
  filter.alpha = Alpha::filter;
  const double both = w1 * std::exp(-0.5 * one * one * (1 + 1e4));
  EXPECT_NEAR(run(filter, inputs).samples.at(0, 0, 0), both / (1 + both), 1e-12);
}

TEST(ReferenceSeparable, OneRowIsTheBilateral) {
  const std::vector<float> row{0, 1, 0.25f, 0.5f};
  for (const Border border : {Border::shrink, Border::clamp, Border::wrap}) {
    const Bilateral filter{.sigma_space = 1, .sigma_range = 1, .border = border};
    const Result passes = separable_bilateral(filter, f32_view(row, 4, 1));
    const Result expected = bilateral(filter, f32_view(row, 4, 1));
    for (int x = 0; x < 4; ++x)
      EXPECT_NEAR(passes.samples.at(x, 0, 0), expected.samples.at(x, 0, 0), 1e-7);
  }
}

// Rows 0 0 and 0 1: the row's pass makes 0 0 and a b; the column's measures 0 against a.
TEST(ReferenceSeparable, ColumnsAreMeasuredOnTheFirstResult) {
  const std::vector<float> image{0, 0, 0, 1};
  const Bilateral filter{.sigma_space = 1, .sigma_range = 1, .radius = 1, .border = Border::shrink};
  const double a = static_cast<float>(w1 * w1 / (1 + w1 * w1));
  const double w = w1 * std::exp(-0.5 * a * a);
  EXPECT_NEAR(separable_bilateral(filter, f32_view(image, 2, 2)).samples.at(0, 0, 0),
              w * a / (1 + w), 1e-15);
}

TEST(ReferenceSeparable, CopyLooksAtEachPass) {
  const std::vector<float> image(9, 1.0f);
  const Bilateral filter{.radius = 1, .border = Border::copy};
  const Result result = separable_bilateral(filter, f32_view(image, 3, 3));
  EXPECT_EQ(result.copied,
            (std::vector<bool>{true, false, true, false, false, false, true, false, true}));
}

}  // namespace
}  // namespace selvage::reference
