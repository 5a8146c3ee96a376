// SPDX-License-Identifier: Apache-2.0
#include "methods/upsampling/upsampling_shape.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace selvage {
namespace {

std::vector<int> holders(const UpsampleAxis& axis) {
  std::vector<int> all;
  for (int i = 0; i < axis.large; ++i) all.push_back(axis.holder(i));
  return all;
}

std::vector<int> centres(const UpsampleAxis& axis) {
  std::vector<int> all;
  for (int i = 0; i < axis.small; ++i) all.push_back(axis.centre(i));
  return all;
}

TEST(UpsampleAxis, HoldersByHand) {
  EXPECT_EQ(holders({2, 4}), (std::vector<int>{0, 0, 1, 1}));
  EXPECT_EQ(holders({2, 3}), (std::vector<int>{0, 1, 1}));  // 1 lies on the border of both
  EXPECT_EQ(holders({3, 8}), (std::vector<int>{0, 0, 0, 1, 1, 2, 2, 2}));
  EXPECT_EQ(holders({3, 3}), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(holders({1, 3}), (std::vector<int>{0, 0, 0}));
}

TEST(UpsampleAxis, CentresByHand) {
  EXPECT_EQ(centres({2, 4}), (std::vector<int>{1, 3}));
  EXPECT_EQ(centres({2, 3}), (std::vector<int>{0, 2}));
  EXPECT_EQ(centres({3, 8}), (std::vector<int>{1, 4, 6}));
  EXPECT_EQ(centres({1, 1}), (std::vector<int>{0}));
  EXPECT_EQ(centres({1, 4}), (std::vector<int>{2}));
}

TEST(UpsampleAxis, PlacesByHand) {
  const UpsampleAxis twice{2, 4}, threes{2, 3};
  EXPECT_EQ(twice.beyond(0), -0.25);
  EXPECT_EQ(twice.beyond(1), 0.25);
  EXPECT_EQ(twice.beyond(2), -0.25);
  EXPECT_DOUBLE_EQ(threes.beyond(0), -1.0 / 6);
  EXPECT_EQ(threes.beyond(1), -0.5);
  EXPECT_DOUBLE_EQ(threes.beyond(2), 1.0 / 6);
}

// Products of sides need 64 bits.
TEST(UpsampleAxis, LargeSides) {
  const UpsampleAxis axis{1 << 29, 1 << 30};
  EXPECT_EQ(axis.holder((1 << 30) - 1), (1 << 29) - 1);
  EXPECT_EQ(axis.centre((1 << 29) - 1), (1 << 30) - 1);
  EXPECT_EQ(axis.beyond((1 << 30) - 1), 0.25);
}

// An inner loop relies on this: the same pixel or the next one holds a pixel's neighbour.
TEST(UpsampleAxis, HoldersGoOnByAtMostOne) {
  for (int small = 1; small < 20; ++small)
    for (int large = small; large < 60; ++large) {
      const std::vector<int> all = holders({small, large});
      EXPECT_EQ(all.front(), 0);
      EXPECT_EQ(all.back(), small - 1);
      for (std::size_t i = 1; i < all.size(); ++i)
        EXPECT_TRUE(all[i] == all[i - 1] || all[i] == all[i - 1] + 1) << small << ' ' << large;
    }
}

}  // namespace
}  // namespace selvage
