// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tuning of the edge-stopping separable filter on GPUs.

#include "planner/tuning.hpp"

namespace selvage {

// Taps of a summation block, on CPU and GPU.
inline constexpr int edge_stopping_block = 8;
// The largest radius whose weights are arguments of the GPU's kernels.
inline constexpr int largest_tiled_radius = 15;

struct EdgeStoppingGpuTuning {
  Tile tile = {};
  WorkGroup marks = {.width = 64, .height = 4, .rows = 8};  // finds discontinuities
  WorkGroup along_rows = {.width = 32, .height = 8, .rows = 1};
  WorkGroup along_columns = {.width = 32, .height = 8, .rows = 1};
  WorkGroup flags = {.width = 32, .height = 8, .rows = 1};
  int launch_height = 1 << 20;  // output rows of one launch

  void each(const auto& visit) const {
    tile.each(visit);
    marks.each("marks", visit);
    along_rows.each("row_pass", visit);
    along_columns.each("column_pass", visit);
    flags.each("flags", visit);
    visit("launch_height", launch_height);
  }
  friend bool operator==(const EdgeStoppingGpuTuning&, const EdgeStoppingGpuTuning&) = default;
};

}  // namespace selvage
