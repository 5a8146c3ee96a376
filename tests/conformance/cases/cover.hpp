// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tiers: lists of cases. Each function but random_cases() returns the same list at every call.

#include <cstdint>
#include <vector>

#include "conformance/cases/case.hpp"

namespace selvage::testing {

// Every possible pair of levels of any two factors at least once, and a few cases that candidates
// serve and the factors leave out.
std::vector<Case> pairwise_cases();

// For devices whose programs take long to compile: every possible combination of type, channels,
// alpha and norm once. The other factors are chosen so that most pairs are met.
std::vector<Case> device_cases();

// For simulators of GPUs: every combination of type and border on tiny images. The other factors
// are chosen so that many pairs are met.
std::vector<Case> small_cases();

// The pairwise cases, and every combination of type, channels, alpha, norm, window, border and
// sigma_range; the other factors are drawn.
std::vector<Case> crossed_cases();

// Cases with any parameters, not only the usual ones. `alike` cases in a row differ only in
// samples, sizes and parameters, so that a device compiles one program for many of them.
std::vector<Case> random_cases(int count, std::uint64_t seed, int alike = 1);

// Windows of so many slices that the CPU's direct loops hold no tile of them, but load each row of
// taps as they need it.
std::vector<Case> streamed_volumes();

}  // namespace selvage::testing
