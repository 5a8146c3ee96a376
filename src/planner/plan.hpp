// SPDX-License-Identifier: Apache-2.0
#pragma once
// Chooses a candidate from facts alone, and says why.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "planner/catalogue.hpp"

namespace selvage::planner {

struct Choice {
  const Candidate* candidate = nullptr;
  Tuning tuning;
  std::vector<Pass> passes;
  double error = 0.0;    // as Candidate::error
  double seconds = 0.0;  // predicted
  ScratchBytes scratch;
  std::vector<Reason> reasons;  // one for each candidate
};

// The largest error that the request allows, in Candidate::error's unit.
double allowed_error(const Problem& problem, const Request& request);

// Weighs every candidate; `candidate` is null when none can serve. Throws Error{invalid_argument}
// for a bad max_error.
Choice consider(const Problem& problem, const DeviceFacts& facts, const Request& request = {});

// The chosen candidate for another part of the image that it was chosen for: other tiles, another
// time and scratch. Cheap, since nothing is weighed. Throws Error{unsupported}.
Choice choice_of_part(const Choice& chosen, const Problem& part, const DeviceFacts& facts);

// Throws Error{invalid_argument} with the filter's candidates when `use` is none of those of these
// backends; empty is right. `where`: the backends or devices, for the message.
void check_use(const std::string& use, const Filter& filter,
               std::span<const std::string_view> backends, std::string_view where);

// Throws Error{unsupported} with all reasons.
[[noreturn]] void refuse(const std::vector<Reason>& reasons);

// The candidate of the device's backend with the smallest predicted time among those within the
// request. Throws Error{invalid_argument} for an unknown Request::use or a bad max_error,
// Error{unsupported} with all reasons when none can serve.
Choice plan(const Problem& problem, const DeviceFacts& facts, const Request& request = {});

}  // namespace selvage::planner
