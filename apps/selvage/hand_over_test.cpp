// SPDX-License-Identifier: Apache-2.0
#include "hand_over.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

namespace selvage::cli {
namespace {

using Thing = std::unique_ptr<int>;  // not to be copied, as an image

TEST(HandOver, KeepsTheOrder) {
  HandOver<Thing> place;
  const std::jthread giver([&] {
    for (int i = 0; i < 1000; ++i) EXPECT_TRUE(place.put(std::make_unique<int>(i)));
    place.close();
  });
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(*place.take().value(), i);
  EXPECT_FALSE(place.take());
}

TEST(HandOver, HoldsOneThing) {
  HandOver<Thing> place;
  std::atomic<int> given = 0;
  const std::jthread giver([&] {
    for (int i = 0; i < 3; ++i) {
      place.put(std::make_unique<int>(i));
      ++given;
    }
  });
  while (given == 0) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(given, 1);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(**place.take(), i);
}

TEST(HandOver, ClosedItStillGivesWhatItHolds) {
  HandOver<Thing> place;
  place.put(std::make_unique<int>(7));
  place.close();
  EXPECT_FALSE(place.put(std::make_unique<int>(8)));
  EXPECT_EQ(**place.take(), 7);
  EXPECT_FALSE(place.take());
}

TEST(HandOver, ClosingWakesWhoWaits) {
  HandOver<Thing> full, empty;
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
