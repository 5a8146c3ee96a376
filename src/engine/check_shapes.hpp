// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks that the images of a run fit one another.

#include "selvage/engine.hpp"

namespace selvage {

// Throws Error{invalid_argument} that names the port if one is missing or unexpected, if sizes,
// types or channels do not fit, or if the frame lacks pixels. Data may be null.
void check_shapes(const Filter& filter, const Inputs& shapes, const Frame& frame);

}  // namespace selvage
