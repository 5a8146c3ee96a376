// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/tile_runs.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <mutex>

#include "selvage/error.hpp"

namespace selvage::cpu {
namespace {

int tiles_of(int length, int tile) {
  return static_cast<int>((std::int64_t{length} + tile - 1) / tile);
}

int checked_tiles(int across, int down, int batch) {
  std::int64_t tiles = std::int64_t{across} * down;
  if (__builtin_mul_overflow(tiles, batch, &tiles) || tiles > std::numeric_limits<int>::max())
    throw Error(Errc::limit, "the image is cut into too many tiles",
                "filter it in regions, or the batch in parts");
  return static_cast<int>(tiles);
}

}  // namespace

void stop_if_asked(const Controls& controls) {
  if (controls.cancel.stop_requested()) throw Error(Errc::cancelled, "cancelled");
}

void run_tiles(TaskRunner& runner, const Frame& frame, int batch, const Tuning& tuning,
               const Controls& controls, const std::function<void(const TileRun&)>& run) {
  const Rect& c = frame.compute;
  const int across = tiles_of(c.width, tuning.tile_width);
  const int down = tiles_of(c.height, tuning.tile_height);
  const int tiles = checked_tiles(across, down, batch);
  std::mutex telling;
  int done = 0;
  runner.run(tiles, [&](int tile, int worker) {
    stop_if_asked(controls);
    const int x = tile % across * tuning.tile_width;
    const int y = tile / across % down * tuning.tile_height;
    run({.rect = {c.x + x, c.y + y, std::min(tuning.tile_width, c.width - x),
                  std::min(tuning.tile_height, c.height - y)},
         .batch = tile / across / down,
         .worker = worker});
    if (!controls.progress) return;
    const std::scoped_lock lock(telling);
    controls.progress(static_cast<double>(++done) / tiles);
  });
}

}  // namespace selvage::cpu
