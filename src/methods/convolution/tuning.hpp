// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tuning of linear filters.

#include <algorithm>
#include <cstddef>

#include "planner/tuning.hpp"

namespace selvage {

// Taps of a summation block of the kernels that read an image twice, and of stencil_large.cl.
// Where alpha weighs there are two sums, and blocks are shorter, so that floats stay exact.
inline constexpr int linear_block = 16, weighted_linear_block = 8;

// The tuning on the CPU.
struct LineTuning {
  Tile tile = {};
  int segment = 512;  // pixels of a row that are computed and stored at a time

  void each(const auto& visit) const {
    tile.each(visit);
    visit("segment_width", segment);
  }
  friend bool operator==(const LineTuning&, const LineTuning&) = default;
};

// Returns a segment of numbers of `number` bytes whose results stay in a core's first-level cache.
constexpr int cached_segment(std::size_t number, int channels) {
  constexpr std::size_t bytes = 8192;
  return std::max(1, static_cast<int>(bytes / number) / channels);
}

// The launches of gpu/row_streaming.cl and of methods/separable/gpu/separable_ring.cl.
struct RowStreaming {
  int unit = 0;            // neighbouring samples of a work-item; 0: the pass cannot be streamed
  bool ring = false;       // by separable_ring.cl
  int units_of_pixel = 0;  // in blocks of channels: units of a pixel that are side by side
  int height = 4;          // warps of a group, side by side in the image unless `ring`
  int ahead = 4;           // rows that are loaded ahead
  int min_blocks = 1;      // minimum blocks per multiprocessor; bounds registers
  int at_once = 1;         // groups that the device runs at once
  int rows = 0;            // per work-item, for a launch of a whole tile
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
    visit("streaming_ring", streaming.ring ? 1 : 0);
    visit("streaming_units_of_pixel", streaming.units_of_pixel);
    visit("streaming_height", streaming.height);
    visit("streaming_ahead", streaming.ahead);
    visit("streaming_min_blocks", streaming.min_blocks);
    visit("streaming_at_once", streaming.at_once);
    visit("streaming_rows", streaming.rows);
  }
  friend bool operator==(const LinearGpuTuning&, const LinearGpuTuning&) = default;
};

}  // namespace selvage
