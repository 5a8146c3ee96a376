// SPDX-License-Identifier: Apache-2.0
#pragma once
// The filter of a case.

#include "conformance/cases/case.hpp"

namespace selvage::testing {

Filter filter_of(const Case& c);

// The radius of its window; of convolutions the larger half.
int radius_of(const Case& c);

}  // namespace selvage::testing
