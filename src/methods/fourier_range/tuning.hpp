// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tuning of a Fourier range kernel on GPUs.

#include "planner/tuning.hpp"

namespace selvage {

struct FourierGpuTuning {
  Tile tile = {};
  int channels = 1;             // that are averaged apart, of one launch
  int column_teams = 2;         // of four warps of a group of the first kernel
  int tile_blocks = 1;          // of 32 rows, whose cosines and sines are in local memory
  int term_groups = 1;          // groups that share the terms of their columns
  int column_min_blocks = 2;    // groups that share a multiprocessor
  int row_teams = 2;            // of a group of the second kernel
  int row_stages = 2;           // tiles of terms in its local memory
  int row_blocks = 1;           // of 32 columns of such a tile
  int row_min_blocks = 1;       // groups of it that share a multiprocessor
  int launch_height = 1 << 20;  // output rows of one launch; scratch holds no more
  int repair_groups = 1;        // that share the pixels that fail
  int repair_height = 16;       // warps of such a group
  int repair_taps = 1;          // of an item, which are loaded together
  int repair_pixels = 1 << 30;  // of one launch

  void each(const auto& visit) const {
    tile.each(visit);
    visit("channels", channels);
    visit("column_teams", column_teams);
    visit("tile_blocks", tile_blocks);
    visit("term_groups", term_groups);
    visit("column_min_blocks", column_min_blocks);
    visit("row_teams", row_teams);
    visit("row_stages", row_stages);
    visit("row_blocks", row_blocks);
    visit("row_min_blocks", row_min_blocks);
    visit("launch_height", launch_height);
    visit("repair_groups", repair_groups);
    visit("repair_height", repair_height);
    visit("repair_taps", repair_taps);
    visit("repair_pixels", repair_pixels);
  }
  friend bool operator==(const FourierGpuTuning&, const FourierGpuTuning&) = default;
};

}  // namespace selvage
