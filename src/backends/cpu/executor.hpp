// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs many independent tasks on several threads. Three implementations, one interface.

#include <functional>
#include <memory>

#include "selvage/engine.hpp"

namespace selvage::cpu {

class TaskRunner {
 public:
  using Task = std::function<void(int task, int worker)>;

  virtual ~TaskRunner() = default;
  // Calls task(i, worker) once for each i of 0..tasks - 1, in any order. Concurrent calls have
  // different workers, 0 <= worker < threads. Blocks. Throws the first exception of a task, after
  // the running tasks have ended.
  virtual void run(int tasks, const Task& task) = 0;
};

// `automatic` is oneTBB, or std::jthread in builds for the thread sanitizer.
std::unique_ptr<TaskRunner> make_runner(Executor executor, int threads);

}  // namespace selvage::cpu
