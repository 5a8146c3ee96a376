// SPDX-License-Identifier: Apache-2.0
#pragma once
// The work-groups of row streaming (gpu/row_streaming.cl).

#include "filters/linear_step.hpp"
#include "filters/problem.hpp"
#include "methods/convolution/tuning.hpp"
#include "planner/device_facts.hpp"

namespace selvage {

// Work-items that execute in step: an NVIDIA warp.
inline constexpr int streaming_width = 32;

// Returns whether windows of a pass that reads `reads` may lack taps.
bool may_leave_out_taps(const LinearStep& step, const Problem& problem, PixelType reads);

// Returns the tuning of a pass that reads and writes `type`, but not its `rows`. unit is 0 if the
// pass cannot be streamed.
RowStreaming row_streaming(const LinearStep& step, PixelType type, const Problem& problem,
                           const GpuFacts& gpu);

// Returns the rows of each work-item, where `columns` groups cover the width and `height` rows are
// computed.
int streaming_rows(const RowStreaming& streaming, int radius_y, int columns, int height);

// Returns the number of groups that cover `samples` samples of a row.
int streaming_columns(const RowStreaming& streaming, int samples);

}  // namespace selvage
