// SPDX-License-Identifier: Apache-2.0
// Tests rolling guidance and the separable bilateral of the reference with results computed by
// hand.
#include <gtest/gtest.h>

#include <limits>

#include "reference/bilateral.hpp"
#include "reference/reference.hpp"
#include "reference/test_rows.hpp"

namespace selvage::reference {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
const double w2 = w1 * w1 * w1 * w1;  // two pixels away, sigma 1

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

// The border has V in the image's type, in every guide, too.
TEST(ReferenceRolling, ConstantIsRoundedToTheImagesType) {
  const std::vector<std::uint8_t> dark{0};
  const RollingGuidance filter{.sigma_space = 1e6f,
                               .sigma_range = 0.01f,
                               .radius = 1,
                               .border = Border::constant,
                               .border_value = 0.5f,
                               .iterations = 1};
  const double v = 128.0 / 255, sigma = filter.sigma_range;
  const double w = std::exp(-0.5 * (v / 9) * (v / 9) / (sigma * sigma));  // J(0) is 8 v / 9
  EXPECT_NEAR(run(filter, {.image = u8_view(dark, 1, 1)}).samples.at(0, 0, 0),
              8 * w * v / (1 + 8 * w), 1e-9);
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

// Rows 0 0 and 0 1: the row's pass gives 0 0 and a b; the column's pass compares 0 with a.
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
