// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tuning of histograms on GPUs.

#include "planner/tuning.hpp"

namespace selvage {

struct HistogramGpuTuning {
  Tile tile = {};  // may have more rows than the image: several images of a batch
  WorkGroup group = {.width = 1024, .height = 1, .rows = 1};
  int copies = 1;  // copies of a group's counters in local memory; 0: they do not fit

  void each(const auto& visit) const {
    tile.each(visit);
    group.each(visit);
    visit("copies", copies);
  }
  friend bool operator==(const HistogramGpuTuning&, const HistogramGpuTuning&) = default;
};

}  // namespace selvage
