// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which cases are run.

#include <cstdint>
#include <vector>

#include "conformance/case.hpp"

namespace selvage::testing {

// Every pair of levels of any two factors at least once, where the pair is possible. The same list
// at every call.
std::vector<Case> pairwise_cases();

// Every possible combination of type, channels, alpha and norm once, the other factors so that most
// pairs are met. For devices whose programs take long to compile. The same list at every call.
std::vector<Case> device_cases();

// Every combination of type with border on tiny images, the other factors so that many pairs are
// met. For simulators of devices. The same list at every call.
std::vector<Case> small_cases();

// Every combination of type, channels, alpha, norm, window, border and sigma_range, the other
// factors drawn; with the pairwise ones. The same list at every call.
std::vector<Case> crossed_cases();

// Any numbers, not only the usual ones. `alike` cases in a row differ by their samples, sizes and
// numbers alone, so that a device compiles a program for many of them.
std::vector<Case> random_cases(int count, std::uint64_t seed, int alike = 1);

}  // namespace selvage::testing
