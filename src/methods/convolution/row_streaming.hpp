// SPDX-License-Identifier: Apache-2.0
#pragma once
// The work-groups of gpu/row_streaming.cl.

#include "filters/linear_step.hpp"
#include "filters/problem.hpp"
#include "methods/convolution/tuning.hpp"
#include "planner/device_facts.hpp"

namespace selvage {

// Work-items that advance in step: an NVIDIA warp.
inline constexpr int streaming_width = 32;

// Whether some taps of a pass that reads `reads` may take no part.
bool may_leave_out_taps(const LinearStep& step, const Problem& problem, PixelType reads);

// For a pass that reads and writes `type`, all but `rows`; unit is 0 where it cannot be streamed.
RowStreaming row_streaming(const LinearStep& step, PixelType type, const Problem& problem,
                           const GpuFacts& gpu);

// Rows of each work-item, where `columns` groups stand side by side over `height` rows.
int streaming_rows(const RowStreaming& streaming, int radius_y, int columns, int height,
                   const GpuFacts& gpu);

// Groups side by side that cover `samples` samples of a row.
int streaming_columns(const RowStreaming& streaming, int samples);

}  // namespace selvage
