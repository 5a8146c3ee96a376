// SPDX-License-Identifier: Apache-2.0
#include "runner/timing.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace selvage::studies {
namespace {

TEST(TimesOf, AverageAndQuartiles) {
  const Times times = times_of({5.0, 1.0, 2.0, 4.0, 8.0});
  EXPECT_DOUBLE_EQ(times.average, 4.0);
  EXPECT_DOUBLE_EQ(times.median, 4.0);
  EXPECT_DOUBLE_EQ(times.low, 2.0);
  EXPECT_DOUBLE_EQ(times.high, 5.0);
  EXPECT_EQ(times.runs, 5);
}

TEST(TimesOf, QuartilesLieBetweenNeighbours) {
  const Times times = times_of({1.0, 3.0});
  EXPECT_DOUBLE_EQ(times.median, 2.0);
  EXPECT_DOUBLE_EQ(times.low, 1.5);
  EXPECT_DOUBLE_EQ(times.high, 2.5);
  EXPECT_EQ(times_of({}).runs, 0);
}

TEST(HostTimes, RunsOnceMoreThanItCounts) {
  int runs = 0;
  EXPECT_EQ(host_times([&] { ++runs; }, 3).runs, 3);
  EXPECT_EQ(runs, 4);
}

// Rows that take a time each, and how often each was computed.
struct SlowRows {
  std::vector<int> computed;
  std::chrono::microseconds each;

  std::function<void(int, int)> rows() {
    return [this](int first, int last) {
      for (int row = first; row < last; ++row) ++computed.at(static_cast<std::size_t>(row));
      std::this_thread::sleep_for(each * (last - first));
    };
  }
};

TEST(BaselineTime, RunsAllRowsThatAreFastEnough) {
  SlowRows slow{std::vector<int>(100), std::chrono::microseconds(10)};
  const BaselineTime time = baseline_time(100, slow.rows(), 10.0);
  EXPECT_FALSE(time.sampled);
  EXPECT_GE(time.seconds, 1e-3);
  for (const int count : slow.computed) EXPECT_GE(count, 1);
}

TEST(BaselineTime, SamplesRowsOfTheWholeImageAndScales) {
  SlowRows slow{std::vector<int>(1000), std::chrono::milliseconds(2)};  // 2 s in all
  const BaselineTime time = baseline_time(1000, slow.rows(), 0.3);
  EXPECT_TRUE(time.sampled);
  EXPECT_GE(time.seconds, 2.0);
  int computed = 0, eighths = 0;
  for (int eighth = 0; eighth < 8; ++eighth) {
    int here = 0;
    for (int row = 125 * eighth; row < 125 * (eighth + 1); ++row)
      here += slow.computed[static_cast<std::size_t>(row)];
    computed += here;
    eighths += here > 0 ? 1 : 0;
  }
  EXPECT_EQ(eighths, 8);
  EXPECT_LT(computed, 200);
}

TEST(BaselineTime, FewRowsRunAsTheyAre) {
  SlowRows slow{std::vector<int>(4), std::chrono::milliseconds(2)};
  EXPECT_FALSE(baseline_time(4, slow.rows(), 1e-3).sampled);
  EXPECT_EQ(slow.computed, std::vector<int>(4, 1));
}

TEST(BaselineTime, Text) {
  EXPECT_EQ(text(BaselineTime{.seconds = 0.01234}), "12.3 ms");
  EXPECT_EQ(text(BaselineTime{.seconds = 12.34, .sampled = true}), "12.3 s (sampled)");
}

}  // namespace
}  // namespace selvage::studies
