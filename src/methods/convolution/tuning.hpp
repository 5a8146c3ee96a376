// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tuning of linear filters on GPUs.

#include <cstddef>

#include "planner/tuning.hpp"

namespace selvage {

// Taps of a summation block of the kernels that go over an image twice, or read a stencil straight
// from it.
inline constexpr int linear_block = 16;

// How gpu/row_streaming.cl goes over an image.
struct RowStreaming {
  int unit = 0;        // samples of a work-item side by side; 0: the pass cannot be streamed
  int height = 4;      // warps of a group, side by side in the image
  int ahead = 4;       // rows that are on their way
  int min_blocks = 1;  // minimum blocks per multiprocessor, by registers
  int rows = 0;        // of each work-item, where the whole tile is launched at once
  std::size_t local_bytes = 0;

  explicit operator bool() const { return unit > 0; }
  friend bool operator==(const RowStreaming&, const RowStreaming&) = default;
};

struct LinearGpuTuning {
  Tile tile = {};
  WorkGroup group = {};
  int launch_height = 1 << 20;  // output rows of one launch
  bool once = true;  // the image is read once and the weights are arguments; else in two launches
  RowStreaming streaming = {};

  void each(const auto& visit) const {
    tile.each(visit);
    group.each(visit);
    visit("launch_height", launch_height);
    visit("once", once ? 1 : 0);
    visit("streaming_unit", streaming.unit);
    visit("streaming_height", streaming.height);
    visit("streaming_ahead", streaming.ahead);
    visit("streaming_min_blocks", streaming.min_blocks);
    visit("streaming_rows", streaming.rows);
  }
  friend bool operator==(const LinearGpuTuning&, const LinearGpuTuning&) = default;
};

}  // namespace selvage
