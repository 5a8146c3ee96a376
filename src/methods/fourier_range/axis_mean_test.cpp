// SPDX-License-Identifier: Apache-2.0
// Tests that pixels see the weights that AxisMean's error is of.
#include "methods/fourier_range/axis_mean.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "methods/fourier_range/seen_weights.hpp"

namespace selvage {
namespace {

struct Window {
  double sigma;
  int radius;
};
constexpr Window windows[] = {{4.0, 12},   {8.0, 24}, {16.0, 48}, {100.0 / 3, 100},
                              {60.0, 180}, {4.0, 40}, {50.0, 30}};

TEST(AxisMean, WeightsVaryAsItSays) {
  for (const auto& [sigma, radius] : windows)
    for (const int step : axis_steps(sigma, radius))
      for (const bool ends : {false, true}) {
        SCOPED_TRACE(::testing::Message() << sigma << ' ' << radius << ' ' << step << ' ' << ends);
        const AxisMean axis = axis_mean(sigma, radius, step, ends);
        EXPECT_EQ(axis.ends.size(), ends ? end_pairs : 0);
        double mass = 0.0, worst = 0.0;
        for (int t = -radius; t <= radius; ++t) mass += std::exp(-0.5 * t * t / (sigma * sigma));
        EXPECT_NEAR(axis.mass, mass, 1e-9 * mass);
        for (int place = 0; place < step; ++place) {
          double variation = 0.0;
          for (int t = -radius - 4 * step; t <= radius + 4 * step; ++t)
            if (std::abs(t) > radius) {
              EXPECT_EQ(seen_weight(axis, place, t), 0.0) << t;
            } else {
              variation +=
                  std::abs(seen_weight(axis, place, t) - std::exp(-0.5 * t * t / (sigma * sigma)));
            }
          worst = std::max(worst, variation / mass);
        }
        EXPECT_NEAR(worst, axis.variation, 1e-6 * axis.variation + 1e-12);
      }
}

TEST(AxisMean, ErrsLittle) {
  EXPECT_LT(axis_mean(8.0, 24, 2).variation, 6e-4);
  EXPECT_LT(axis_mean(16.0, 48, 3).variation, 3e-4);
  EXPECT_LT(axis_mean(100.0 / 3, 100, 4).variation, 6e-5);
  EXPECT_LT(axis_mean(8.0, 24, 2, true).variation, 8e-5);
  EXPECT_LT(axis_mean(16.0, 48, 3, true).variation, 1e-4);
}

TEST(AxisMean, SumsTheParabola) {
  for (const int radius : {0, 1, 2, 12, 256}) {
    double sum = 0.0;
    for (int t = -radius; t <= radius; ++t) sum += (radius + 1.0) * (radius + 1.0) - 1.0 * t * t;
    EXPECT_DOUBLE_EQ(parabola_weights(radius), sum);
  }
}

TEST(AxisMean, TriesSmallerSteps) {
  EXPECT_EQ(axis_steps(8.0, 24), std::vector<int>({2}));  // 1.6 is too little to gain
  EXPECT_EQ(axis_steps(20.0, 60), std::vector<int>({4, 3, 2}));
  EXPECT_EQ(axis_steps(1000.0, 60), std::vector<int>({4, 3, 2}));
}

}  // namespace
}  // namespace selvage
