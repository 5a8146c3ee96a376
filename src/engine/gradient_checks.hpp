// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks that the images of a gradient fit one another.

#include "selvage/engine.hpp"
#include "selvage/gradient.hpp"

namespace selvage {

// Throws Error{invalid_argument} that names the port, and Error{unsupported} for depth, which has
// no gradient. No data is touched.
void check_forward(const Filter& filter, const Inputs& inputs, const ConstImageView& output);
void check_gradient(const Filter& filter, const Inputs& inputs, const ConstImageView& d_output,
                    const Gradients& gradients);

}  // namespace selvage
