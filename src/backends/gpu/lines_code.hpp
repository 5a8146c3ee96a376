// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a pass of the candidates lines and matrix becomes on a device: program text, constants,
// arguments and weights.

#include <string>
#include <vector>

#include "backends/gpu/launches.hpp"
#include "core/linear_step.hpp"
#include "core/problem.hpp"

namespace selvage::gpu {

#include "kernels/strip_arguments.h"

// A step as the kernels take it. The |weights| of a row add up to at most 1, so that no sum is
// larger than a sample; the column has the scale.
struct Strip {
  LinearStep step;
  std::vector<float> row, column;  // of lines; without them:
  std::vector<float> matrix;       // scale included
  int averaged = 1;                // channels of the image that are filtered
  bool holes = false;              // some taps may take no part

  // `lines`: the step is a product of a row and a column.
  Strip(const Pass& pass, const Problem& problem, bool lines);
};

// `function`: lines, lines_rows, lines_columns, matrix, matrix_large or march (of either).
// `dense`: samples of a row lie side by side in the images that are read and written.
Code strip_code(const std::string& function, const Strip& strip, const Pass& pass,
                const Problem& problem, const Tuning& tuning, const GpuFacts& gpu, bool dense);

// All arguments but layouts and sizes. Weights are in them where they fit.
SelvageStrip strip_arguments(const Strip& strip, const Pass& pass, const Problem& problem);

// The weights as kernels read them from a buffer: the row, to a multiple of four, and the column;
// or the matrix column by column.
std::vector<float> strip_weights(const Strip& strip);

}  // namespace selvage::gpu
