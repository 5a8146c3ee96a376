// SPDX-License-Identifier: Apache-2.0
#pragma once
// Cuts the computed rectangle into tiles and runs them.

#include <functional>

#include "backends/cpu/tile_tasks.hpp"

namespace selvage::cpu {

// A unit of work: one tile.
struct TileRun {
  Rect rect;       // in the whole image's coordinates
  int batch = 0;   // the image
  int slice = 0;   // in the whole image's coordinates
  int worker = 0;  // the TaskRunner's
};

// Calls `run` for each tile of frame.compute of each of frame.slices of each image. Checks for
// cancellation before each tile and reports progress after it. Blocks.
void run_tiles(TaskRunner& runner, const Frame& frame, int batch, const Tile& tile,
               const Controls& controls, const std::function<void(const TileRun&)>& run);

// Returns whether an image is so large that writing it would evict everything else from a core's
// caches, those of `least` bytes.
inline bool is_large(const ConstImageView& image, double least = 4 << 20) {
  return 1.0 * image.width * image.height * image.channels * image.batch *
             static_cast<double>(sample_bytes(image.type)) >=
         least;
}

}  // namespace selvage::cpu
