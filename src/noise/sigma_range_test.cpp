// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <limits>

#include "core/test_errors.hpp"
#include "selvage/noise.hpp"

namespace selvage {
namespace {

NoiseEstimate noise_like(Norm norm, std::vector<double> sigma, double contrast) {
  return {.norm = norm, .sigma = std::move(sigma), .contrast = contrast, .least_range = 0.5 / 255};
}

TEST(AutomaticSigmaRange, OfOnePlaneByHand) {
  // 1.08 * 0.02 * (1 + 1/3) * (1 + 0.02 / 0.2)
  const NoiseEstimate noise = noise_like(Norm::l2, {0.02}, 0.1);
  EXPECT_FLOAT_EQ(automatic_sigma_range(noise, 3.0), 0.03168f);
  EXPECT_FLOAT_EQ(automatic_sigma_range(noise, 3.0, Strength::mild), 0.75f * 0.03168f);
  EXPECT_FLOAT_EQ(automatic_sigma_range(noise, 3.0, Strength::strong), 1.6f * 0.03168f);
  // 1 + 1/1 instead of 1 + 1/3
  EXPECT_FLOAT_EQ(automatic_sigma_range(noise, 1.0), 0.03168f * 1.5f);
}

TEST(AutomaticSigmaRange, FollowsTheNorm) {
  const auto range = [](Norm norm, int planes) {
    const NoiseEstimate noise =
        noise_like(norm, std::vector<double>(static_cast<std::size_t>(planes), 0.02), 1e9);
    return automatic_sigma_range(noise, 2.0) / (0.02f * 1.5f);
  };
  EXPECT_NEAR(range(Norm::per_channel, 3), 1.08f, 1e-5f);
  EXPECT_NEAR(range(Norm::l2, 1), 1.08f, 1e-5f);
  EXPECT_NEAR(range(Norm::l2, 3), 1.2635f, 1e-4f);
  EXPECT_NEAR(range(Norm::l1, 3), 1.8706f, 1e-4f);
  EXPECT_NEAR(range(Norm::luma, 1), 0.95f, 1e-5f);
  EXPECT_NEAR(range(Norm::lab, 3), 0.72f, 1e-5f);
}

TEST(AutomaticSigmaRange, TakesTheMeanSquareOfThePlanes) {
  const NoiseEstimate equal = noise_like(Norm::l1, {0.05, 0.05}, 0.1);
  const NoiseEstimate unequal = noise_like(Norm::l1, {0.07, 0.01}, 0.1);
  EXPECT_FLOAT_EQ(automatic_sigma_range(equal, 3.0), automatic_sigma_range(unequal, 3.0));
}

TEST(AutomaticSigmaRange, FollowsTheScaleOfFloats) {
  NoiseEstimate small = noise_like(Norm::l2, {0.01, 0.02, 0.03}, 0.2), large = small;
  for (double& sigma : large.sigma) sigma *= 1000;
  large.contrast *= 1000;
  EXPECT_FLOAT_EQ(automatic_sigma_range(large, 3.0), 1000 * automatic_sigma_range(small, 3.0));
}

TEST(AutomaticSigmaRange, IsNeverBelowTheLeast) {
  for (const double sigma : {0.0, 1e-9})
    for (const double contrast : {0.0, 0.1})
      EXPECT_FLOAT_EQ(automatic_sigma_range(noise_like(Norm::l2, {sigma}, contrast), 3.0),
                      0.5f / 255)
          << sigma << ' ' << contrast;
  EXPECT_FLOAT_EQ(automatic_sigma_range(NoiseEstimate{}, 3.0), 1e-6f);
  EXPECT_FLOAT_EQ(automatic_sigma_range(noise_like(Norm::l2, {1e30}, 0.0), 3.0), 1e6f);
}

TEST(AutomaticSigmaRange, HiddenContrastCountsAtMostTwice) {
  const float far = automatic_sigma_range(noise_like(Norm::l2, {0.02}, 1e9), 3.0);
  EXPECT_FLOAT_EQ(automatic_sigma_range(noise_like(Norm::l2, {0.02}, 0.0), 3.0), 3 * far);
  EXPECT_FLOAT_EQ(automatic_sigma_range(noise_like(Norm::l2, {0.02}, 0.01), 3.0), 2 * far);
}

TEST(AutomaticSigmaRange, RefusesNoWindow) {
  for (const double sigma_space : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_THAT(error_of([&] { automatic_sigma_range({}, sigma_space); }).what(),
                ::testing::HasSubstr("is not above 0"));
}

TEST(Strength, HasNames) {
  EXPECT_EQ(name(Strength::mild), "mild");
  EXPECT_EQ(name(Strength::strong), "strong");
}

}  // namespace
}  // namespace selvage
