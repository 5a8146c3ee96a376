// SPDX-License-Identifier: Apache-2.0
#include "progress.hpp"

#include <gtest/gtest.h>

namespace selvage::cli {
namespace {

TEST(Progress, Clock) {
  EXPECT_EQ(clock_text(12.4), "0:12");
  EXPECT_EQ(clock_text(3723.0), "1:02:03");
  EXPECT_EQ(clock_text(-1.0), "0:00");
}

TEST(Progress, SpeedOfSlowFilters) {
  EXPECT_EQ(speed_text(0.0), "0.00");
  EXPECT_EQ(speed_text(0.413), "0.41");
  EXPECT_EQ(speed_text(0.996), "1.0");
  EXPECT_EQ(speed_text(4.13), "4.1");
  EXPECT_EQ(speed_text(9.96), "10");
  EXPECT_EQ(speed_text(1234.5), "1234");
}

}  // namespace
}  // namespace selvage::cli
