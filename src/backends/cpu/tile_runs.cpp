// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/tile_runs.hpp"

#include <algorithm>

namespace selvage::cpu {
namespace {

// A task is several slices of a tile, whose worker may keep the slices of a window. Each thread has
// some tasks, so that none waits long for the others.
int slices_of_task(int tiles, int slices, int threads) {
  constexpr int tasks_of_thread = 4;
  return std::clamp(tiles / (tasks_of_thread * threads), 1, slices);
}

}  // namespace

void run_tiles(TaskRunner& runner, const Frame& frame, int batch, const Tile& tile,
               const Controls& controls, const std::function<void(const TileRun&)>& run) {
  const Rect& c = frame.compute;
  const TileTasks tasks(tile, c.width, c.height, batch, frame.slices.count);
  Progress progress(controls, tasks.count());
  // Tiles that follow one another are those of neighbouring slices.
  const int slices = std::max(frame.slices.count, 1);
  const int length = slices_of_task(tasks.count(), slices, runner.threads());
  const int runs = (slices + length - 1) / length;  // of a place
  runner.run(tasks.count() / slices * runs, [&](int task, int worker) {
    const int first = task % runs * length, last = std::min(first + length, slices);
    for (int slice = first; slice < last; ++slice) {
      stop_if_asked(controls);
      const int tile_index = task / runs * slices + slice;
      Rect rect = tasks.rect(tile_index);
      rect.x += c.x;
      rect.y += c.y;
      run({.rect = rect,
           .batch = tasks.image(tile_index),
           .slice = frame.slices.first + tasks.slice(tile_index),
           .worker = worker});
      progress.tile_done();
    }
  });
}

}  // namespace selvage::cpu
