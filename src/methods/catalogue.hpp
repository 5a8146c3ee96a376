// SPDX-License-Identifier: Apache-2.0
#pragma once
// The list of everything that can run (catalogue.def). The planner, the conformance tests, the
// benchmarks, `selvage explain` and the documents walk it, so that nothing in it can be untested.

#include <cstddef>
#include <span>

#include "planner/candidate.hpp"
#include "planner/decision.hpp"

namespace selvage::planner {

std::span<const Candidate> catalogue();

// Returns the index of a candidate that is an entry of the catalogue.
inline std::size_t index_in_catalogue(const Candidate& candidate) {
  return static_cast<std::size_t>(&candidate - catalogue().data());
}

// Calls decide() with the catalogue's candidates.
Decision decide(const Problem& problem, std::span<const Option> options, const Request& request);

// The same for one open device.
Decision plan(const Problem& problem, const DeviceFacts& facts, const Request& request = {});

}  // namespace selvage::planner
