// SPDX-License-Identifier: Apache-2.0
// Tests the third axis of the reference with results computed by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "reference/reference.hpp"
#include "reference/test_rows.hpp"

namespace selvage::reference {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

// A volume of `depth` slices, one after another.
ConstImageView volume(const std::vector<float>& samples, int width, int height, int depth) {
  ConstImageView view = f32_view(samples, width, height);
  view.depth = depth;
  return view;
}

std::vector<double> filtered(const Filter& filter, const std::vector<float>& pixels) {
  const auto depth = static_cast<int>(pixels.size());
  return run(filter, {.image = volume(pixels, 1, 1, depth)}).samples.values;
}

// Slices of one pixel each: 1 2 4, extended before the first as a row is.
TEST(ReferenceDepth, Borders) {
  const auto first = [](Border border, ThirdAxis axis = ThirdAxis::space) {
    const Box box{
        .radius = 0, .border = border, .border_value = 10, .radius_depth = 1, .third_axis = axis};
    return filtered(box, {1, 2, 4})[0];
  };
  EXPECT_DOUBLE_EQ(first(Border::reflect101), 5.0 / 3);
  EXPECT_DOUBLE_EQ(first(Border::reflect), 4.0 / 3);
  EXPECT_DOUBLE_EQ(first(Border::clamp), 4.0 / 3);
  EXPECT_DOUBLE_EQ(first(Border::wrap), 7.0 / 3);
  EXPECT_DOUBLE_EQ(first(Border::shrink), 3.0 / 2);
  EXPECT_DOUBLE_EQ(first(Border::constant), 13.0 / 3);
  EXPECT_DOUBLE_EQ(first(Border::copy), 1.0);
  EXPECT_DOUBLE_EQ(first(Border::wrap, ThirdAxis::time), 7.0 / 3);
}

// Frames before the first take no part, whatever the border.
TEST(ReferenceDepth, CausalWindowsLookBack) {
  for (const auto& [border, name] : names_of<Border>) {
    const Box box{.radius = 0,
                  .border = border,
                  .border_value = 10,
                  .radius_depth = 2,
                  .third_axis = ThirdAxis::causal};
    EXPECT_EQ(filtered(box, {1, 3, 5, 10}), (std::vector<double>{1, 2, 3, 6})) << name;
  }
}

TEST(ReferenceDepth, WeightsOfSlices) {
  const Gaussian gaussian{.sigma_space = 1,
                          .radius = 0,
                          .border = Border::shrink,
                          .sigma_depth = 2.0f,
                          .radius_depth = 2};
  const double one = std::exp(-1.0 / 8), two = std::exp(-4.0 / 8);
  EXPECT_DOUBLE_EQ(filtered(gaussian, {8, 4, 2})[0], (8 + 4 * one + 2 * two) / (1 + one + two));
}

TEST(ReferenceDepth, BilateralComparesAcrossSlices) {
  const Bilateral bilateral{.sigma_space = 1,
                            .sigma_range = 1,
                            .radius = 0,
                            .border = Border::shrink,
                            .sigma_depth = 1.0f,
                            .radius_depth = 1};
  // The distance is 1 along the axis and 1 in value.
  const double w = w1 * w1;
  EXPECT_DOUBLE_EQ(filtered(bilateral, {3, 4})[0], (3 + 4 * w) / (1 + w));
}

TEST(ReferenceDepth, DiscsAreEllipsoidsInSpaceAndCylindersInTime) {
  // 3 x 3 x 3 of zeros: the window has 7 taps in space, 15 in time; squares have 27.
  std::vector<float> image(27, 0.0f);
  image[13] = 1.0f;
  const auto centre = [&](Window window, ThirdAxis axis) {
    const Gaussian g{.sigma_space = 1e6f,
                     .radius = 1,
                     .window = window,
                     .border = Border::shrink,
                     .sigma_depth = 1e6f,
                     .radius_depth = 1,
                     .third_axis = axis};
    return 1.0 / run(g, {.image = volume(image, 3, 3, 3)}).samples.at(1, 1, 0, 1);
  };
  EXPECT_NEAR(centre(Window::disc, ThirdAxis::space), 7.0, 1e-6);
  EXPECT_NEAR(centre(Window::disc, ThirdAxis::time), 15.0, 1e-6);
  EXPECT_NEAR(centre(Window::square, ThirdAxis::space), 27.0, 1e-6);
  EXPECT_NEAR(centre(Window::disc, ThirdAxis::causal), 10.0, 1e-6);
}

TEST(ReferenceDepth, HolesTakeNoPartAndAreFilled) {
  Box box{.radius = 0, .border = Border::shrink, .radius_depth = 1};
  const Result kept = run(box, {.image = volume({1, nan, 4}, 1, 1, 3)});
  EXPECT_EQ(kept.copied, (std::vector<bool>{false, true, false}));
  EXPECT_EQ(kept.samples.values[2], 4.0);
  box.fill = true;
  EXPECT_EQ(filtered(box, {1, nan, 4})[1], 2.5);
  // Beyond 8 sigma_depth a hole is left alone.
  const Gaussian far{
      .border = Border::shrink, .fill = true, .sigma_depth = 0.1f, .radius_depth = 1};
  EXPECT_TRUE(std::isnan(filtered(far, {1, nan, 4})[1]));
}

TEST(ReferenceDepth, DefaultsOfTheFields) {
  EXPECT_EQ(radius_depth(Bilateral{.sigma_space = 2, .radius = 4}), 4);
  EXPECT_EQ(sigma_depth(Bilateral{.sigma_space = 2}), 2.0);
  EXPECT_EQ(radius_depth(Bilateral{.sigma_space = 2, .radius = 4, .sigma_depth = 0.5f}), 2);
  EXPECT_EQ(radius_depth(Gaussian{.third_axis = ThirdAxis::time}), 3);
  EXPECT_EQ(sigma_depth(Gaussian{.radius_depth = 4, .third_axis = ThirdAxis::causal}), 2.0);
  EXPECT_EQ(sigma_depth(Gaussian{.radius_depth = 0, .third_axis = ThirdAxis::time}), 0.5);
  EXPECT_EQ(radius_depth(Box{.radius = 7}), 7);
  EXPECT_EQ(radius_depth(Guided{}), 0);
}

// An image of depth 1 has no third axis: its pixels have no neighbours there, not even themselves.
TEST(ReferenceDepth, OneSliceIsFlat) {
  const std::vector<float> row{0, 6, 3};
  const Box box{.border = Border::constant, .border_value = 9};
  Box deep = box;
  deep.radius_depth = 3;
  EXPECT_EQ(run(box, {.image = f32_view(row, 3, 1)}).samples.values,
            run(deep, {.image = f32_view(row, 3, 1)}).samples.values);
}

}  // namespace
}  // namespace selvage::reference
