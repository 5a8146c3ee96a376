// SPDX-License-Identifier: Apache-2.0
#pragma once
// Views that a filter would not look at are refused, not ignored.

#include "selvage/engine.hpp"

namespace selvage {

// Throws Error{invalid_argument} that names the first port that is given and that `filter` has not.
void check_unused(const Filter& filter, const Inputs& inputs);
void check_unused(const Filter& filter, const Outputs& outputs);

// Throws where a port is missing that the filter cannot do without.
void check_given(const Filter& filter, const Inputs& inputs);
bool is_required(const Filter& filter, std::string_view port, bool output);

}  // namespace selvage
