// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a pass of a linear filter becomes on a device: program text, constants,
// arguments and weights.

#include <string>
#include <vector>

#include "backends/gpu/launches.hpp"
#include "filters/linear_step.hpp"
#include "filters/problem.hpp"
#include "methods/convolution/tuning.hpp"

namespace selvage::gpu {

#include "methods/convolution/gpu/linear_arguments.h"

// A step as the kernels take it. The |weights| of a row add up to at most 1, so that no sum is
// larger than a sample; the column has the scale.
struct LinearPass {
  LinearStep step;
  std::vector<float> row, column;  // of lines; without them:
  std::vector<float> stencil;      // scale included
  int averaged = 1;                // channels of the image that are filtered
  bool holes = false;              // some taps may take no part

  // `separable`: the step is a product of a row and a column.
  LinearPass(const Pass& pass, const Problem& problem, bool separable);
};

// `function`: blocked_tile or row_streaming (of either method), separable_rows, separable_columns
// or stencil_large. `dense`: samples of a row lie side by side in the images that are read and
// written.
Code linear_code(const std::string& function, const LinearPass& linear, const Pass& pass,
                 const Problem& problem, const LinearGpuTuning& tuning, const GpuFacts& gpu,
                 bool dense);

// All arguments but layouts and sizes. Weights are in them where they fit.
SelvageLinear linear_arguments(const LinearPass& linear, const Pass& pass, const Problem& problem);

// The weights as kernels read them from a buffer: the row, to a multiple of four, and the column;
// or the matrix column by column.
std::vector<float> linear_weights(const LinearPass& linear);

}  // namespace selvage::gpu
