// SPDX-License-Identifier: Apache-2.0
#pragma once
// Cases that the factors leave out, since their windows cost too much.

#include <vector>

#include "conformance/cases/case.hpp"

namespace selvage::testing {

// Windows that are large enough for candidate "fourier_multirate": several cells of its grid,
// images smaller than the window, and regions that begin anywhere in a cell.
std::vector<Case> large_window_cases();

// A few for devices, with all borders and norms of candidate "fourier_range" of GPUs.
std::vector<Case> device_window_cases();

}  // namespace selvage::testing
