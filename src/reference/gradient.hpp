// SPDX-License-Identifier: Apache-2.0
#pragma once
// The gradients of Bilateral, JointBilateral and Gaussian by their definition
// (docs/filters/gradients.md), in double precision.

#include "reference/samples.hpp"
#include "selvage/engine.hpp"
#include "selvage/filters.hpp"

namespace selvage::reference {

// The derivatives of a number L. `guide` is empty without a guide.
struct Gradient {
  Samples image = {}, guide = {};
  double sigma_space = 0.0, sigma_range = 0.0;
};

struct GradientResult {
  Gradient value = {};
  Gradient magnitude = {};  // M, which the error bound is relative to
};

// Returns the gradient of one whole image (batch 1). `d_output` has the image's size and channels.
// Throws std::logic_error for filters without a gradient.
GradientResult gradient(const Filter& filter, const Inputs& inputs, const Samples& d_output);

}  // namespace selvage::reference
