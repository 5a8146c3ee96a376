// SPDX-License-Identifier: Apache-2.0
// Candidate "local_linear": guided filters by sums over windows [he2013].
//   one task -> a tile, row by row: products of guide and values, their sums over windows, models,
//               sums of these, results
// A tile reads 2 radius pixels around it. Its rows of sums stay in the caches.

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/kernel.hpp"
#include "backends/cpu/tile_runs.hpp"
#include "methods/local_linear/cpu/enlarging_kernel.hpp"
#include "methods/local_linear/cpu/linear_results.hpp"
#include "methods/local_linear/cpu/means_between.hpp"

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

class LocalLinearKernel final : public Kernel {
 public:
  LocalLinearKernel(const Problem& problem, const Tile& tile, const ExecutionContext& context)
      : filter_(std::get<Guided>(problem.filter)),
        tile_(tile),
        shape_(problem, tile),
        loops_(linear_loops(context.simd.target)),
        loader_(problem, shape_.planes, loops_),
        halo_(guided_halo(filter_)),
        runner_(context.runner) {
    for (int i = 0; i < context.threads; ++i)
      workers_.push_back(std::make_unique<Worker>(problem, shape_, loops_));
  }

  void run(const Inputs& inputs, const Outputs& outputs, const Frame& frame,
           const Controls& controls) override {
    const Rect& c = frame.compute;
    run_tiles(runner_, frame, inputs.image.batch, tile_, controls, [&](const TileRun& t) {
      const Source source{.image = inputs.image.image(t.batch),
                          .mask = image_of_batch(inputs.mask, t.batch),
                          .frame = frame,
                          .guide = image_of_batch(inputs.guide, t.batch)};
      const Rect there{t.rect.x - c.x, t.rect.y - c.y, t.rect.width, t.rect.height};
      const Job job{source, t.rect, outputs.image.image(t.batch).region(there), controls};
      Worker& w = *workers_[static_cast<std::size_t>(t.worker)];
      if (!shape_.fitting.between)
        filter_tile(job, w);
      else
        filter_coarsely(job, w);
    });
  }

 private:
  // One tile.
  struct Job {
    const Source& source;
    Rect rect;  // in the whole image's coordinates
    ImageView target;
    const Controls& controls;
  };
  struct Worker {
    Worker(const Problem& problem, const LocalLinearShape& shape, const LinearLoops& loops)
        : means(problem, shape, loops), room(shape.pixels), results(shape, loops) {
      if (shape.fitting.between) between.emplace(shape);
    }

    GridMeans means;
    std::optional<MeansBetween> between;  // with a subsample
    LinearRoom room;
    LinearResults results;
  };

  void filter_tile(const Job& job, Worker& w) const {
    const bool shrinks = filter_.border == Border::shrink || filter_.border == Border::copy;
    const bool all =
        shape_.planes.counted && !shrinks && w.means.all_valid(job.source, job.rect, loader_);
    const LinearPlanes planes = all ? shape_.planes.uncounted() : shape_.planes;
    w.means.run(job.source, job.rect, loader_, planes, [&](int y, const double* sums) {
      stop_if_asked(job.controls);
      const double window = 1.0 * shape_.window * shape_.window;
      emit(job, y, {planes, sums, shape_.means, 1.0 / window}, w);
    });
  }

  // Computes models on the grid, and those of other pixels between them.
  void filter_coarsely(const Job& job, Worker& w) const {
    const Source grid = grid_of(job.source, filter_.subsample);
    w.between->run(w.means, grid, loader_, job.rect, [&](int y, const double* models) {
      stop_if_asked(job.controls);
      emit(job, y, {shape_.planes, models, shape_.pixels, 1.0}, w);
    });
  }

  // Writes row y of the tile from sums of models around its pixels.
  void emit(const Job& job, int y, LinearRow row, Worker& w) const {
    const Rect& rect = job.rect;
    const Frame& frame = job.source.frame;
    row.all = loader_.load(job.source, rect.x, y, rect.width, w.room, row.planes.counted);
    row.last = rect.width;
    row.from = job.source.image.region({rect.x - frame.x, y - frame.y, rect.width, 1});
    row.to = job.target.region({0, y - rect.y, rect.width, 1});
    if (filter_.border == Border::copy) {
      const bool leaves = y < halo_ || y + halo_ >= frame.height;
      row.first = halo_ - rect.x;
      row.last = leaves ? 0 : frame.width - halo_ - rect.x;
    }
    w.results.write(row, w.room, loader_);
  }

  Guided filter_;
  Tile tile_;
  LocalLinearShape shape_;
  LinearLoops loops_;
  LinearLoader loader_;
  int halo_;
  TaskRunner& runner_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace

Factory make_local_linear;

std::unique_ptr<Pipeline> make_local_linear(const planner::Decision& decision, const Frame& frame,
                                            const ExecutionContext& context) {
  const Problem& problem = decision.problem;
  const Tile tile = decision.offer.tuning.tile();
  return make_pipeline(decision, frame, [&](const Pass&) -> std::shared_ptr<Kernel> {
    if (upsamples(problem.filter)) return make_enlarging_kernel(problem, tile, context);
    return std::make_shared<LocalLinearKernel>(problem, tile, context);
  });
}

}  // namespace selvage::cpu
