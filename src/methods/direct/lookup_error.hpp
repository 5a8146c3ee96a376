// SPDX-License-Identifier: Apache-2.0
#pragma once
// The proven error of weights in tables (methods/direct/lookup_weights.hpp).

#include "filters/problem.hpp"

namespace selvage::planner {

// Returns the largest error of a mean before rounding, for images of u8, in levels of 1/255.
// `guided`: distances are taken of another image.
double lookup_weights_error(const WindowMean& filter, bool guided, int bytes);

}  // namespace selvage::planner
