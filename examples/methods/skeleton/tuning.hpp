// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers that shape the launches of "skeleton" on GPUs. The CPU's part has TileTuning.

#include "planner/tuning.hpp"

namespace selvage {

struct SkeletonTuning {
  Tile tile = {};
  WorkGroup group = {};
  int launch_height = 1 << 20;  // output rows of one launch

  void each(const auto& visit) const {
    tile.each(visit);
    group.each(visit);
    visit("launch_height", launch_height);
  }
  friend bool operator==(const SkeletonTuning&, const SkeletonTuning&) = default;
};

}  // namespace selvage
