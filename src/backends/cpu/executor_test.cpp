// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/executor.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace selvage::cpu {
namespace {

#ifdef SELVAGE_WITHOUT_TBB  // oneTBB confuses the thread sanitizer
constexpr Executor executors[] = {Executor::automatic, Executor::threads, Executor::serial};
#else
constexpr Executor executors[] = {Executor::automatic, Executor::tbb, Executor::threads,
                                  Executor::serial};
#endif

class EveryExecutor : public ::testing::TestWithParam<std::tuple<Executor, int>> {
 protected:
  int threads() const { return std::get<1>(GetParam()); }
  std::unique_ptr<TaskRunner> runner_ = make_runner(std::get<0>(GetParam()), threads());
};

std::string case_name(const auto& test) {
  constexpr const char* names[] = {"automatic", "tbb", "threads", "serial"};
  return std::string(names[static_cast<std::size_t>(std::get<0>(test.param))]) +
         std::to_string(std::get<1>(test.param));
}

INSTANTIATE_TEST_SUITE_P(Executor, EveryExecutor,
                         ::testing::Combine(::testing::ValuesIn(executors),
                                            ::testing::Values(1, 2, 7)),
                         [](const auto& test) { return case_name(test); });

TEST_P(EveryExecutor, EachTaskOnce) {
  for (const int tasks : {0, 1, 2, 6, 7, 8, 1000}) {
    std::vector<std::atomic<int>> calls(static_cast<std::size_t>(tasks));
    runner_->run(tasks, [&](int task, int) { ++calls.at(static_cast<std::size_t>(task)); });
    for (const auto& count : calls) ASSERT_EQ(count, 1);
  }
}

// Workers own buffers, so concurrent calls must never have the same worker.
TEST_P(EveryExecutor, NoTwoCallsAtATimeHaveTheSameWorker) {
  std::vector<std::atomic<bool>> busy(static_cast<std::size_t>(threads()));
  std::atomic<int> clashes = 0;
  runner_->run(200, [&](int, int worker) {
    auto& mine = busy.at(static_cast<std::size_t>(worker));  // throws when out of range
    if (mine.exchange(true)) ++clashes;
    std::this_thread::sleep_for(std::chrono::microseconds(50));
    mine = false;
  });
  EXPECT_EQ(clashes, 0);
}

TEST_P(EveryExecutor, ExceptionsComeOutAndTheRestIsSkipped) {
  std::atomic<int> calls = 0, running = 0;
  const auto failing = [&](int task, int) {
    ++calls;
    ++running;
    const bool fails = task == 3;
    if (!fails) std::this_thread::sleep_for(std::chrono::microseconds(20));
    --running;
    if (fails) throw std::runtime_error("task 3");
  };
  try {
    runner_->run(100'000, failing);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "task 3");
  }
  EXPECT_EQ(running, 0);  // those that ran have ended
  EXPECT_LT(calls, 100'000);
}

TEST_P(EveryExecutor, WorksAgainAfterAnException) {
  EXPECT_THROW(runner_->run(5, [](int, int) { throw std::logic_error("no"); }), std::logic_error);
  std::atomic<int> calls = 0;
  runner_->run(50, [&](int, int) { ++calls; });
  EXPECT_EQ(calls, 50);
}

TEST_P(EveryExecutor, MayBeUsedFromSeveralThreads) {
  std::atomic<int> calls = 0;
  {
    std::vector<std::jthread> users;
    for (int i = 0; i < 3; ++i)
      users.emplace_back([&] { runner_->run(100, [&](int, int) { ++calls; }); });
  }
  EXPECT_EQ(calls, 300);
}

// Tasks that wait for one another end only if they run concurrently. A runner with fewer threads
// does not limit a later one.
TEST(Executor, AsManyTasksAtATimeAsThreads) {
  constexpr int threads = 7;
  for (const Executor executor : executors) {
    if (executor == Executor::serial) continue;
    const auto smaller = make_runner(executor, 2);
    smaller->run(4, [](int, int) {});
    std::atomic<int> arrived = 0;
    std::atomic<bool> late = false;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    make_runner(executor, threads)->run(threads, [&](int, int) {
      ++arrived;
      while (arrived < threads && !late) {
        if (std::chrono::steady_clock::now() > deadline) late = true;
        std::this_thread::yield();
      }
    });
    EXPECT_FALSE(late) << static_cast<int>(executor);
  }
}

TEST(Executor, OneThreadIsTheCaller) {
  for (const Executor executor : executors) {
    const auto caller = std::this_thread::get_id();
    make_runner(executor, 1)->run(3, [&](int, int worker) {
      EXPECT_EQ(std::this_thread::get_id(), caller);
      EXPECT_EQ(worker, 0);
    });
  }
}

TEST(Executor, SerialRunsInOrder) {
  std::vector<int> order;
  make_runner(Executor::serial, 4)->run(5, [&](int task, int worker) {
    order.push_back(task);
    EXPECT_EQ(worker, 0);
  });
  EXPECT_EQ(order, (std::vector{0, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace selvage::cpu
