// SPDX-License-Identifier: Apache-2.0
#pragma once
// The reference's own border rule: one reflection or one period at a time, until inside.

#include <optional>

#include "selvage/filters.hpp"

namespace selvage::reference {

// Returns the index in [0, n) of the sample at `position` of a row of n >= 1 samples, or none if
// the rule maps it to no sample (constant, shrink, copy).
std::optional<int> border_source(int position, int n, Border border);

}  // namespace selvage::reference
