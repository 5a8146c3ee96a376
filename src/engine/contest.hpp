// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which device runs a plan, and with which candidate: decided from facts alone.

#include <cstddef>
#include <span>
#include <string>

#include "planner/plan.hpp"

namespace selvage {

// A device that could run the plan.
struct Contender {
  std::string device = {};  // "cuda:0"
  DeviceFacts facts = {};
  double start_seconds = 0.0;  // what the plan would wait for the device to open; 0: it is open
};

struct Verdict {
  std::size_t winner = 0;  // of the contenders
  // Of the winner, but for the reasons: one for each candidate of each contender ("cuda:0/tile").
  planner::Choice choice = {};
};

// The candidate with the smallest predicted time, the device's start included; of equals the first.
// Throws Error{invalid_argument} for an unknown Request::use or a bad max_error, Error{unsupported}
// with all reasons when none can serve.
Verdict decide(const Problem& problem, std::span<const Contender> contenders,
               const Request& request);

}  // namespace selvage
