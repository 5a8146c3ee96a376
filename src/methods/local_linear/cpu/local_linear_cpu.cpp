// SPDX-License-Identifier: Apache-2.0
// Candidate "local_linear": guided filters by sums over windows [he2013].
//   one task -> a tile, row by row: products of guide and values, their sums over windows, models,
//               sums of these, results
// A tile reads 2 radius pixels around it. Its rows of sums stay in the caches.

#include <memory>
#include <vector>

#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/kernel.hpp"
#include "backends/cpu/tile_runs.hpp"
#include "methods/local_linear/cpu/enlarging_kernel.hpp"
#include "methods/local_linear/cpu/linear_tile.hpp"

namespace selvage::cpu {
namespace {

class LocalLinearKernel final : public Kernel {
 public:
  LocalLinearKernel(const Problem& problem, const Tile& tile, const ExecutionContext& context)
      : tile_(tile),
        tiles_(problem, tile, linear_loops(context.simd.target)),
        runner_(context.runner) {
    for (int i = 0; i < context.threads; ++i)
      workers_.push_back(std::make_unique<LinearTiles::Worker>(tiles_));
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
      tiles_.filter({source, t.rect, outputs.image.image(t.batch).region(there), controls},
                    *workers_[static_cast<std::size_t>(t.worker)]);
    });
  }

 private:
  Tile tile_;
  LinearTiles tiles_;
  TaskRunner& runner_;
  std::vector<std::unique_ptr<LinearTiles::Worker>> workers_;
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
