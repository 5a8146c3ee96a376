// SPDX-License-Identifier: Apache-2.0
// What the study computes without a device.

#include <gtest/gtest.h>

#include "larsson2015_case_study/banks.hpp"
#include "larsson2015_case_study/document.hpp"
#include "larsson2015_case_study/ladder.hpp"

namespace selvage::studies::larsson {
namespace {

TEST(Larsson, RowsOfTilesAreHis) {
  EXPECT_EQ(tile_row(entry(3), 32, 3, 1), 38);   // section 3.0.6
  EXPECT_EQ(tile_row(entry(3), 16, 3, 1), 22);   //
  EXPECT_EQ(tile_row(entry(4), 16, 3, 1), 48);   // section 5.2.2
  EXPECT_EQ(tile_row(entry(4), 16, 16, 1), 48);  // "as long as they are less than 17"
  EXPECT_EQ(tile_row(entry(4), 16, 17, 1), 80);
  EXPECT_EQ(tile_row(entry(5), 16, 3, 4), 70);
  EXPECT_EQ(tile_row(entry(6), 16, 3, 4), 80);  // ceil(54 / 32) 32 + 16
  EXPECT_EQ(tile_row(entry(7), 16, 3, 4), 48);  // one square
}

TEST(Larsson, LocalMemoryHoldsTheTile) {
  EXPECT_EQ(local_bytes({.rung = 2}, 3), 0U);
  EXPECT_EQ(local_bytes({.rung = 3, .block = 16}, 3), 3U * 22 * 22);
  EXPECT_EQ(local_bytes({.rung = 4, .block = 16}, 3), 4U * 48 * 22);
  EXPECT_EQ(local_bytes({.rung = 11, .block = 16, .tiling = 4}, 3), 4U * 48 * 70);
  EXPECT_EQ(local_bytes({.rung = 12, .block = 16}, 3), 4U * (48 * 22 + 6 * 256));
}

TEST(Larsson, ItemsCoverTheImageInWholeBlocks) {
  const GroupSize squares = items({.rung = 6, .block = 16, .tiling = 4}, 65, 40);
  EXPECT_EQ(squares.width, 32);  // two blocks of 64 pixels
  EXPECT_EQ(squares.height, 40);
  const GroupSize registers = items({.rung = 11, .block = 16, .tiling = 4}, 65, 40);
  EXPECT_EQ(registers.width, 65);
  EXPECT_EQ(registers.height, 16);
}

TEST(Larsson, WarpsMeetInBanksWhereHeSaysSo) {
  EXPECT_EQ(conflict({.block = 32, .row = 38}), 1);  // figure 3.3
  EXPECT_EQ(conflict({.block = 16, .row = 22}), 2);  // figure 3.4
  EXPECT_EQ(conflict({.block = 16, .row = 48}), 1);  // figure 5.5
  EXPECT_EQ(conflict({.block = 8, .row = 32}), 4);   // four rows in the same banks
  const auto counts = words_of_banks(words_of_warp({.block = 16, .row = 22}, 0));
  for (int bank = 0; bank < banks; ++bank)
    EXPECT_EQ(counts.at(static_cast<std::size_t>(bank)), bank < 6                  ? 2
                                                         : bank >= 16 && bank < 22 ? 0
                                                                                   : 1);
}

TEST(Larsson, ThreeBytesOfAPixelShareWords) {
  // 16 pixels of a row are 48 bytes: every word serves one thread or two, no two words one bank.
  EXPECT_EQ(conflict({.block = 32, .row = 38, .pixel_bytes = 3}), 1);
}

TEST(Larsson, DocumentsNumbers) {
  ASSERT_TRUE(document_best(3, 7));
  EXPECT_EQ(document_best(3, 7)->fastest, "8 - UL");
  EXPECT_NEAR(document_best(3, 7)->sequential / document_best(3, 7)->seconds, his_best_speedup,
              1e-3);
  EXPECT_EQ(document_best(1, 2), std::nullopt);
  ASSERT_TRUE(document_time(1, 15, 8));
  EXPECT_EQ(document_time(1, 15, 8), 0.179943);
  EXPECT_EQ(document_time(2, 7, 1), 0.334711);
  EXPECT_EQ(document_time(1, 1, 9), std::nullopt);
}

TEST(Larsson, ResidentBlocksOfHisCard) {
  EXPECT_EQ(blocks_resident({}, 16, 0), 8);             // threads: 2048 / 256
  EXPECT_EQ(blocks_resident({}, 4, 0), 16);             // blocks
  EXPECT_EQ(blocks_resident({}, 16, 4 * 48 * 46), 5);   // shared memory: version 4 at radius 15
  EXPECT_EQ(blocks_resident({}, 16, 4 * 144 * 46), 1);  // version 6, N = 6, radius 15
  EXPECT_EQ(blocks_resident({}, 32, 4 * 224 * 62), 0);  // block 32: 55 KB
}

}  // namespace
}  // namespace selvage::studies::larsson
