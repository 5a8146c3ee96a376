// SPDX-License-Identifier: Apache-2.0
#pragma once
// Cuts what is to be computed into tiles, and runs them.

#include <functional>

#include "backends/cpu/tile_tasks.hpp"

namespace selvage::cpu {

// A piece of work.
struct TileRun {
  Rect rect;       // in the whole image's coordinates
  int batch = 0;   // the image
  int worker = 0;  // TaskRunner's
};

// Calls `run` for each tile of frame.compute of each image; looks at the controls before each tile
// and tells progress after it.
void run_tiles(TaskRunner& runner, const Frame& frame, int batch, const Tuning& tuning,
               const Controls& controls, const std::function<void(const TileRun&)>& run);

// Whether an image is so large that writing it would push all else out of a core's caches.
inline bool is_large(const ConstImageView& image) {
  constexpr double largest = 4 << 20;  // bytes
  return 1.0 * image.width * image.height * image.channels * image.batch *
             static_cast<double>(sample_bytes(image.type)) >=
         largest;
}

}  // namespace selvage::cpu
