// SPDX-License-Identifier: Apache-2.0
#include "gpu/tuning_text.hpp"

#include <gtest/gtest.h>

#include "selvage/error.hpp"

namespace selvage::bench {
namespace {

TEST(TuningText, ChangesWhatIsNamed) {
  const Tuning tuning =
      changed({}, "rows=8,height=2,width=64,wide=1,sums=columns,piece=24,launch=100");
  EXPECT_EQ(tuning.group_rows, 8);
  EXPECT_EQ(tuning.group_height, 2);
  EXPECT_EQ(tuning.group_width, 64);
  EXPECT_TRUE(tuning.wide);
  EXPECT_EQ(tuning.sums, Sums::columns);
  EXPECT_EQ(tuning.piece, 24);
  EXPECT_EQ(tuning.launch_height, 100);
  EXPECT_EQ(text(tuning), "rows=8,height=2,width=64,wide=1,sums=columns,piece=24");
}

TEST(TuningText, KeepsTheRest) {
  const Tuning planned{.tile_width = 99, .group_rows = 2, .sums = Sums::pieces};
  EXPECT_EQ(changed(planned, ""), planned);
  Tuning expected = planned;
  expected.group_height = 4;
  EXPECT_EQ(changed(planned, "height=4"), expected);
}

TEST(TuningText, RefusesByName) {
  for (const char* wrong : {"rows", "rows=", "rows=0", "rows=4x", "wide=2", "sums=all", "colour=1"})
    try {
      changed({}, std::string("height=4,") + wrong);
      FAIL() << wrong << " was accepted";
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Errc::invalid_argument);
      EXPECT_NE(std::string(e.what()).find(wrong), std::string::npos) << e.what();
    }
}

}  // namespace
}  // namespace selvage::bench
