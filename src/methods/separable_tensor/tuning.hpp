// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tuning of separable means on tensor cores.

#include "planner/tuning.hpp"

namespace selvage {

struct TensorTuning {
  Tile tile = {};
  WorkGroup group = {};         // height: warps; rows: of a block
  int launch_height = 1 << 20;  // output rows of one launch
  int compute_units = 1;        // multiprocessors that share the rows
  int rows = 16;                // per group, for a launch of a whole tile

  void each(const auto& visit) const {
    tile.each(visit);
    group.each(visit);
    visit("launch_height", launch_height);
    visit("compute_units", compute_units);
    visit("rows", rows);
  }
  friend bool operator==(const TensorTuning&, const TensorTuning&) = default;
};

}  // namespace selvage
