// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs cases on candidates.

#include <atomic>
#include <chrono>
#include <mutex>
#include <vector>

#include "conformance/checks/tally.hpp"
#include "conformance/checks/trial.hpp"
#include "conformance/watchdog.hpp"

namespace selvage::testing {

// Runs all cases on all subjects, one case at a time on each thread; prints failures as they come.
class Suite {
 public:
  using Clock = std::chrono::steady_clock;

  // No subject may take longer than `limit` for a case. No case starts after `end`.
  Suite(std::vector<Case> cases, std::vector<Subject> subjects, std::chrono::seconds limit,
        Clock::time_point end = Clock::time_point::max());

  // The calling thread is one of the workers: oclgrind fails on any other.
  void run(int workers);

  std::vector<NamedTally> tallies() const;      // one for each subject
  std::size_t tried() const { return tried_; }  // cases

 private:
  void work();
  void count(const Case& c, std::size_t subject, const TrialResult& result);

  std::vector<Case> cases_;
  std::vector<Subject> subjects_;
  std::atomic<std::size_t> next_ = 0, tried_ = 0;
  std::mutex mutex_;
  std::vector<Tally> tallies_;
  int printed_ = 0;
  Watchdog watchdog_;
  Clock::time_point end_;
};

}  // namespace selvage::testing
