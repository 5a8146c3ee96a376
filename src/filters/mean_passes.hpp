// SPDX-License-Identifier: Apache-2.0
#pragma once
// Filters as weighted means over windows, which the direct candidates compute.

#include <vector>

#include "filters/problem.hpp"

namespace selvage::planner {

// Returns true for bilateral, joint, rolling, Gaussian and box.
bool is_window_mean(const Filter& filter);
bool is_bilateral(const Filter& filter);
bool is_bilateral_or_joint(const Filter& filter);

// Returns the repeated step. No other step of the filter has a larger window, more planes or a
// larger error.
WindowMean main_step(const Problem& problem);
// Returns the number of steps. The first step of rolling guidance counts as one.
int step_count(const Problem& problem);

// Returns one pass for each step, with f32 images between them.
std::vector<Pass> direct_passes(const Problem& problem);
// Returns two passes for each iteration of a Bilateral: the window's row, then its column
// [pham2005].
std::vector<Pass> separable_passes(const Problem& problem);

}  // namespace selvage::planner
