// SPDX-License-Identifier: Apache-2.0
#pragma once
// Filters as weighted means over windows, which the direct candidates compute.

#include <vector>

#include "core/problem.hpp"

namespace selvage::planner {

// Bilateral, joint, rolling, Gaussian and box.
bool is_window_mean(const Filter& filter);
bool is_bilateral(const Filter& filter);

// The step that is repeated: no other of the filter has a larger window, more planes or a larger
// error.
WindowMean main_step(const Problem& problem);
// How often: rolling guidance's first step counts as one.
int step_count(const Problem& problem);

// One pass for each step; between them f32.
std::vector<Pass> direct_passes(const Problem& problem);
// Two for each iteration of a Bilateral: the window's row, then its column [pham2005].
std::vector<Pass> separable_passes(const Problem& problem);

}  // namespace selvage::planner
