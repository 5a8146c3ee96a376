// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks that a run fits its plan.

#include "selvage/engine.hpp"

namespace selvage {

// `planned` are the shapes that the plan was made for. Throws Error{invalid_argument} that names
// the port. An output may be the same view as an input. No data is touched.
void check_run(const Filter& filter, const Inputs& planned, const Frame& frame,
               const Inputs& inputs, const Outputs& outputs);

}  // namespace selvage
