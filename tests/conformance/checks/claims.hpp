// SPDX-License-Identifier: Apache-2.0
#pragma once
// Asks the planner which cases a candidate serves. No case is run.

#include <span>
#include <vector>

#include "conformance/checks/strict.hpp"
#include "support/subjects.hpp"

namespace selvage::testing {

std::vector<Claim> claims_of(std::span<const Subject> subjects);

}  // namespace selvage::testing
