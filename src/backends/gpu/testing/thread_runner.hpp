// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runners for the tests of staging.

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include "backends/task_runner.hpp"

namespace selvage::gpu {

// Runs tasks on four threads, and counts the runs.
class ThreadRunner final : public TaskRunner {
 public:
  int runs = 0;

  void run(int tasks, const Task& task) override {
    ++runs;
    std::atomic<int> next = 0;
    std::vector<std::jthread> threads;
    for (int worker = 0; worker < 4; ++worker)
      threads.emplace_back([&, worker] {
        for (int i = next++; i < tasks; i = next++) task(i, worker);
      });
  }
};

// Fails in the run with this index, after half of its tasks.
class FailingRunner final : public TaskRunner {
 public:
  int left = 0;

  void run(int tasks, const Task& task) override {
    const bool fails = left-- == 0;
    for (int i = 0; i < (fails ? tasks / 2 : tasks); ++i) task(i, 0);
    if (fails) throw std::runtime_error("no thread");
  }
};

}  // namespace selvage::gpu
