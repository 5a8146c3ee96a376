// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds candidates that passed no case, and filters, pixel types, borders and norms that a
// candidate serves but was never compared on.

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "conformance/checks/tally.hpp"

namespace selvage::testing {

// A candidate and the cases that it serves.
struct Claim {
  std::string candidate;                                 // with its instruction set
  std::function<bool(const Case&)> serves;               // on this device
  std::function<bool(const Case&)> may_serve_elsewhere;  // on a device that has all it needs
};

struct Gaps {
  std::vector<std::string> failures;  // one sentence for each gap
  std::vector<std::string> notes;     // candidates that this device cannot run
};

// Compares what each candidate serves with what its tally says that it passed; a candidate without
// a tally passed nothing. `cases` are those of the tier. A candidate serves a value if it serves
// one of the cases, and also that case with this value.
Gaps find_gaps(std::span<const Claim> claims, std::span<const NamedTally> tallies,
               std::span<const Case> cases);

}  // namespace selvage::testing
