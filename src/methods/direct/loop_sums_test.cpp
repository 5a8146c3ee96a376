// SPDX-License-Identifier: Apache-2.0
#include "methods/direct/loop_sums.hpp"

#include <gmock/gmock.h>

namespace selvage {
namespace {

using testing::ElementsAre;

WindowMean window(int radius, Window shape, float sigma_space = 5.0f) {
  WindowMean step;
  step.radius_x = step.radius_y = radius;
  step.window = shape;
  step.sigma_space = sigma_space;
  return step;
}

TEST(LoopSums, BlocksAreEqual) {
  EXPECT_EQ(block_length(1), 1);
  EXPECT_EQ(block_length(8), 8);
  EXPECT_EQ(block_length(9), 5);
  EXPECT_EQ(block_length(33), 7);
  EXPECT_EQ(block_length(33, 16), 11);
}

// Blocks of the rows: 1, 1 and 1, 1.
TEST(LoopSums, ASmallWindowIsOneGroup) {
  const PairGroups groups(window(1, Window::square));
  EXPECT_THAT(groups.ends(), ElementsAre(false, false, false));
  EXPECT_EQ(groups.additions(), 3 + 4);
}

// Blocks of the rows: two of 9 each, but one of 9 and one of 8 in the own row.
TEST(LoopSums, AGroupHasNoMoreThanSevenBlocks) {
  const PairGroups groups(window(8, Window::square));
  std::vector<int> ends;
  for (std::size_t i = 0; i < groups.ends().size(); ++i)
    if (groups.ends()[i]) ends.push_back(static_cast<int>(i) - 8);
  EXPECT_THAT(ends, ElementsAre(-5, -2, 1, 4, 7));
  EXPECT_EQ(groups.additions(), 9 + 6);
}

// Shorter rows of a disc may have longer blocks than the longest row.
TEST(LoopSums, TheLongestBlockOfADiscCounts) {
  EXPECT_EQ(PairGroups(window(8, Window::disc)).additions(), 15 + 7);
}

TEST(LoopSums, RowsWithoutWeightAreInNoGroup) {
  const PairGroups groups(window(16, Window::square, 0.5f));
  EXPECT_EQ(groups.additions(), PairGroups(window(16, Window::square, 0.49f)).additions());
  EXPECT_LT(single_row_weight(window(16, Window::square, 0.5f), 8), 1e-38f);
}

}  // namespace
}  // namespace selvage
