// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/executor.hpp"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace selvage::cpu {
namespace {

// Starts threads for each run: nothing to tear down, nothing that outlives a fork.
class Threads final : public TaskRunner {
 public:
  explicit Threads(int threads) : threads_(threads) {}

  void run(int tasks, const Task& task) override {
    std::atomic<int> next = 0;
    std::exception_ptr failure;
    std::mutex failing;
    const auto work = [&](int worker) {
      try {
        for (int i = next++; i < tasks; i = next++) task(i, worker);
      } catch (...) {
        next = tasks;
        const std::scoped_lock lock(failing);
        if (!failure) failure = std::current_exception();
      }
    };
    {
      std::vector<std::jthread> others;
      for (int worker = 1; worker < threads_ && worker < tasks; ++worker)
        others.emplace_back(work, worker);
      work(0);
    }
    if (failure) std::rethrow_exception(failure);
  }

  int threads() const override { return threads_; }

 private:
  int threads_;
};

// Lets oneTBB start more threads than there are cores. It keeps to the smallest limit that anyone
// has set, so all runners share one, which only grows and stays until the process ends.
void allow_threads(int threads) {
  using Limit = tbb::global_control;
  static std::mutex changing;
  static const Limit* limit = nullptr;
  static int allowed = tbb::info::default_concurrency();
  const std::scoped_lock lock(changing);
  // The first one is always made: oneTBB starts with it, while no run is under way.
  if (limit != nullptr && threads <= allowed) return;
  allowed = std::max(threads, allowed);
  delete limit;
  limit = new Limit(Limit::max_allowed_parallelism, static_cast<std::size_t>(allowed));
}

class Tbb final : public TaskRunner {
 public:
  explicit Tbb(int threads) : arena_((allow_threads(threads), threads)) {}

  void run(int tasks, const Task& task) override {
    arena_.execute([&] {
      tbb::parallel_for(
          tbb::blocked_range<int>(0, tasks, 1),
          [&](const tbb::blocked_range<int>& range) {
            for (int i = range.begin(); i < range.end(); ++i)
              task(i, tbb::this_task_arena::current_thread_index());
          },
          tbb::simple_partitioner());
    });
  }

  int threads() const override { return arena_.max_concurrency(); }

 private:
  tbb::task_arena arena_;
};

}  // namespace

std::unique_ptr<TaskRunner> make_runner(Executor executor, int threads) {
#ifdef SELVAGE_WITHOUT_TBB
  constexpr Executor preferred = Executor::threads;
#else
  constexpr Executor preferred = Executor::tbb;
#endif
  if (executor == Executor::automatic) executor = preferred;
  if (executor == Executor::serial || threads == 1) return std::make_unique<SerialRunner>();
  if (executor == Executor::threads) return std::make_unique<Threads>(threads);
  return std::make_unique<Tbb>(threads);
}

}  // namespace selvage::cpu
