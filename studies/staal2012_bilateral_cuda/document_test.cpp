// SPDX-License-Identifier: Apache-2.0
#include "staal2012_bilateral_cuda/document.hpp"

#include <gtest/gtest.h>

namespace selvage::studies::staal {
namespace {

TEST(StaalDocument, HisGridsLeaveOutWhatTheProfilerShows) {
  EXPECT_EQ(pixels_left_out(512, 512, 192, 1, false), 64);
  EXPECT_EQ(pixels_left_out(512, 512, 512, 1, false), 0);
  EXPECT_EQ(pixels_left_out(512, 512, 16, 12, true), 8 * 512);
}

TEST(StaalDocument, HisBorderMirrorsOnTheLeftAlone) {
  EXPECT_EQ(listed_border(1, -3, 10), 2);
  EXPECT_EQ(listed_border(5, 3, 10), 8);
  EXPECT_EQ(listed_border(9, 3, 10), 6);  // the last pixel's is right
  EXPECT_EQ(listed_border(8, 3, 10), 6);  // 7 would be
  EXPECT_EQ(listed_border(7, 4, 10), 5);  // 7 would be
}

TEST(StaalDocument, FactorsAreTimesOverTheCpus) {
  for (const int radius : {4, 10})
    for (int rung = 1; rung <= 8; ++rung) {
      const double factor =
          document_time(0, radius)->seconds / document_time(rung, radius)->seconds;
      EXPECT_NEAR(factor / document_time(rung, radius)->factor, 1.0, 0.02) << rung;
    }
  EXPECT_FALSE(document_time(9, 4));
  EXPECT_FALSE(document_time(1, 5));
}

TEST(StaalDocument, GridsOfTheProfilerAreThoseOf512x512RoundedDown) {
  for (int rung = 1; rung <= 8; ++rung) {
    const auto p = document_profile(rung);
    ASSERT_TRUE(p);
    const int pixels = p->grid_x * p->block_x * p->grid_y * p->block_y;
    EXPECT_EQ(512 * 512 - pixels, pixels_left_out(512, 512, p->block_x, p->block_y, p->block_y > 1))
        << rung;
  }
}

}  // namespace
}  // namespace selvage::studies::staal
