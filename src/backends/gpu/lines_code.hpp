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

  // `lines`: the step is a product of a row and a column.
  Strip(const Pass& pass, bool lines);
};

// Of march: samples of a work-item side by side, and work-items of a group
// below one another.
int march_unit(const Pass& pass);
inline constexpr int march_height = 4;
// Groups of theirs, `width` items wide, that share a compute unit's registers.
int marching_groups(const Strip& strip, const Pass& pass, const Problem& problem, int width);

// Whether march can compute the pass, where images are as they need them:
// every channel is filtered, and a pixel's channels are in one work-item where holes matter.
bool can_march(const Strip& strip, const Pass& pass, const Problem& problem);

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
