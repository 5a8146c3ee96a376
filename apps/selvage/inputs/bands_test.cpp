// SPDX-License-Identifier: Apache-2.0
#include "inputs/bands.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace selvage::cli {
namespace {

TEST(RowsRead, EndAtTheImage) {
  EXPECT_EQ(rows_read({10, 20}, 100, Border::reflect101, 3), (Rows{7, 23}));
  EXPECT_EQ(rows_read({0, 20}, 100, Border::clamp, 3), (Rows{0, 23}));
  EXPECT_EQ(rows_read({90, 100}, 100, Border::shrink, 3), (Rows{87, 100}));
  EXPECT_EQ(rows_read({4, 5}, 10, Border::reflect, 2000000000), (Rows{0, 10}));
}

TEST(RowsRead, WrapReadsTheFarSide) {
  EXPECT_EQ(rows_read({3, 97}, 100, Border::wrap, 3), (Rows{0, 100}));
  EXPECT_EQ(rows_read({4, 96}, 100, Border::wrap, 3), (Rows{1, 99}));
  EXPECT_EQ(rows_read({2, 50}, 100, Border::wrap, 3), (Rows{0, 100}));
  EXPECT_EQ(rows_read({50, 98}, 100, Border::wrap, 3), (Rows{0, 100}));
}

// Checks that bands are contiguous from the first row to the last.
TEST(Cut, CoversAllRowsOnce) {
  for (const int rows : {1, 31, 32, 33, 100, 1000, 12345})
    for (const int most : {1, 2, 31, 32, 33, 64, 100, 5000, 20000}) {
      const Cut bands = cut(rows, most);
      EXPECT_LE(bands.height, most);
      const Rows all{7, 7 + rows};
      int next = all.first;
      for (int i = 0; i < bands.count; ++i) {
        const Rows band = bands.band(all, i);
        EXPECT_EQ(band.first, next) << rows << ' ' << most;
        EXPECT_GT(band.count(), 0) << rows << ' ' << most;
        next = band.end;
      }
      EXPECT_EQ(next, all.end) << rows << ' ' << most;
    }
}

TEST(Cut, TakesAsManyRowsAsThereCanBe) {
  constexpr int most = std::numeric_limits<int>::max();
  EXPECT_EQ(cut(most, most), (Cut{most, 1}));
  EXPECT_EQ(cut(most, most - 1), (Cut{1 << 30, 2}));
  EXPECT_EQ(cut(most, 1), (Cut{1, most}));
}

TEST(Cut, BandsAreAboutEqual) {
  EXPECT_EQ(cut(100, 99), (Cut{64, 2}));
  EXPECT_EQ(cut(1000, 999), (Cut{512, 2}));
  EXPECT_EQ(cut(10, 10), (Cut{10, 1}));
}

TEST(ComfortableHeight, GrowsWithTheHalo) {
  EXPECT_EQ(comfortable_height(1 << 20, 0), 32);
  EXPECT_EQ(comfortable_height(1 << 12, 0), 1024);
  EXPECT_EQ(comfortable_height(1 << 20, 100), 1600);
  EXPECT_EQ(comfortable_height(1, 1 << 30), std::numeric_limits<int>::max());
}

TEST(FittingHeight, HalvesUntilItFits) {
  const auto memory = [](int height) { return static_cast<std::size_t>(100 + 10 * height); };
  EXPECT_EQ(fitting_height(64, 740, memory), 64);
  EXPECT_EQ(fitting_height(64, 739, memory), 32);
  EXPECT_EQ(fitting_height(100, 250, memory), 13);
  EXPECT_EQ(fitting_height(64, 50, memory), 1);
}

}  // namespace
}  // namespace selvage::cli
