// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tuning of joint bilateral upsampling on GPUs.

#include "planner/tuning.hpp"

namespace selvage {

struct UpsamplingGpuTuning {
  Tile tile = {};
  WorkGroup group = {};
  int launch_height = 1 << 20;  // output rows of each launch
  int block = 8;                // taps of a summation block

  void each(const auto& visit) const {
    tile.each(visit);
    group.each(visit);
    visit("launch_height", launch_height);
    visit("block", block);
  }
  friend bool operator==(const UpsamplingGpuTuning&, const UpsamplingGpuTuning&) = default;
};

}  // namespace selvage
