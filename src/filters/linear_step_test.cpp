// SPDX-License-Identifier: Apache-2.0
#include "filters/linear_step.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <stdexcept>

namespace selvage {
namespace {

using Weights = std::vector<double>;

TEST(LinearStep, WeightsOfMeansAddUpToOne) {
  for (const Filter& filter : {Filter(Gaussian{.sigma_space = 2}), Filter(Box{.radius = 5})}) {
    const LinearStep step = std::visit(
        []<class F>(const F& f) -> LinearStep {
          if constexpr (std::is_constructible_v<Step, const F&>) return linear_step(Step(f));
          throw std::logic_error("no step");
        },
        filter);
    ASSERT_TRUE(step.mean && step.separable);
    const Weights& row = step.separable->row;
    EXPECT_NEAR(std::accumulate(row.begin(), row.end(), 0.0), 1.0, 1e-15);
    EXPECT_EQ(row, step.separable->column);
    EXPECT_EQ(row.front(), row.back());
  }
  const LinearStep gaussian = linear_step(Gaussian{.sigma_space = 2, .radius = 3});
  EXPECT_NEAR(gaussian.separable->row[1] / gaussian.separable->row[3], std::exp(-0.5), 1e-15);
  EXPECT_EQ(linear_step(Box{.radius = 1}).separable->row, Weights(3, 1.0 / 3.0));
}

TEST(LinearStep, RowsAndColumnsOfAPass) {
  const LinearStep row = linear_step(row_of(WindowMean(Box{.radius = 2})));
  EXPECT_EQ(row.separable->row.size(), 5u);
  EXPECT_EQ(row.separable->column, Weights{1.0});
  EXPECT_EQ(row.radius_y, 0);
}

TEST(LinearStep, AFlipTurnsTheCoefficients) {
  const LinearStep sharpen = linear_step(
      Convolution{.kernel = {1, 2, 3, 4, 5, 6, 7, 8, 9}, .width = 3, .height = 3, .flip = true});
  EXPECT_EQ(sharpen.stencil.coefficients, (Weights{9, 8, 7, 6, 5, 4, 3, 2, 1}));
  const LinearStep lines =
      linear_step(SeparableConvolution{.row = {1, 2, 3}, .column = {4}, .flip = true});
  EXPECT_EQ(lines.separable->row, (Weights{3, 2, 1}));
  EXPECT_EQ(magnitude(lines), 24.0);
}

TEST(LinearStep, OthersAreRefused) {
  EXPECT_THROW(linear_step(WindowMean(Bilateral{})), std::logic_error);
  EXPECT_THROW(linear_step(Histogram{}), std::logic_error);
  EXPECT_THROW(linear_step(WindowMean(Gaussian{.window = Window::disc})), std::logic_error);
}

LinearStep stencil_step(std::vector<float> kernel, int width, int height) {
  return linear_step(Convolution{.kernel = std::move(kernel), .width = width, .height = height});
}

TEST(Separated, ProductsAreFound) {
  const auto step = as_separable(stencil_step({1, 2, 1, -2, -4, -2, 0, 0, 0}, 3, 3));
  ASSERT_TRUE(step);
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x)
      EXPECT_EQ(step->separable->column[static_cast<std::size_t>(y)] *
                    step->separable->row[static_cast<std::size_t>(x)],
                step->stencil.at(x, y));
  EXPECT_TRUE(as_separable(stencil_step({0, 0, 0}, 3, 1)));
  EXPECT_TRUE(as_separable(stencil_step({3}, 1, 1)));
}

// A third is not exact in single precision, so there is a residual.
TEST(Separated, RoundedProductsAreFound) {
  std::vector<float> kernel;
  for (const float y : {0.1f, 0.7f, 1.3f})
    for (const float x : {1.0f / 3, 0.2f, 0.9f}) kernel.push_back(x * y);
  const auto step = as_separable(stencil_step(kernel, 3, 3));
  ASSERT_TRUE(step);
  EXPECT_GT(separated(step->stencil).residual, 0.0);
}

TEST(Separated, OthersAreNot) {
  EXPECT_FALSE(as_separable(stencil_step({0, -1, 0, -1, 5, -1, 0, -1, 0}, 3, 3)));
  EXPECT_FALSE(as_separable(stencil_step({1, 1, 1, 1, 1.0001f, 1, 1, 1, 1}, 3, 3)));
}

}  // namespace
}  // namespace selvage
