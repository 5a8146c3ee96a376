// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tiles that travel to a GPU and back: their size, memory and time.

#include <cstddef>

#include "core/problem.hpp"
#include "planner/catalogue.hpp"

namespace selvage::planner {

// Of one pixel.
struct PixelBytes {
  std::size_t in = 0, out = 0;  // what is copied
  std::size_t between = 0;      // what the device holds beside them
};

// A band of full width where memory allows; two are on the device at a time. Large images are cut
// into several, so that copies and kernels overlap, but not so low that the halo costs more than it
// hides. Writes Tuning::tile_width and tile_height.
void cut_tiles(const Problem& problem, const GpuFacts& gpu, const PixelBytes& pixel,
               Tuning& tuning);

// Rows that one launch may have, to last no longer than it should.
int launch_rows(double row_seconds);

double copy_seconds(const Problem& problem, const GpuFacts& gpu, const PixelBytes& pixel);
ScratchBytes tile_scratch(const Problem& problem, const PixelBytes& pixel, const Tuning& tuning);

}  // namespace selvage::planner
