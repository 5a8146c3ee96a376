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

TEST(DirectGradient, Errors) {
  EXPECT_NEAR(gradient_error(Bilateral{.radius = 3}, Platform::cpu), 8.4e-6, 0.1e-6);
  EXPECT_NEAR(gradient_error(Bilateral{.radius = 3}, Platform::gpu), 9.9e-6, 0.1e-6);
  for (const Platform platform : {Platform::cpu, Platform::gpu})
    EXPECT_LT(gradient_error(Bilateral{.radius = 4096}, platform), 4e-5);
}

}  // namespace
}  // namespace selvage::planner
