// SPDX-License-Identifier: Apache-2.0
#pragma once
// What both kernels of a Fourier range kernel share: they filter tiles and store shifts of pixels.

#include <memory>

#include "backends/cpu/images/pixel_store.hpp"
#include "backends/cpu/images/tile_loader.hpp"
#include "backends/cpu/images/vector_rows.hpp"
#include "backends/cpu/kernel.hpp"
#include "backends/cpu/tile_runs.hpp"
#include "filters/problem.hpp"

namespace selvage::cpu {

// What a kernel is made from; `loops` are those of one instruction set.
template <class Loops>
struct LevelParts {
  Pass pass;
  Problem problem;
  Tile tile;
  Loops loops;
  VectorRows vectors;
};

template <class Loops>
class LevelKernel : public Kernel {
 public:
  void run(const Inputs& inputs, const Outputs& outputs, const Frame& frame,
           const Controls& controls) final {
    run_tiles(runner_, frame, inputs.image.batch, parts_.tile, controls, [&](const TileRun& t) {
      const Source source{inputs.image.image(t.batch), {}, frame};
      const Rect place{t.rect.x - frame.compute.x, t.rect.y - frame.compute.y, t.rect.width,
                       t.rect.height};
      filter(source, t.rect, outputs.image.image(t.batch).region(place), t.worker);
    });
  }

 protected:
  LevelKernel(const LevelParts<Loops>& parts, const ExecutionContext& context)
      : parts_(parts),
        step_(std::get<WindowMean>(parts.pass.step)),
        loader_(parts.pass, parts.problem, 1.0f, parts.vectors),
        runner_(context.runner) {}

  // Adds the shifts of a row of the tile to its pixels; each plane has its own, `plane` apart.
  void store(const Source& source, const Rect& rect, int row, const ImageView& target,
             const float* shifts, std::ptrdiff_t plane) const {
    const Rect here{rect.x - source.frame.x, rect.y + row - source.frame.y, rect.width, 1};
    store_row(StoreRow<float>{.from = source.image.region(here),
                              .to = target.region({0, row, rect.width, 1}),
                              .mean_offset = shifts,
                              .mean_plane = plane,
                              .vectors = parts_.vectors,
                              .averaged = loader_.layout().averaged});
  }

  LevelParts<Loops> parts_;
  WindowMean step_;
  TileLoader<float> loader_;

 private:
  virtual void filter(const Source& source, const Rect& rect, const ImageView& target,
                      int worker) = 0;

  TaskRunner& runner_;
};

}  // namespace selvage::cpu
