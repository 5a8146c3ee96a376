// SPDX-License-Identifier: Apache-2.0
#include "methods/direct_gradient/direct_gradient.hpp"

#include <gtest/gtest.h>

namespace selvage::planner {
namespace {

using Weight = GradientShape::Weight;

TEST(DirectGradient, RefusalsSayWhy) {
  const auto why = [](const Filter& filter, bool alpha = false) {
    return gradient_refusal(filter, alpha).why;
  };
  EXPECT_EQ(why(Bilateral{}), "");
  EXPECT_EQ(why(JointBilateral{}), "");
  EXPECT_EQ(why(Gaussian{}), "");
  EXPECT_EQ(why(Bilateral{.norm = Norm::luma}), "norm luma has no gradient");
  EXPECT_EQ(why(JointBilateral{.norm = Norm::lab}), "norm lab has no gradient");
  EXPECT_EQ(why(Gaussian{.iterations = 2}), "the gradient of 2 iterations is not computed");
  EXPECT_EQ(why(Bilateral{.fill = true}), "a filter that fills holes has no gradient");
  EXPECT_EQ(why(Box{}), "box has no gradient");
  const Bilateral weighted{.alpha = Alpha::weight};
  EXPECT_EQ(why(weighted), "");
  EXPECT_EQ(why(weighted, true), "colours weighted by alpha have no gradient");
}

TEST(DirectGradient, Shapes) {
  EXPECT_EQ(gradient_shape(Gaussian{}, 2, 0).weight, Weight::space);
  EXPECT_EQ(gradient_shape(Gaussian{}, 2, 0).values, 3);
  EXPECT_EQ(gradient_shape(Bilateral{.norm = Norm::l1}, 1, 0).weight, Weight::l2);
  EXPECT_EQ(gradient_shape(Bilateral{.norm = Norm::l1}, 3, 0).weight, Weight::l1);
  const JointBilateral joint{.norm = Norm::per_channel};
  EXPECT_EQ(gradient_shape(joint, 3, 1).weight, Weight::l2);
  EXPECT_EQ(gradient_shape(joint, 3, 3).weight, Weight::per_channel);
  EXPECT_EQ(gradient_shape(joint, 3, 3).gradient_sums(), 8);
  EXPECT_EQ(gradient_shape(joint, 3, 3).mean_sums(), 6);
}

Inputs shape_of(int channels, int guide = 0, bool alpha = false) {
  Inputs shapes{.image = {.width = 9, .height = 7, .channels = channels, .alpha = alpha}};
  if (guide > 0) shapes.guide = {.width = 9, .height = 7, .channels = guide};
  return shapes;
}

TEST(DirectGradient, Blocks) {
  const auto blocks = [](const Filter& filter, const Inputs& shapes) {
    return gradient_blocks(gradient_problem(filter, shapes));
  };
  EXPECT_EQ(blocks(Gaussian{}, shape_of(4)).size(), 1U);
  EXPECT_EQ(blocks(Bilateral{}, shape_of(9)).size(), 1U);
  EXPECT_TRUE(blocks(Bilateral{}, shape_of(9)).front().problem.shape.many());
  EXPECT_EQ(blocks(Gaussian{}, shape_of(9)).size(), 3U);
  const Bilateral apart{.norm = Norm::per_channel};
  const auto with_alpha = blocks(apart, shape_of(9, 0, true));
  ASSERT_EQ(with_alpha.size(), 2U);
  EXPECT_EQ(with_alpha[1].first, 4);
  EXPECT_EQ(with_alpha[1].problem.shape.averaged, 4);
  EXPECT_EQ(with_alpha[1].problem.shapes.image.channels, 5);
  EXPECT_TRUE(with_alpha[1].problem.shapes.image.alpha);
  EXPECT_FALSE(with_alpha[0].problem.shapes.image.alpha);
  const JointBilateral joint{.norm = Norm::per_channel};
  const auto guided = blocks(joint, shape_of(5, 5));
  ASSERT_EQ(guided.size(), 2U);
  EXPECT_EQ(guided[1].problem.shapes.guide.channels, 1);
  EXPECT_EQ(guided[1].problem.shape.weight, Weight::l2);
  EXPECT_EQ(blocks(joint, shape_of(5, 1)).size(), 1U);  // one weight for all
}

TEST(DirectGradient, Errors) {
  const auto error = [](int radius, int channels, Norm norm, Platform platform) {
    const Bilateral filter{.radius = radius, .norm = norm};
    return gradient_error(gradient_problem(filter, shape_of(channels)), platform);
  };
  EXPECT_NEAR(error(3, 3, Norm::l2, Platform::cpu), 8.4e-6, 0.1e-6);
  EXPECT_NEAR(error(3, 3, Norm::l2, Platform::gpu), 9.9e-6, 0.1e-6);
  for (const Platform platform : {Platform::cpu, Platform::gpu}) {
    EXPECT_LT(error(4096, 4, Norm::l1, platform), 4e-5);
    EXPECT_EQ(error(3, 3, Norm::per_channel, platform), error(3, 99, Norm::per_channel, platform));
    EXPECT_LT(error(3, 64, Norm::l2, platform), 3e-5);
    EXPECT_LT(error(3, 1024, Norm::l1, platform), 7e-5);
  }
}

}  // namespace
}  // namespace selvage::planner
