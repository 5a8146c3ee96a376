// SPDX-License-Identifier: Apache-2.0
#include "planner/memo.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace selvage::planner {
namespace {

TEST(Memo, CallsTheFunctionOnceForEachKey) {
  Memo<int> memo;
  int calls = 0;
  const auto twice = [&](int key) { return memo.value(key, [&] { return ++calls, 2.0 * key; }); };
  for (int round = 0; round < 3; ++round)
    for (const int key : {1, 2, 3}) EXPECT_EQ(twice(key), 2.0 * key);
  EXPECT_EQ(calls, 3);
}

TEST(Memo, ForgetsTheOldest) {
  Memo<int, 2> memo;
  int calls = 0;
  for (const int key : {1, 2, 3, 2, 3, 1}) memo.value(key, [&] { return ++calls, 0.0; });
  EXPECT_EQ(calls, 4);
}

TEST(Memo, ServesSeveralThreads) {
  Memo<int, 8> memo;
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&] {
        for (int i = 0; i < 10'000; ++i)
          if (memo.value(i % 20, [&] { return 3.0 * (i % 20); }) != 3.0 * (i % 20)) ++wrong;
      });
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace selvage::planner
