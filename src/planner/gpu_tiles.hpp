// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tiles that travel to a GPU and back: their size, memory and time.

#include <cstddef>
#include <functional>

#include "core/checked.hpp"
#include "core/problem.hpp"
#include "planner/catalogue.hpp"

namespace selvage::planner {

// Of one pixel.
struct PixelBytes {
  std::size_t in = 0, out = 0;  // what is copied
  std::size_t between = 0;      // what the device holds beside them
};

// A tile of Tuning's size with its halo, which ends where the image does.
struct TileSides {
  std::size_t width = 0, height = 0;

  std::size_t pixels() const { return checked_mul(width, height); }
};
TileSides with_halo(const Problem& problem, const Tuning& tuning);

// A band of full width where memory allows; two are on the device at a time. Large images are cut
// into several, so that copies and kernels overlap, but not so low that the halo costs more than it
// hides. `row_bytes`: of a row's input; `device_bytes`: of a tile. Writes Tuning::tile_width and
// tile_height.
void cut_tiles(const Problem& problem, const GpuFacts& gpu, std::size_t row_bytes,
               const std::function<std::size_t(const Tuning&)>& device_bytes, Tuning& tuning);

// Groups that the device can have.
void shrink_groups(Tuning& tuning, const GpuFacts& gpu);

// Rows that one launch may have, to last no longer than it should.
int launch_rows(double row_seconds);

// Bytes to and from the device.
double copied_per_second(const GpuFacts& gpu);
double copy_seconds(const Problem& problem, const GpuFacts& gpu, const PixelBytes& pixel);
std::size_t tile_device_bytes(const Problem& problem, const PixelBytes& pixel,
                              const Tuning& tuning);
ScratchBytes tile_scratch(const Problem& problem, const PixelBytes& pixel, const Tuning& tuning);

}  // namespace selvage::planner
