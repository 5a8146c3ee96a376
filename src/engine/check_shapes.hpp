// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether the images of a run fit one another.

#include "selvage/engine.hpp"

namespace selvage {

// Throws Error{invalid_argument} that names the port: one that is missing or has no business here,
// sizes, types or channels that do not fit, a frame that lacks pixels. Data may be null.
void check_shapes(const Filter& filter, const Inputs& shapes, const Frame& frame);

}  // namespace selvage
