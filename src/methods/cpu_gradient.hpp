// SPDX-License-Identifier: Apache-2.0
#pragma once
// The gradients of filters on the CPU. There is one way to compute them, so no candidate.

#include "backends/cpu/kernel.hpp"
#include "selvage/gradient.hpp"

namespace selvage::cpu {

// Blocks. The views were validated; none overlap. `context.simd` is a vector instruction set.
// Returns GradientReport::error_bound. Throws Error{unsupported} for a filter without a gradient.
double run_direct_gradient(const Filter& filter, const Inputs& inputs,
                           const ConstImageView& d_output, Gradients& gradients,
                           const ExecutionContext& context, const Controls& controls);

}  // namespace selvage::cpu
