// SPDX-License-Identifier: Apache-2.0
#pragma once
// Refuses views that a filter would not read, instead of ignoring them.

#include "selvage/engine.hpp"

namespace selvage {

// Throws Error{invalid_argument} that names the first given port that `filter` does not have.
void check_unused(const Filter& filter, const Inputs& inputs);
void check_unused(const Filter& filter, const Outputs& outputs);

// Throws Error{invalid_argument} if a port that the filter requires is missing.
void check_given(const Filter& filter, const Inputs& inputs);
bool is_required(const Filter& filter, std::string_view port, bool output);

}  // namespace selvage
