// SPDX-License-Identifier: Apache-2.0
#pragma once
// Cuts a rectangle of a batch into tiles, the tasks of a runner.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <mutex>

#include "backends/cpu/executor.hpp"
#include "planner/tuning.hpp"
#include "selvage/engine.hpp"
#include "selvage/error.hpp"

namespace selvage::cpu {

// Returns image b of a batch, or the single image that serves all of it; empty if there is none.
inline ConstImageView image_of_batch(const ConstImageView& view, int b) {
  return view ? view.image(view.batch > 1 ? b : 0) : view;
}

// Throws Error{cancelled} if the caller asked for it.
inline void stop_if_asked(const Controls& controls) {
  if (controls.cancel.stop_requested()) throw Error(Errc::cancelled, "cancelled");
}

// Reports progress to the caller. Any worker may call it; calls are serialised.
class Progress {
 public:
  Progress(const Controls& controls, std::int64_t tiles) : controls_(controls), tiles_(tiles) {}

  void tile_done() {
    if (!controls_.progress) return;
    const std::scoped_lock lock(mutex_);
    controls_.progress(static_cast<double>(++done_) / static_cast<double>(tiles_));
  }

 private:
  const Controls& controls_;
  std::mutex mutex_;
  std::int64_t tiles_, done_ = 0;
};

// All tiles of a batch: through the slices, then left to right, then down, then through the batch.
class TileTasks {
 public:
  // Throws Error{limit} for more than 2^31 - 1 tiles.
  TileTasks(const Tile& tile, int width, int height, int batch, int slices = 1)
      : width_(width),
        height_(height),
        tile_width_(tile.width),
        tile_height_(tile.height),
        across_(tiles_along(width, tile_width_)),
        down_(tiles_along(height, tile_height_)),
        slices_(slices) {
    std::int64_t tiles = 0;
    if (__builtin_mul_overflow(across_ * down_, slices_, &tiles) ||
        __builtin_mul_overflow(tiles, batch, &tiles) || tiles > std::numeric_limits<int>::max())
      throw Error(Errc::limit, "the image is cut into too many tiles",
                  "filter it in regions, or split the batch");
    count_ = static_cast<int>(tiles);
  }

  int count() const { return count_; }
  int image(int tile) const { return static_cast<int>(tile / (across_ * down_) / slices_); }
  int slice(int tile) const { return static_cast<int>(tile % slices_); }
  Rect rect(int tile) const {
    const std::int64_t place = tile / slices_;
    const int x = static_cast<int>(place % across_) * tile_width_;
    const int y = static_cast<int>(place / across_ % down_) * tile_height_;
    return {x, y, std::min(tile_width_, width_ - x), std::min(tile_height_, height_ - y)};
  }

 private:
  static std::int64_t tiles_along(int length, int tile) {
    return (std::int64_t{length} + tile - 1) / tile;
  }

  int width_, height_, tile_width_, tile_height_;
  std::int64_t across_, down_, slices_;
  int count_ = 0;
};

}  // namespace selvage::cpu
