// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tiles that are copied to a GPU and back: their size, memory and time.

#include <cstddef>
#include <functional>

#include "core/checked.hpp"
#include "filters/problem.hpp"
#include "planner/candidate.hpp"

namespace selvage::planner {

// The tiles on their way at a time: one is uploaded, one is computed, one is downloaded.
inline constexpr std::size_t tiles_in_flight = 3;

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

// The most slices of a tile with its halo: CUDA's limit on groups in z.
inline constexpr std::size_t most_slices = 65535;

// Returns the slices that a tile computes; 1 for an image without depth.
int slices_of(const Problem& problem, const Tile& tile);
// Returns the slices of the input; 1 for an image without depth.
std::size_t slices_held(const Problem& problem);
// Returns the slices that a tile holds, with its halo.
std::size_t slices_held(const Problem& problem, const Tile& tile);

// Returns bands of full width if memory allows for tiles_in_flight of them. Large images are cut,
// so that copies and kernels overlap, but not so low that the halo costs more than it hides. A tile
// has all slices unless memory is too small, or they are more than most_slices.
// `row_bytes` counts a row's input, `device_bytes` a tile.
Tile cut_tiles(const Problem& problem, const GpuFacts& gpu, std::size_t row_bytes,
               const std::function<std::size_t(const Tile&)>& device_bytes);

// Shrinks the group to the device's limit.
void shrink_group(WorkGroup& group, const GpuFacts& gpu);

// Returns the instructions that the work-items of a GPU can issue in a second.
double instructions_per_second(const GpuFacts& gpu);

// Returns the rows of one launch, so that it is short enough.
int launch_rows(double row_seconds);

// Returns the number of tiles that the result is cut into, and how many are in flight at a time.
std::size_t tile_count(const Problem& problem, const Tile& tile);
std::size_t slot_count(const Problem& problem, const Tile& tile);

// What a run copies to the device and back, bytes.
struct Transfer {
  double in = 0.0, out = 0.0;
  std::size_t tiles = 1;
};
Transfer transfer_of(const Problem& problem, const PixelBytes& pixel, const Tile& tile);
// Returns the time of a run whose kernels take `kernel_seconds`: the slowest of the host's copies,
// the bus and the kernels hides the others, except in the first and the last tile.
double run_seconds(const GpuFacts& gpu, const Transfer& transfer, double kernel_seconds);

// Returns the most threads that are worth copying with.
int staging_threads(int allowed);

std::size_t tile_device_bytes(const Problem& problem, const PixelBytes& pixel, const Tile& tile);
ScratchBytes tile_scratch(const Problem& problem, const PixelBytes& pixel, const Tile& tile);

}  // namespace selvage::planner
