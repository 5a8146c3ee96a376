// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far a result may be from the reference.

#include "conformance/filter_of.hpp"

namespace selvage::testing {

// The largest error_bound that the case's request accepts (samples' unit for integers, fraction of
// the largest |sample| for floats).
double allowed_bound(const Case& c, const Filter& filter);

// `bound` [samples' unit, absolute] is kept by each step; how far may the last step's result be
// from the reference's? `largest` is the largest |sample|.
double propagated(double bound, const Case& c, double largest);
// The same for the separable bilateral, which takes two steps for each iteration.
double propagated_twice(double bound, const Case& c, double largest);

}  // namespace selvage::testing
