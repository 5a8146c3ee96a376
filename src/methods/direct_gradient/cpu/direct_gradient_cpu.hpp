// SPDX-License-Identifier: Apache-2.0
#pragma once
// Gradients on the CPU. The rows of an image are the tasks of three steps, which follow one
// another:
//   load       planes of floats, extended by the border rule
//   means      sum w and out - v of every pixel, hence what it sends
//   gradients  what every pixel collects, from both ends of its pairs

#include "backends/cpu/kernel.hpp"
#include "selvage/gradient.hpp"

namespace selvage::cpu {

// As methods/cpu_gradient.hpp, for the engine, says.
double run_direct_gradient(const Filter& filter, const Inputs& inputs,
                           const ConstImageView& d_output, Gradients& gradients,
                           const ExecutionContext& context, const Controls& controls);

}  // namespace selvage::cpu
