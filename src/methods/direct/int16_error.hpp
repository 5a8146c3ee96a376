// SPDX-License-Identifier: Apache-2.0
#pragma once
// The proven error of 16-bit weights (methods/direct/int16_weights.hpp), and the certificate of
// those that are rounded (methods/direct/int16_certified.hpp).

#include <optional>

#include "filters/problem.hpp"

namespace selvage::planner {

// Returns the largest error before rounding for one channel of u8, in levels of 1/255.
double int16_weights_error(const WindowMean& filter, const Problem& problem);

// Returns the least computed sum of weights, in units of int16_certified::Form::weight, from which
// on a mean of u8 is within int16_limit(problem.max_error) before rounding. Roundings of
// single precision are not counted. None: the form does not serve the filter, or hardly any pixel
// would reach the sum. Defined in int16_certified_error.cpp.
std::optional<double> int16_least_sum(const WindowMean& filter, const Problem& problem,
                                      int simd_floats);

}  // namespace selvage::planner
