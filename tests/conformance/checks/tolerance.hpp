// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far a result may be from the reference.

#include "conformance/cases/filter_of.hpp"

namespace selvage::testing {

// A request that every error bound meets.
inline constexpr double any_error = 1e6;

// The largest error_bound that the case's request accepts (samples' unit for integers, fraction of
// the largest |sample| for floats).
double allowed_bound(const Case& c, const Filter& filter);

// Returns how far the last step's result may be from the reference's when each step keeps `bound`
// [samples' unit, absolute]. `largest` is the largest |sample|.
double propagated(double bound, const Case& c, double largest);
// Returns the same for the separable bilateral, which takes two steps for each iteration.
double propagated_twice(double bound, const Case& c, double largest);

}  // namespace selvage::testing
