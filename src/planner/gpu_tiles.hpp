// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tiles that are copied to a GPU and back: their size, memory and time.

#include <cstddef>
#include <functional>

#include "core/checked.hpp"
#include "filters/problem.hpp"
#include "planner/candidate.hpp"

namespace selvage::planner {

// Bytes for each pixel.
struct PixelBytes {
  std::size_t in = 0, out = 0;  // copied bytes
  std::size_t between = 0;      // further bytes on the device
};

// A tile with its halo, clipped to the image.
struct TileSides {
  std::size_t width = 0, height = 0;

  std::size_t pixels() const { return checked_mul(width, height); }
};
TileSides with_halo(const Problem& problem, const Tile& tile);

// Returns bands of full width if memory allows; two are on the device at a time. Large images are
// cut into several, so that copies and kernels overlap, but not so low that the halo costs more
// than it hides. `row_bytes` counts a row's input, `device_bytes` a tile.
Tile cut_tiles(const Problem& problem, const GpuFacts& gpu, std::size_t row_bytes,
               const std::function<std::size_t(const Tile&)>& device_bytes);

// Shrinks the group to the device's limit.
void shrink_group(WorkGroup& group, const GpuFacts& gpu);

// Returns the rows of one launch, so that it is short enough.
int launch_rows(double row_seconds);

// Returns the bytes per second copied to and from the device.
double copied_per_second(const GpuFacts& gpu);
double copy_seconds(const Problem& problem, const GpuFacts& gpu, const PixelBytes& pixel);
std::size_t tile_device_bytes(const Problem& problem, const PixelBytes& pixel, const Tile& tile);
ScratchBytes tile_scratch(const Problem& problem, const PixelBytes& pixel, const Tile& tile);

}  // namespace selvage::planner
