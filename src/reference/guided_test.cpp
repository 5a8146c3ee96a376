// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "reference/reference.hpp"
#include "reference/test_rows.hpp"

namespace selvage::reference {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

// One row, whose windows of radius 1 are sums of three numbers in each of three equal rows.
Guided row_filter(float epsilon = 1.0f) {
  return {.radius = 1, .epsilon = epsilon, .border = Border::wrap};
}

Result guided(const Guided& filter, const std::vector<float>& image,
              const std::vector<float>& guide = {}) {
  const int width = static_cast<int>(image.size());
  Inputs inputs{.image = f32_view(image, width, 1)};
  if (!guide.empty()) inputs.guide = f32_view(guide, width, 1);
  return run(filter, inputs);
}

// Windows (0 0 3), (0 3 0), (3 0 0): mean 1, variance 2; a = 2 / (2 + 1), b = 1 - a.
TEST(ReferenceGuided, OwnGuide) {
  const Result result = guided(row_filter(), {0, 3, 0});
  EXPECT_NEAR(result.samples.at(0, 0, 0), 1.0 / 3, 1e-14);
  EXPECT_NEAR(result.samples.at(1, 0, 0), 1.0 / 3 + 2, 1e-14);
  EXPECT_EQ(result.copied, (std::vector<bool>{false, false, false}));
}

// The covariance of (0 3 0) and (6 0 0) is -2, so a = -2/3 and b = 2 + 2/3.
TEST(ReferenceGuided, GivenGuide) {
  const Result result = guided(row_filter(), {6, 0, 0}, {0, 3, 0});
  EXPECT_NEAR(result.samples.at(0, 0, 0), 8.0 / 3, 1e-14);
  EXPECT_NEAR(result.samples.at(1, 0, 0), 8.0 / 3 - 2, 1e-14);
}

// Two guide channels of variance 2 and covariance -1: (3 -1; -1 3) a = (2, -1) gives (5, -1) / 8.
TEST(ReferenceGuided, ColourGuide) {
  const std::vector<float> image{0, 3, 0}, guide{0, 0, 3, 0, 0, 3};
  const Result result =
      run(row_filter(), {.image = f32_view(image, 3, 1), .guide = f32_view(guide, 3, 1, 2)});
  const double b = 1 - (5.0 - 1.0) / 8;
  EXPECT_NEAR(result.samples.at(0, 0, 0), b, 1e-14);
  EXPECT_NEAR(result.samples.at(1, 0, 0), b + 15.0 / 8, 1e-14);
  EXPECT_NEAR(result.samples.at(2, 0, 0), b - 3.0 / 8, 1e-14);
}

// Means of means: windows of 1 and 0 at a step, smoothed twice, where epsilon is large.
TEST(ReferenceGuided, ALargeEpsilonLeavesTwoBoxes) {
  Guided filter = row_filter(1e12f);
  filter.border = Border::clamp;
  const Result result = guided(filter, {0, 0, 0, 9, 9, 9});
  EXPECT_NEAR(result.samples.at(1, 0, 0), (0 + 0 + 3) / 3.0, 1e-9);
  EXPECT_NEAR(result.samples.at(2, 0, 0), (0 + 3 + 6) / 3.0, 1e-9);
}

// The extended image goes on: under clamp, the window at -1 sees the first pixel twice or thrice.
TEST(ReferenceGuided, ModelsExistOutside) {
  Guided filter = row_filter(1e12f);
  filter.border = Border::clamp;
  EXPECT_NEAR(guided(filter, {0, 9, 9, 9}).samples.at(0, 0, 0), (0 + 3 + 6) / 3.0, 1e-9);
  filter.border = Border::shrink;  // windows (0 9), (0 9 9)
  EXPECT_NEAR(guided(filter, {0, 9, 9, 9}).samples.at(0, 0, 0), (4.5 + 6) / 2, 1e-9);
}

TEST(ReferenceGuided, HolesTakeNoPart) {
  const Result result = guided(row_filter(1e12f), {nan, 6, 0, 0});
  EXPECT_EQ(result.copied, (std::vector<bool>{true, false, false, false}));
  EXPECT_NEAR(result.samples.at(1, 0, 0), (3 + 2) / 2.0, 1e-9);  // windows (6 0), (6 0 0)
  const Result guide = guided(row_filter(1e12f), {1, 6, 0, 0}, {nan, 0, 0, 0});
  EXPECT_EQ(guide.copied, (std::vector<bool>{true, false, false, false}));
  EXPECT_NEAR(guide.samples.at(1, 0, 0), (3 + 2) / 2.0, 1e-9);
}

TEST(ReferenceGuided, FilledHolesFollowTheGuide) {
  Guided filter = row_filter(1.0f);
  filter.fill = true;
  filter.invalid = 7.0f;
  filter.border = Border::shrink;
  // Windows of 1 and 2: both see (0 0) -> (3 3) ... the guide is flat, so all values are 3.
  EXPECT_NEAR(guided(filter, {7, 3, 3}, {0, 0, 0}).samples.at(0, 0, 0), 3, 1e-14);
  // Two pixels 0 -> 0 and 2 -> 2 in both windows: a = 1 / (1 + 1), b = 1 - a; the guide is 4.
  filter.radius = 2;
  EXPECT_NEAR(guided(filter, {7, 0, 2}, {4, 0, 2}).samples.at(0, 0, 0), 2 + 0.5, 1e-14);
  // Without a finite guide: the mean of the windows' means.
  EXPECT_NEAR(guided(filter, {7, 0, 2}, {nan, 0, 2}).samples.at(0, 0, 0), 1, 1e-14);
  EXPECT_NEAR(guided(filter, {7, 0, 2}).samples.at(0, 0, 0), 1, 1e-14);
}

TEST(ReferenceGuided, AHoleAmongHolesStays) {
  Guided filter = row_filter();
  filter.fill = true;
  filter.border = Border::shrink;
  EXPECT_EQ(guided(filter, {nan, nan, nan, 5}).copied,
            (std::vector<bool>{true, true, false, false}));
}

// The grid holds pixels 0, 2 and 4; between them the models are interpolated.
TEST(ReferenceGuided, Subsample) {
  Guided filter{.radius = 0, .epsilon = 1.0f, .subsample = 2, .border = Border::clamp};
  const Result result = guided(filter, {0, 50, 4, 50, 8});  // a = 0: values of the grid
  for (int x = 0; x < 5; ++x) EXPECT_NEAR(result.samples.at(x, 0, 0), 2 * x, 1e-14);
  filter.radius = 2;  // one pixel of the grid
  filter.epsilon = 1e12f;
  EXPECT_NEAR(guided(filter, {0, 50, 4, 50, 8}).samples.at(2, 0, 0), 4, 1e-9);
}

TEST(ReferenceGuided, BorderCopyLeavesTheEdges) {
  Guided filter = row_filter();
  filter.border = Border::copy;
  const std::vector<float> image(49, 1.0f);
  const Result result = run(filter, {.image = f32_view(image, 7, 7)});
  for (int y = 0; y < 7; ++y)
    for (int x = 0; x < 7; ++x)
      EXPECT_EQ(result.copied[result.samples.index(x, y, 0)], x < 2 || x > 4 || y < 2 || y > 4);
}

TEST(ReferenceGuided, AlphaIsAValueAndNoGuide) {
  const std::vector<float> image{0, 0, 3, 3, 0, 0};
  Guided filter = row_filter();
  filter.alpha = Alpha::filter;
  const Result result = run(filter, {.image = f32_view(image, 3, 1, 2, true)});
  EXPECT_NEAR(result.samples.at(1, 0, 0), 1.0 / 3 + 2, 1e-14);
  EXPECT_NEAR(result.samples.at(1, 0, 1), 1.0 / 3 + 2, 1e-14);
  filter.alpha = Alpha::keep;
  EXPECT_EQ(run(filter, {.image = f32_view(image, 3, 1, 2, true)}).copied,
            (std::vector<bool>{false, true, false, true, false, true}));
}

Result enlarged(const GuidedUpsampling& filter, const std::vector<float>& image,
                const std::vector<float>& guide) {
  return run(filter, {.image = f32_view(image, static_cast<int>(image.size()), 1),
                      .guide = f32_view(guide, static_cast<int>(guide.size()), 1)});
}

// Twice as wide: u = -0.25 0.25 0.75 1.25. A window of one pixel has a = 0 and its value as b.
TEST(ReferenceGuidedUpsampling, PlacesOfPixels) {
  const GuidedUpsampling filter{.radius = 0};
  const Result result = enlarged(filter, {0, 10}, {0, 0, 0, 0});
  EXPECT_EQ(result.samples.width, 4);
  EXPECT_DOUBLE_EQ(result.samples.at(0, 0, 0), 0.0);
  EXPECT_DOUBLE_EQ(result.samples.at(1, 0, 0), 2.5);
  EXPECT_DOUBLE_EQ(result.samples.at(2, 0, 0), 7.5);
  EXPECT_DOUBLE_EQ(result.samples.at(3, 0, 0), 10.0);
  // Three of two: u = -1/6 1/2 7/6.
  EXPECT_DOUBLE_EQ(enlarged(filter, {0, 10}, {0, 0, 0}).samples.at(1, 0, 0), 5.0);
}

// The guide's pixels 1, 3, 5 lie at the image's centres, and (0 3 0) fits itself with a = 2/3 and
// b = 1/3 everywhere, as in OwnGuide. Every large pixel takes these at its own guide.
TEST(ReferenceGuidedUpsampling, ModelsOfTheSmallImageAtTheLargeGuide) {
  const GuidedUpsampling filter{.radius = 1, .epsilon = 1.0f, .border = Border::wrap};
  const Result result = enlarged(filter, {0, 3, 0}, {30, 0, 6, 3, -3, 0});
  const double guide[] = {30, 0, 6, 3, -3, 0};
  for (int x = 0; x < 6; ++x)
    EXPECT_NEAR(result.samples.at(x, 0, 0), 1.0 / 3 + 2.0 / 3 * guide[x], 1e-13) << x;
}

TEST(ReferenceGuidedUpsampling, EachAxisHasItsRatio) {
  const std::vector<float> image{0, 10, 20, 30}, guide(2 * 6, 0.0f);
  const Result result = run(GuidedUpsampling{.radius = 0},
                            {.image = f32_view(image, 2, 2), .guide = f32_view(guide, 2, 6)});
  EXPECT_NEAR(result.samples.at(0, 1, 0), 0.0, 1e-14);            // v = 0
  EXPECT_NEAR(result.samples.at(1, 2, 0), 10 + 20.0 / 3, 1e-13);  // v = 1/3
}

TEST(ReferenceGuidedUpsampling, HolesAreCopiedOrFilled) {
  GuidedUpsampling filter{.radius = 0};
  const Result result = enlarged(filter, {nan, 6}, {0, 0, 0, 0});
  EXPECT_EQ(result.copied, (std::vector<bool>{true, true, false, false}));
  EXPECT_DOUBLE_EQ(result.samples.at(2, 0, 0), 6.0);  // the hole's model is left out
  filter.fill = true;
  const Result filled = enlarged(filter, {nan, 6}, {0, 0, 0, 0});
  EXPECT_EQ(filled.copied, (std::vector<bool>{true, false, false, false}));
  EXPECT_DOUBLE_EQ(filled.samples.at(1, 0, 0), 6.0);
}

// A large pixel without a guide is copied from the small one, or takes the means of the windows.
TEST(ReferenceGuidedUpsampling, AGuideThatIsNotFinite) {
  GuidedUpsampling filter{.radius = 0};
  const Result copied = enlarged(filter, {0, 10}, {0, 0, nan, 0});
  EXPECT_EQ(copied.copied, (std::vector<bool>{false, false, true, false}));
  EXPECT_DOUBLE_EQ(copied.samples.at(2, 0, 0), 10.0);
  filter.fill = true;
  EXPECT_DOUBLE_EQ(enlarged(filter, {0, 10}, {0, 0, nan, 0}).samples.at(2, 0, 0), 7.5);
  // At a centre, it also takes the small pixel's model away.
  EXPECT_DOUBLE_EQ(enlarged(filter, {0, 10}, {0, 0, 0, nan}).samples.at(1, 0, 0), 0.0);
}

}  // namespace
}  // namespace selvage::reference
