// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tuning of direct means over windows.

#include "planner/tuning.hpp"

namespace selvage {

// The tuning on the CPU.
struct DirectTuning {
  Tile tile = {};
  bool stream_rows = false;  // the tile with its halo is too large, so rows are loaded as needed

  void each(const auto& visit) const {
    tile.each(visit);
    visit("stream_rows", stream_rows ? 1 : 0);
  }
  friend bool operator==(const DirectTuning&, const DirectTuning&) = default;
};

// How a GPU kernel adds up its taps.
enum class Summation {
  flat,     // one sum for all taps
  columns,  // one sum for each column of the window, then their sum
  blocks,   // summation blocks of a few taps, added by Kahan's sum
};

// The kernel that computes a mean on a GPU.
enum class DirectLoop {
  plain,   // bilateral_plain: every pixel reads its taps from the image
  tile,    // bilateral_tile: from a tile in local memory
  tensor,  // bilateral_tensor: by products of matrices of halves
};

// The tuning on GPUs.
struct DirectGpuTuning {
  Tile tile = {};
  WorkGroup group = {};
  int launch_height = 1 << 20;  // output rows of one launch
  DirectLoop loop = DirectLoop::tile;
  bool wide = false;                 // each pixel has four words in local memory
  bool fixed_window = false;         // the window is a constant of the program (ADR 0040)
  Summation sums = Summation::flat;  //
  int block = 16;                    // taps of a summation block

  void each(const auto& visit) const {
    tile.each(visit);
    group.each(visit);
    visit("launch_height", launch_height);
    visit("loop", static_cast<int>(loop));
    visit("wide", wide ? 1 : 0);
    visit("fixed_window", fixed_window ? 1 : 0);
    visit("sums", static_cast<int>(sums));
    visit("block", block);
  }
  friend bool operator==(const DirectGpuTuning&, const DirectGpuTuning&) = default;
};

}  // namespace selvage
