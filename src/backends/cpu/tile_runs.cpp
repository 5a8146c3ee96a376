// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/tile_runs.hpp"

namespace selvage::cpu {

void run_tiles(TaskRunner& runner, const Frame& frame, int batch, const Tile& tile,
               const Controls& controls, const std::function<void(const TileRun&)>& run) {
  const Rect& c = frame.compute;
  const TileTasks tasks(tile, c.width, c.height, batch, frame.slices.count);
  Progress progress(controls, tasks.count());
  runner.run(tasks.count(), [&](int task, int worker) {
    stop_if_asked(controls);
    Rect rect = tasks.rect(task);
    rect.x += c.x;
    rect.y += c.y;
    run({.rect = rect,
         .batch = tasks.image(task),
         .slice = frame.slices.first + tasks.slice(task),
         .worker = worker});
    progress.tile_done();
  });
}

}  // namespace selvage::cpu
