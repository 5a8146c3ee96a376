// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs many independent tasks, usually on several threads.

#include <functional>

namespace selvage {

class TaskRunner {
 public:
  using Task = std::function<void(int task, int worker)>;

  virtual ~TaskRunner() = default;
  // Calls task(i, worker) once for each i of 0..tasks - 1, in any order. Concurrent calls have
  // different workers, 0 <= worker < threads. Blocks. Throws the first exception of a task, after
  // the running tasks have ended.
  virtual void run(int tasks, const Task& task) = 0;
  // Returns how many tasks run at a time.
  virtual int threads() const { return 1; }
};

// Runs all tasks in the calling thread, in order.
class SerialRunner final : public TaskRunner {
 public:
  void run(int tasks, const Task& task) override {
    for (int i = 0; i < tasks; ++i) task(i, 0);
  }
};

}  // namespace selvage
