// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the planners of lines and matrices on GPUs share.

#include <string>

#include "core/linear_step.hpp"
#include "core/problem.hpp"
#include "planner/catalogue.hpp"

namespace selvage::planner {

// How a step is computed.
struct StripWork {
  LinearStep step;            // with lines, where it is computed by them
  bool once = true;           // the image is read once, its weights are arguments
  bool products = false;      // by kernels/tensor.cl
  double instructions = 0.0;  // of a sample
  double idle_seconds = 0.0;  // of the device, while the last groups run
};

// Why no kernel can serve; empty: one can.
std::string strip_unsupported(const Problem& problem, const GpuFacts& gpu, const StripWork& work,
                              const Tuning& tuning);
// Groups that the device can have, whose tile fits into its local memory where that is possible.
Tuning strip_tuning(const Problem& problem, const GpuFacts& gpu, const StripWork& work);
double strip_seconds(const Problem& problem, const GpuFacts& gpu, const StripWork& work);
ScratchBytes strip_scratch(const Problem& problem, const StripWork& work, const Tuning& tuning);

}  // namespace selvage::planner
