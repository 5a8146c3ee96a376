// SPDX-License-Identifier: Apache-2.0
#include "console/progress.hpp"

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

TEST(Progress, LinesFitTheTerminal) {
  const auto line = [](const std::string& name, std::size_t columns) {
    return progress_line("37/120", name, "41 MP/s ETA 0:12", columns);
  };
  EXPECT_EQ(line("photo.jpg", 0), "37/120 photo.jpg 41 MP/s ETA 0:12");
  EXPECT_EQ(line("photo.jpg", 34), "37/120 photo.jpg 41 MP/s ETA 0:12");
  EXPECT_EQ(line("photo.jpg", 33), "37/120 ...o.jpg 41 MP/s ETA 0:12");
  EXPECT_EQ(line("photo.jpg", 24), "37/120 41 MP/s ETA 0:12");
  EXPECT_EQ(line("photo.jpg", 10), "37/120 41");
  EXPECT_EQ(line("photo.jpg", 1), "");
  EXPECT_EQ(line("\xc3\xa4\xc3\xb6\xc3\xbc.jpg", 32),
            "37/120 \xc3\xa4\xc3\xb6\xc3\xbc.jpg 41 MP/s ETA 0:12");
  EXPECT_EQ(line("\xe9\xa2\xa8\xe6\x99\xaf.jpg", 32), "37/120 ....jpg 41 MP/s ETA 0:12");
}

}  // namespace
}  // namespace selvage::cli
