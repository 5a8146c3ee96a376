// SPDX-License-Identifier: Apache-2.0
#include "pipeline/bounded_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

namespace selvage::cli {
namespace {

using Item = std::unique_ptr<int>;  // move-only, like an image

TEST(BoundedQueue, KeepsTheOrder) {
  BoundedQueue<Item> queue;
  const std::jthread giver([&] {
    for (int i = 0; i < 1000; ++i) EXPECT_TRUE(queue.put(std::make_unique<int>(i)));
    queue.close();
  });
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(*queue.take().value(), i);
  EXPECT_FALSE(queue.take());
}

TEST(BoundedQueue, HoldsOneThing) {
  BoundedQueue<Item> queue;
  std::atomic<int> given = 0;
  const std::jthread giver([&] {
    for (int i = 0; i < 3; ++i) {
      queue.put(std::make_unique<int>(i));
      ++given;
    }
  });
  while (given == 0) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(given, 1);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(**queue.take(), i);
}

TEST(BoundedQueue, ClosedItStillGivesWhatItHolds) {
  BoundedQueue<Item> queue;
  queue.put(std::make_unique<int>(7));
  queue.close();
  EXPECT_FALSE(queue.put(std::make_unique<int>(8)));
  EXPECT_EQ(**queue.take(), 7);
  EXPECT_FALSE(queue.take());
}

TEST(BoundedQueue, ClosingWakesWhoWaits) {
  BoundedQueue<Item> full, empty;
  full.put(std::make_unique<int>(0));
  bool put = true, taken = true;
  {
    const std::jthread giver([&] { put = full.put(std::make_unique<int>(1)); });
    const std::jthread taker([&] { taken = empty.take().has_value(); });
    full.close();
    empty.close();
  }
  EXPECT_FALSE(put);
  EXPECT_FALSE(taken);
}

}  // namespace
}  // namespace selvage::cli
