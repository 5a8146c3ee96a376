// SPDX-License-Identifier: Apache-2.0
#include "conformance/watchdog.hpp"

#include <gtest/gtest.h>

namespace selvage::testing {
namespace {

using namespace std::chrono_literals;

TEST(Watchdog, LetsShortWorkPass) {
  Watchdog dog(1s);
  for (int i = 0; i < 3; ++i) {
    const Watchdog::Work work(dog, "short");
    std::this_thread::sleep_for(400ms);
  }
}

TEST(Watchdog, LetsAllWorkPassWhereThereIsNoLimit) {
  Watchdog dog(0s);
  const Watchdog::Work work(dog, "long");
  std::this_thread::sleep_for(1200ms);
}

TEST(WatchdogDeathTest, NamesTheWorkThatHangsAndEndsTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto hang = [] {
    Watchdog dog(1s);
    const Watchdog::Work work(dog, "case 7");
    std::this_thread::sleep_for(30s);
  };
  EXPECT_EXIT(hang(), ::testing::ExitedWithCode(Watchdog::exit_status),
              "HUNG for more than 1 s: case 7");
}

}  // namespace
}  // namespace selvage::testing
