// SPDX-License-Identifier: Apache-2.0
#include "methods/local_linear/cpu/linear_tile.hpp"

#include <algorithm>

#include "backends/cpu/tile_tasks.hpp"

namespace selvage::cpu {
namespace {

// The pixels of the grid that a view holds, as a view.
ConstImageView grid_view(const ConstImageView& view, const Frame& frame, int step) {
  if (!view || step == 1) return view;
  const auto first = [&](int origin) { return (step - origin % step) % step; };
  ConstImageView grid = view;
  const int x = first(frame.x), y = first(frame.y);
  grid.width = std::max(0, (view.width - x + step - 1) / step);
  grid.height = std::max(0, (view.height - y + step - 1) / step);
  grid.data = view.data + x * view.stride.pixel + y * view.stride.row;
  grid.stride.pixel *= step;
  grid.stride.row *= step;
  return grid;
}

Source grid_of(const Source& source, int step) {
  Frame frame = source.frame;
  frame.width = grid_side(frame.width, step);
  frame.height = grid_side(frame.height, step);
  frame.x = (frame.x + step - 1) / step;
  frame.y = (frame.y + step - 1) / step;
  return {.image = grid_view(source.image, source.frame, step),
          .mask = grid_view(source.mask, source.frame, step),
          .frame = frame,
          .guide = grid_view(source.guide, source.frame, step)};
}

}  // namespace

LinearTiles::LinearTiles(const Problem& problem, const Tile& tile, const LinearLoops& loops)
    : problem_(problem),
      filter_(std::get<Guided>(problem.filter)),
      shape_(problem, tile),
      loops_(loops),
      loader_(problem, shape_.planes, loops_),
      halo_(guided_halo(filter_)) {}

LinearTiles::Worker::Worker(const LinearTiles& tiles)
    : means_(tiles.problem_, tiles.shape_, tiles.loops_),
      room_(tiles.shape_.pixels),
      results_(tiles.shape_, tiles.loops_) {
  if (tiles.shape_.fitting.between) between_.emplace(tiles.shape_, tiles.loops_);
}

void LinearTiles::filter(const LinearTileJob& job, Worker& w) const {
  if (shape_.fitting.between) return filter_coarsely(job, w);
  const bool shrinks = filter_.border == Border::shrink || filter_.border == Border::copy;
  const bool all =
      shape_.planes.counted && !shrinks && w.means_.all_valid(job.source, job.rect, loader_);
  const LinearPlanes planes = all ? shape_.planes.uncounted() : shape_.planes;
  w.means_.run(job.source, job.rect, loader_, planes, [&](int y, const double* sums) {
    stop_if_asked(job.controls);
    const double window = 1.0 * shape_.window * shape_.window;
    emit(job, y, {planes, sums, shape_.means, 1.0 / window}, w);
  });
}

// Computes models on the grid, and those of other pixels between them.
void LinearTiles::filter_coarsely(const LinearTileJob& job, Worker& w) const {
  const Source grid = grid_of(job.source, filter_.subsample);
  w.between_->run(w.means_, grid, loader_, job.rect, [&](int y, const double* models) {
    stop_if_asked(job.controls);
    emit(job, y, {shape_.planes, models, shape_.pixels, 1.0}, w);
  });
}

// Writes row y of the tile from sums of models around its pixels.
void LinearTiles::emit(const LinearTileJob& job, int y, LinearRow row, Worker& w) const {
  const Rect& rect = job.rect;
  const Frame& frame = job.source.frame;
  row.all = loader_.load(job.source, rect.x, y, rect.width, w.room_, row.planes.counted);
  row.last = rect.width;
  row.from = job.source.image.region({rect.x - frame.x, y - frame.y, rect.width, 1});
  row.to = job.target.region({0, y - rect.y, rect.width, 1});
  if (filter_.border == Border::copy) {
    const bool leaves = y < halo_ || y + halo_ >= frame.height;
    row.first = halo_ - rect.x;
    row.last = leaves ? 0 : frame.width - halo_ - rect.x;
  }
  w.results_.write(row, w.room_, loader_);
}

}  // namespace selvage::cpu
