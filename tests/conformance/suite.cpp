// SPDX-License-Identifier: Apache-2.0
#include "conformance/suite.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <thread>
#include <utility>

namespace selvage::testing {
namespace {

constexpr int most_printed = 20;

// The options that run it alone.
std::string repeat(const Case& c, const Subject& s) {
  return fmt::format("--device {} --candidate {}{}{} --case \"{}\"", s.engine->device().id,
                     s.candidate, s.simd.empty() ? "" : " --simd ", s.simd, describe(c));
}

}  // namespace

Suite::Suite(std::vector<Case> cases, std::vector<Subject> subjects, std::chrono::seconds limit,
             Clock::time_point end)
    : cases_(std::move(cases)),
      subjects_(std::move(subjects)),
      tallies_(subjects_.size()),
      watchdog_(limit),
      end_(end) {}

void Suite::run(int workers) {
  std::vector<std::jthread> others;
  for (int i = 1; i < workers; ++i) others.emplace_back([this] { work(); });
  work();
}

std::vector<NamedTally> Suite::tallies() const {
  std::vector<NamedTally> named;
  for (std::size_t k = 0; k < subjects_.size(); ++k)
    named.push_back({describe(subjects_[k]), tallies_[k]});
  return named;
}

void Suite::work() {
  for (std::size_t i = next_++; i < cases_.size() && Clock::now() < end_; i = next_++) {
    ++tried_;
    const Trial trial(cases_[i]);
    for (std::size_t k = 0; k < subjects_.size(); ++k) {
      const Watchdog::Work work(watchdog_, repeat(cases_[i], subjects_[k]));
      count(cases_[i], k, trial.of(subjects_[k]));
    }
  }
}

void Suite::count(const Case& c, std::size_t subject, const TrialResult& result) {
  const std::lock_guard lock(mutex_);
  tallies_[subject].count(c, result.outcome);
  if (result.outcome != Outcome::failed || ++printed_ > most_printed) return;
  const Subject& s = subjects_[subject];
  fmt::print("FAILED {}: {}\n  repeat: {}\n", describe(s), result.why, repeat(c, s));
  std::fflush(stdout);
}

}  // namespace selvage::testing
