// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ends the process when a piece of work takes too long: a kernel that hangs cannot be called back.

#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <string>
#include <thread>

namespace selvage::testing {

class Watchdog {
  using Clock = std::chrono::steady_clock;
  struct Entry {
    std::string text;
    Clock::time_point start;
  };

 public:
  static constexpr int exit_status = 3;

  // 0: never.
  explicit Watchdog(std::chrono::seconds limit);
  ~Watchdog();

  // Work that is being done, from its making to its end. Past the limit its text is printed to
  // standard error and the process ends with exit_status.
  class Work {
   public:
    Work(Watchdog& dog, std::string text);
    ~Work();
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

   private:
    Watchdog& dog_;
    std::list<Entry>::iterator entry_;
  };

 private:
  void watch();

  std::chrono::seconds limit_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ends_ = false;
  std::list<Entry> works_;  // the longest-running first
  std::thread thread_;
};

}  // namespace selvage::testing
