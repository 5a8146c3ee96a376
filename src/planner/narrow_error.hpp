// SPDX-License-Identifier: Apache-2.0
#pragma once
// The proved error of 16-bit weights (core/narrow_weights.hpp).

#include "core/problem.hpp"

namespace selvage::planner {

// Largest error before rounding of one channel of u8, in levels of 1/255.
double narrow_error(const WindowMean& filter, const Problem& problem);

}  // namespace selvage::planner
