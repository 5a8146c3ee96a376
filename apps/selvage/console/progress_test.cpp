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
    return progress_line({"37/120", name, "[####....]", "31 % 41 MP/s, 0:12 left"}, columns);
  };
  EXPECT_EQ(line("photo.jpg", 0), "37/120 photo.jpg [####....] 31 % 41 MP/s, 0:12 left");
  EXPECT_EQ(line("photo.jpg", 52), "37/120 photo.jpg [####....] 31 % 41 MP/s, 0:12 left");
  EXPECT_EQ(line("photo.jpg", 51), "37/120 photo.jpg 31 % 41 MP/s, 0:12 left");
  EXPECT_EQ(line("photo.jpg", 40), "37/120 ...o.jpg 31 % 41 MP/s, 0:12 left");
  EXPECT_EQ(line("photo.jpg", 31), "37/120 31 % 41 MP/s, 0:12 left");
  EXPECT_EQ(line("photo.jpg", 10), "37/120 31");
  EXPECT_EQ(line("photo.jpg", 1), "");
  EXPECT_EQ(line("\xc3\xa4\xc3\xb6\xc3\xbc.jpg", 39),
            "37/120 \xc3\xa4\xc3\xb6\xc3\xbc.jpg 31 % 41 MP/s, 0:12 left");
  EXPECT_EQ(line("\xe9\xa2\xa8\xe6\x99\xaf.jpg", 39), "37/120 ....jpg 31 % 41 MP/s, 0:12 left");
  EXPECT_EQ(progress_line({"", "a.png", "[##]", "50 %"}, 0), "a.png [##] 50 %");
}

TEST(Progress, Bar) {
  EXPECT_EQ(bar_text(0.0), "[....................]");
  EXPECT_EQ(bar_text(0.5), "[##########..........]");
  EXPECT_EQ(bar_text(0.999), "[###################.]");
  EXPECT_EQ(bar_text(2.0), "[####################]");
}

}  // namespace
}  // namespace selvage::cli
