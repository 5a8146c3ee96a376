// SPDX-License-Identifier: Apache-2.0
#include "timing/spread.hpp"

#include <gtest/gtest.h>

namespace selvage::bench {
namespace {

TEST(Spread, QuantilesOfFive) {
  const Spread s = spread({5, 1, 4, 2, 3});
  EXPECT_EQ(s.count, 5);
  EXPECT_EQ(s.least, 1);
  EXPECT_EQ(s.low, 2);
  EXPECT_EQ(s.median, 3);
  EXPECT_EQ(s.high, 4);
  EXPECT_EQ(s.most, 5);
  EXPECT_EQ(s.median_low, 1);  // too few to leave any out
  EXPECT_EQ(s.median_high, 5);
}

// The interval from the 6th to the 15th of 20 values contains the median with 95.9 %, the next
// narrower one with 88 %.
TEST(Spread, IntervalOfTheMedianOfTwenty) {
  std::vector<double> values;
  for (int i = 1; i <= 20; ++i) values.push_back(i);
  const Spread s = spread(values);
  EXPECT_EQ(s.median, 10.5);
  EXPECT_EQ(s.median_low, 6);
  EXPECT_EQ(s.median_high, 15);
}

TEST(Spread, NothingMeasured) {
  EXPECT_EQ(spread({}).count, 0);
}

TEST(Ratios, OfEachTurn) {
  EXPECT_EQ(ratios({1, 2}, {3, 4}), (std::vector<double>{3, 2}));
}

}  // namespace
}  // namespace selvage::bench
