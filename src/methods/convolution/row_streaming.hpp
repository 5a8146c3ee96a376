// SPDX-License-Identifier: Apache-2.0
#pragma once
// The work-groups of row streaming (gpu/row_streaming.cl, methods/separable/gpu/separable_ring.cl).

#include "filters/linear_step.hpp"
#include "filters/problem.hpp"
#include "methods/convolution/tuning.hpp"
#include "planner/device_facts.hpp"

namespace selvage {

// Work-items that execute in step: an NVIDIA warp.
inline constexpr int streaming_width = 32;

// Rows below one another whose columns a work-item of separable_ring.cl sums, and the parts of its
// lines: vectors of four samples with even numbers, then those with odd ones.
inline constexpr int ring_rows = 8, ring_parts = 2;

// Returns the vectors of a part of a line whose windows reach so many samples to each side. Items
// that write neighbours use all banks of local memory: half of 8 vectors, beyond a multiple of 8.
constexpr int ring_line(int reach) {
  const int vectors = streaming_width / ring_parts + (reach + 3) / 4;
  return (vectors + 3) / 8 * 8 + 4;
}

// Returns the warps of a group that are side by side in the image.
constexpr int streaming_across(const RowStreaming& streaming) {
  return streaming.ring ? 1 : streaming.height;
}

// Returns whether windows of a pass that reads `reads` may lack taps.
bool may_leave_out_taps(const LinearStep& step, const Problem& problem, PixelType reads);

// Returns the tuning of a pass that reads and writes `type`, but not its `rows`. unit is 0 if the
// pass cannot be streamed.
RowStreaming row_streaming(const LinearStep& step, PixelType type, const Problem& problem,
                           const GpuFacts& gpu);

// The same for images of more than `unit` channels, of which work-items compute blocks
// (gpu/channel_blocks.h).
RowStreaming block_streaming(const LinearStep& step, PixelType type, const Problem& problem,
                             const GpuFacts& gpu);
// Returns the number of blocks of an image's channels, and of columns of pixels, where `units`
// of a pixel are side by side.
int streaming_blocks(int units, int channels);
int streaming_pixel_columns(int units, int width);
// Returns the largest size of the flags of an image (gpu/channel_blocks.h), whichever form of the
// program computes it: that of aligned units, or the other, where one unit is beside the next
// pixel's.
std::size_t streaming_flag_bytes(const RowStreaming& streaming, int channels, int width,
                                 int height);

// Returns the rows of each work-item, where `columns` groups cover the width and `height` rows are
// computed.
int streaming_rows(const RowStreaming& streaming, int radius_y, int columns, int height);

// Returns the number of groups that cover `samples` samples of a row.
int streaming_columns(const RowStreaming& streaming, int samples);

}  // namespace selvage
