// SPDX-License-Identifier: Apache-2.0
#pragma once
// The proven error of 16-bit weights (methods/direct/int16_weights.hpp).

#include "filters/problem.hpp"

namespace selvage::planner {

// Returns the largest error before rounding for one channel of u8, in levels of 1/255.
double int16_weights_error(const WindowMean& filter, const Problem& problem);

}  // namespace selvage::planner
