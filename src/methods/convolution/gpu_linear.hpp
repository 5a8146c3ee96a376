// SPDX-License-Identifier: Apache-2.0
#pragma once
// The time, memory and tuning of linear filters on GPUs.

#include <string>

#include "filters/linear_step.hpp"
#include "filters/problem.hpp"
#include "methods/convolution/tuning.hpp"
#include "planner/candidate.hpp"
#include "planner/gpu_tiles.hpp"

namespace selvage::planner {

// Images of more channels are computed in blocks of so many: each has the whole image's pixels. The
// last block ends with the last channel, so it may compute some channels of the one before again.
inline constexpr int linear_channels = 4;
// Returns the problem of a block: the problem itself, unless it has more channels than that. If
// `holes`, a mask tells which pixels are valid in all channels.
Problem channel_block(const Problem& problem, bool holes);

// The groups of channel_validity.cl, which makes that mask: work-items of a row, and rows of them,
// 0 if the device's groups are too small.
inline constexpr int validity_width = 32;
int validity_rows(const GpuFacts& gpu);

// Returns the type that passes read and write, if they read and write the same.
PixelType linear_type(const Problem& problem);

// How the GPU computes a step.
struct LinearWork {
  LinearStep step;            // separable for the candidates that need it
  bool once = true;           // the image is read once and the weights are arguments
  double instructions = 0.0;  // per sample
  double idle_seconds = 0.0;  // while the last groups run
};

// Returns why no kernel can serve, or an empty string. `local_bytes`: per group.
std::string linear_unsupported(const Problem& problem, const GpuFacts& gpu, const LinearWork& work,
                               const WorkGroup& group, std::size_t local_bytes);
// Returns the local memory of a group; 0 for a stencil that is read straight from the image.
std::size_t linear_local_bytes(const Problem& problem, const LinearWork& work,
                               const WorkGroup& group);
// Returns groups that the device supports and whose tile fits into its local memory if possible.
LinearGpuTuning linear_tuning(const Problem& problem, const GpuFacts& gpu, const LinearWork& work);
Tile linear_tile(const Problem& problem, const GpuFacts& gpu, const LinearWork& work);
int linear_launch_height(const Problem& problem, const GpuFacts& gpu, const LinearWork& work,
                         const Tile& tile);
double linear_seconds(const Problem& problem, const GpuFacts& gpu, const LinearWork& work);
ScratchBytes linear_scratch(const Problem& problem, const GpuFacts& gpu, const LinearWork& work,
                            const Tile& tile);

// Returns an offer with LinearGpuTuning, or a refusal.
Answer linear_offer(const Problem& problem, const GpuFacts& gpu, const LinearWork& work,
                    double error);

}  // namespace selvage::planner
