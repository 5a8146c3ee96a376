// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tuning of products of byte matrices.

#include "planner/tuning.hpp"

namespace selvage {

struct TensorTuning {
  Tile tile = {};
  WorkGroup group = {};         // warps; rows: of a block
  int launch_height = 1 << 20;  // output rows of one launch
  int rows = 16;                // of a group, where the whole tile is launched at once

  void each(const auto& visit) const {
    tile.each(visit);
    group.each(visit);
    visit("launch_height", launch_height);
    visit("rows", rows);
  }
  friend bool operator==(const TensorTuning&, const TensorTuning&) = default;
};

}  // namespace selvage
