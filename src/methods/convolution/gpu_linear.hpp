// SPDX-License-Identifier: Apache-2.0
#pragma once
// The time, memory and tuning of linear filters on GPUs, which several methods share.

#include <string>

#include "filters/linear_step.hpp"
#include "filters/problem.hpp"
#include "methods/convolution/tuning.hpp"
#include "planner/candidate.hpp"
#include "planner/gpu_tiles.hpp"

namespace selvage::planner {

// How a step is computed.
struct LinearWork {
  LinearStep step;            // with lines, where it is computed by them
  bool once = true;           // the image is read once, its weights are arguments
  double instructions = 0.0;  // of a sample
  double idle_seconds = 0.0;  // of the device, while the last groups run
};

// Why no kernel can serve; empty: one can. `local_bytes`: of a group.
std::string linear_unsupported(const Problem& problem, const GpuFacts& gpu, const LinearWork& work,
                               const WorkGroup& group, std::size_t local_bytes);
// Local memory of a group; 0 where a stencil is read straight from the image.
std::size_t linear_local_bytes(const Problem& problem, const LinearWork& work,
                               const WorkGroup& group);
// Groups that the device can have, whose tile fits into its local memory where that is possible.
LinearGpuTuning linear_tuning(const Problem& problem, const GpuFacts& gpu, const LinearWork& work);
Tile linear_tile(const Problem& problem, const GpuFacts& gpu, const LinearWork& work);
int linear_launch_height(const Problem& problem, const GpuFacts& gpu, const LinearWork& work,
                         const Tile& tile);
double linear_seconds(const Problem& problem, const GpuFacts& gpu, const LinearWork& work);
ScratchBytes linear_scratch(const Problem& problem, const LinearWork& work, const Tile& tile);

// The offer of a candidate with LinearGpuTuning.
Answer linear_offer(const Problem& problem, const GpuFacts& gpu, const LinearWork& work,
                    double error);

}  // namespace selvage::planner
