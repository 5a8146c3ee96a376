// SPDX-License-Identifier: Apache-2.0
#include "methods/separable_tensor/byte_weights.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <numeric>
#include <random>

namespace selvage {
namespace {

LinearStep gaussian(int radius_x, int radius_y, double sigma) {
  const auto line = [&](int radius) {
    std::vector<double> weights;
    for (int i = -radius; i <= radius; ++i)
      weights.push_back(std::exp(-0.5 * i * i / sigma / sigma));
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& w : weights) w /= sum;
    return weights;
  };
  LinearStep step;
  step.mean = true;
  step.separable = SeparableWeights{.row = line(radius_x), .column = line(radius_y)};
  step.radius_x = radius_x;
  step.radius_y = radius_y;
  return step;
}

constexpr int half_level = 128;

// Sums of a window's rows: 256 times the sum, rounded down, plus what is added.
int row_sum(const ByteWeights& weights, const std::vector<int>& samples) {
  int sum = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) sum += weights.row.weights[i] * samples[i];
  const int result = (sum >> 8) + made_up(weights) + half_level;
  EXPECT_LT(result, 65536);
  return result;
}

// 256 times the result, plus half a level.
int column_sum(const ByteWeights& weights, const std::vector<int>& sums) {
  int smaller = 0, larger = 0;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const int weight = weights.column.weights[i];
    smaller += (weight >> 8) * (sums[i] & 255) + (weight & 255) * (sums[i] >> 8);
    larger += (weight >> 8) * (sums[i] >> 8);
  }
  return larger + (smaller >> 8);
}

TEST(ByteWeights, AddUpToTheWhole) {
  for (const double sigma : {0.4, 1.0, 3.0, 20.0})
    for (int radius = 1; radius <= 24; ++radius) {
      const ByteWeights weights = byte_weights(gaussian(radius, 0, sigma)).value();
      const auto& row = weights.row.weights;
      EXPECT_EQ(std::accumulate(row.begin(), row.end(), 0), 65536);
      EXPECT_EQ(weights.column.weights, std::vector<std::uint16_t>{65535});  // as near as it can be
    }
}

// Computes random windows of samples of a few kinds.
void expect_proven(const LinearStep& step) {
  const std::vector<std::vector<int>> samples = {{0, 255}, {0, 1, 128, 254, 255}, {255}, {17}};
  const auto& [weights_x, weights_y] = *step.separable;
  const ByteWeights weights = byte_weights(step).value();
  const double error = byte_weights_error(weights);
  EXPECT_LT(error, 0.3);
  std::mt19937 random(7);
  for (int trial = 0; trial < 100; ++trial) {
    const auto& from = samples[static_cast<std::size_t>(trial) % samples.size()];
    std::vector<int> sums;
    double truth = 0.0;
    for (const double y : weights_y) {
      std::vector<int> row;
      for (const double x : weights_x) {
        row.push_back(from[random() % from.size()]);
        truth += step.scale * y * x * row.back();
      }
      sums.push_back(row_sum(weights, row));
    }
    EXPECT_NEAR((column_sum(weights, sums) - half_level) / 256.0, truth, error);
  }
}

TEST(ByteWeights, ErrAsLittleAsTheySay) {
  for (const double sigma : {0.3, 1.2, 4.0, 30.0})
    for (const int radius : {1, 2, 3, 8, 24}) expect_proven(gaussian(radius, radius, sigma));
  LinearStep step;
  step.separable = SeparableWeights{.row = {0.1, 0.0, 0.2, 0.7, 0.0}, .column = {3.0, 1.0, 4.0}};
  step.scale = 1.00005 / 8.0;
  expect_proven(step);
}

TEST(ByteWeights, AreMeansOfPositiveWeights) {
  LinearStep step = gaussian(1, 1, 1.0);
  step.separable->row = {-0.25, 1.5, -0.25};
  EXPECT_FALSE(byte_weights(step));
  step.separable->row = {0.5, 0.5, 0.5};
  EXPECT_FALSE(byte_weights(step));
  step.scale = 2.0 / 3.0;
  EXPECT_TRUE(byte_weights(step));
  step.offset = 0.1;
  EXPECT_FALSE(byte_weights(step));
  step = gaussian(1, 1, 1.0);
  step.gray = true;
  EXPECT_FALSE(byte_weights(step));
  step.gray = false;
  step.separable->row = {0.0, 0.0, 0.0};
  EXPECT_FALSE(byte_weights(step));
  EXPECT_FALSE(byte_weights(LinearStep{}));  // without a row and a column
}

}  // namespace
}  // namespace selvage
