// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tuning of local linear models on GPUs.

#include "planner/tuning.hpp"

namespace selvage {

struct LocalLinearGpuTuning {
  Tile tile = {};
  WorkGroup along_rows = {.width = 256, .height = 1, .rows = 1};
  WorkGroup along_columns = {.width = 16, .height = 16, .rows = 1};
  WorkGroup between = {.width = 32, .height = 8, .rows = 1};  // with a subsample
  int launch_height = 1 << 20;                                // rows of one launch
  int pairs = 0;                        // 1: pairs of floats instead of doubles
  int whole_width = 256, segment = 64;  // of whole numbers: items and rows of a group

  void each(const auto& visit) const {
    tile.each(visit);
    along_rows.each("row_pass", visit);
    along_columns.each("column_pass", visit);
    between.each("between", visit);
    visit("launch_height", launch_height);
    visit("pairs", pairs);
    visit("whole_width", whole_width);
    visit("segment", segment);
  }
  friend bool operator==(const LocalLinearGpuTuning&, const LocalLinearGpuTuning&) = default;
};

}  // namespace selvage
