// SPDX-License-Identifier: Apache-2.0
#include "methods/separable/int16_weights.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <stdexcept>

namespace selvage {
namespace {

TEST(Int16Weights, AddUpToOne) {
  const LinearStep step = linear_step(Gaussian{.sigma_space = 1.3f, .radius = 4});
  const auto weights = int16_weights(step);
  ASSERT_TRUE(weights);
  int sum = weights->row.centre;
  for (const int pair : weights->row.pairs) sum += pair;
  EXPECT_EQ(sum, 65536);
  EXPECT_NEAR(weights->row.pairs.back() / 131072.0, step.separable->row[3], 0x1p-18);
  EXPECT_LT(weights->row.rounding, 9 * 0x1p-17);
}

TEST(Int16Weights, OfConvolutions) {
  SeparableConvolution binomial{.row = {1, 2, 1}, .column = {1, 4, 6, 4, 1}, .scale = 1.0f / 64};
  const auto weights = int16_weights(linear_step(binomial));
  ASSERT_TRUE(weights);
  EXPECT_EQ(weights->gain, 1.0);
  EXPECT_EQ(weights->row.centre, 32768);
  EXPECT_EQ(weights->column.pairs, (std::vector<std::uint16_t>{8192, 32768}));
  const auto refused = [&](auto change) {
    SeparableConvolution filter = binomial;
    change(filter);
    return !int16_weights(linear_step(filter));
  };
  EXPECT_TRUE(refused([](auto& f) { f.row = {1, 1, 2}; }));
  EXPECT_TRUE(refused([](auto& f) { f.row = {-1, 6, -1}; }));
  EXPECT_TRUE(refused([](auto& f) { f.scale = 1.0f / 60; }));
  EXPECT_TRUE(refused([](auto& f) { f.offset = 0.1f; }));
  EXPECT_TRUE(refused([](auto& f) { f.gray = true; }));
  EXPECT_TRUE(refused([](auto& f) { f = {}; }));  // a weight of 1 does not fit
}

}  // namespace
}  // namespace selvage
