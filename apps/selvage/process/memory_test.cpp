// SPDX-License-Identifier: Apache-2.0
#include "process/memory.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include "selvage/error.hpp"

namespace selvage::cli {
namespace {

TEST(FreeMemory, CachedFilesOfTheGroupCountAsFree) {
  const std::filesystem::path folder = ::testing::TempDir() + "selvage_group";
  std::filesystem::create_directories(folder);
  const auto write = [&](const char* name, const char* text) {
    std::ofstream(folder / name) << text;
  };
  write("memory.max", "1000\n");
  write("memory.current", "700\n");
  EXPECT_EQ(available_to_group(folder), 300u);
  write("memory.stat", "anon 100\nfile 500\ninactive_file 450\nactive_file 50\n");
  EXPECT_EQ(available_to_group(folder), 750u);
  write("memory.current", "400\n");  // read a moment after the statistics
  EXPECT_EQ(available_to_group(folder), 1000u);
  write("memory.max", "max\n");
  EXPECT_EQ(available_to_group(folder), SIZE_MAX);
  std::filesystem::remove_all(folder);
  EXPECT_EQ(available_to_group(folder), SIZE_MAX);
}

TEST(MemoryBudget, WhatNeverFitsIsRefused) {
  MemoryBudget budget(100);
  MemoryLease lease(budget, {});
  lease.grow(100);
  try {
    lease.grow(101);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Errc::limit);
    EXPECT_STREQ(e.what(), "needs 101 B of memory; the limit is 100 B");
  }
}

TEST(MemoryBudget, OthersAreWaitedFor) {
  MemoryBudget budget(100);
  std::optional<MemoryLease> first(std::in_place, budget, std::stop_token());
  first->grow(60);
  MemoryLease second(budget, {});
  second.grow(40);  // while the first one is held
  std::atomic<bool> grown = false;
  const std::jthread grower([&] {
    second.grow(70);
    grown = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(grown);
  first.reset();
  while (!grown) std::this_thread::yield();
}

TEST(MemoryBudget, AMovedLeaseIsGivenBackOnce) {
  MemoryBudget budget(100);
  {
    MemoryLease first(budget, {});
    first.grow(80);
    MemoryLease second(std::move(first));
    MemoryLease third(budget, {});
    third = std::move(second);
  }
  MemoryLease all(budget, {});
  all.grow(100);
}

TEST(MemoryBudget, WaitingCanBeStopped) {
  MemoryBudget budget(100);
  MemoryLease first(budget, {});
  first.grow(100);
  std::stop_source stop;
  MemoryLease second(budget, stop.get_token());
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    stop.request_stop();
  });
  try {
    second.grow(1);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Errc::cancelled);
  }
}

}  // namespace
}  // namespace selvage::cli
