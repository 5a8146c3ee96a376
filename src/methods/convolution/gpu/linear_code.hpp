// SPDX-License-Identifier: Apache-2.0
#pragma once
// The device code of a pass of a linear filter: program text, constants, arguments and weights.

#include <cstddef>
#include <string>
#include <vector>

#include "backends/gpu/launches.hpp"
#include "filters/linear_step.hpp"
#include "filters/problem.hpp"
#include "methods/convolution/tuning.hpp"

namespace selvage::gpu {

#include "methods/convolution/gpu/linear_arguments.h"

// Returns the size of SelvageLinear in a kernel with so many weights in its arguments.
constexpr std::size_t argument_bytes(std::size_t weights) {
  constexpr std::size_t unit = alignof(SelvageLinear);
  return (offsetof(SelvageLinear, weights) + sizeof(float) * weights + unit - 1) / unit * unit;
}

// A step in the form of the kernels. The |weights| of a row sum to at most 1, so that no sum
// exceeds a sample; the column contains the scale.
struct LinearPass {
  LinearStep step;
  std::vector<float> row, column;  // of a separable step
  std::vector<float> stencil;      // of others; includes the scale
  int averaged = 1;                // number of filtered channels
  bool holes = false;              // windows may lack taps
  bool in_blocks = false;          // the image has more channels (channel_blocks.h)
  bool weighs = false;             // alpha weighs the colours; all weights sum to 1
  double colour_gain = 1.0;        // factor of the colours' means, if so

  // `separable`: the step is a row times a column.
  LinearPass(const Pass& pass, const Problem& problem, bool separable);
};

// `function`: blocked_tile or row_streaming (of either method), separable_ring, separable_rows,
// separable_columns, stencil_large or stencil_weighted. `dense`: the images that are read and
// written are interleaved.
Code linear_code(const std::string& function, const LinearPass& linear, const Pass& pass,
                 const Problem& problem, const LinearGpuTuning& tuning, const GpuFacts& gpu,
                 bool dense);

// Returns the number of weights in the arguments of a kernel; 1 if it has them in a buffer.
std::size_t weights_in_arguments(const LinearPass& linear, bool once);

// Returns all arguments except layouts and sizes. Includes weights if they fit.
SelvageLinear linear_arguments(const LinearPass& linear, const Pass& pass, const Problem& problem);

// Returns the weights for a buffer: the row, padded to a multiple of four, and the column; or the
// stencil column by column.
std::vector<float> linear_weights(const LinearPass& linear);

}  // namespace selvage::gpu
