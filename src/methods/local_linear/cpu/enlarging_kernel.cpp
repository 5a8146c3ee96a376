// SPDX-License-Identifier: Apache-2.0
//   first      the guide's pixels at the centres of the small image's, as a small guide
//   one task   a tile of the result: means of models of the small image, those between them,
//   results
#include "methods/local_linear/cpu/enlarging_kernel.hpp"

#include <cstring>
#include <vector>

#include "backends/cpu/tile_runs.hpp"
#include "core/checked.hpp"
#include "methods/local_linear/cpu/linear_results.hpp"
#include "methods/local_linear/cpu/means_between.hpp"

namespace selvage::cpu {
namespace {

class EnlargingKernel final : public Kernel {
 public:
  EnlargingKernel(const Problem& problem, const Tile& tile, const ExecutionContext& context)
      : tile_(tile),
        shape_(problem, tile),
        loops_(linear_loops(context.simd.target)),
        loader_(problem, shape_.planes, loops_),
        holes_(problem.mask || shape_.fitting.filter.invalid || !is_integer(problem.type)),
        small_guide_(small_guide_bytes(problem)),
        runner_(context.runner) {
    for (int i = 0; i < context.threads; ++i)
      workers_.push_back(std::make_unique<Worker>(problem, shape_, loops_));
  }

  void run(const Inputs& inputs, const Outputs& outputs, const Frame& frame,
           const Controls& controls) override {
    const ConstImageView small_guide = shrink(inputs.guide, controls);
    const Rect& c = frame.compute;
    run_tiles(runner_, frame, inputs.image.batch, tile_, controls, [&](const TileRun& t) {
      const ConstImageView image = inputs.image.image(t.batch);
      const Source small{.image = image,
                         .mask = image_of_batch(inputs.mask, t.batch),
                         .frame = Frame::whole(image.width, image.height),
                         .guide = image_of_batch(small_guide, t.batch)};
      const Source large{
          .image = {}, .mask = {}, .frame = frame, .guide = image_of_batch(inputs.guide, t.batch)};
      const Rect there{t.rect.x - c.x, t.rect.y - c.y, t.rect.width, t.rect.height};
      filter_tile({small, large, t.rect, outputs.image.image(t.batch).region(there), controls},
                  *workers_[static_cast<std::size_t>(t.worker)]);
    });
  }

 private:
  // One tile.
  struct Job {
    const Source &small, &large;
    Rect rect;  // of the result
    ImageView target;
    const Controls& controls;
  };
  struct Worker {
    Worker(const Problem& problem, const LocalLinearShape& shape, const LinearLoops& loops)
        : means(problem, shape, loops),
          between(shape, loops),
          small(shape.loaded),
          room(shape.pixels),
          results(shape, loops),
          columns(checked_mul(1, shape.pixels)),
          held(checked_mul(shape.pixels, problem.channels, sample_bytes(problem.type))) {}

    GridMeans means;
    MeansBetween between;
    LinearRoom small;  // a row of the small image
    LinearRoom room;   // a row of the guide
    LinearResults results;
    std::vector<int> columns;     // of the small pixel that holds each of the tile's
    std::vector<std::byte> held;  // the small pixels' samples, at the tile's pixels
    int row = -1;                 // of the small image, which `held` and `room.valid` follow
    bool all = true;              // the held pixels are valid
  };

  // Copies the guide's pixels at the centres of the small image's pixels.
  ConstImageView shrink(const ConstImageView& guide, const Controls& controls) {
    const UpsampleAxis &columns = shape_.fitting.columns, &rows = shape_.fitting.rows;
    ConstImageView shape = interleaved(static_cast<const void*>(small_guide_.data()), guide.type,
                                       columns.small, rows.small, guide.channels);
    shape.alpha = guide.alpha;
    shape.batch = guide.batch;
    shape.stride = interleaved_strides(guide.type, columns.small, rows.small, guide.channels);
    const std::size_t sample = sample_bytes(guide.type);
    runner_.run(rows.small * guide.batch, [&](int task, int) {
      stop_if_asked(controls);
      const int batch = task / rows.small, y = task % rows.small;
      const ConstImageView from = guide.image(batch);
      std::byte* to = small_guide_.data() + batch * shape.stride.batch + y * shape.stride.row;
      for (int x = 0; x < columns.small; ++x)
        for (int c = 0; c < guide.channels; ++c, to += sample)
          std::memcpy(to, from.at(columns.centre(x), rows.centre(y), c), sample);
    });
    return shape;
  }

  void filter_tile(const Job& job, Worker& w) const {
    for (int i = 0; i < job.rect.width; ++i)
      w.columns[static_cast<std::size_t>(i)] = shape_.fitting.columns.holder(job.rect.x + i);
    w.row = -1;
    w.between.run(w.means, job.small, loader_, job.rect, [&](int y, const double* models) {
      stop_if_asked(job.controls);
      emit(job, y, models, w);
    });
  }

  void emit(const Job& job, int y, const double* models, Worker& w) const {
    const Rect& rect = job.rect;
    const bool guided = loader_.load_guide(job.large, rect.x, y, rect.width, w.room);
    hold(job, shape_.fitting.rows.holder(y), w);
    if (!guided || !w.all) join(rect.width, w);
    w.results.write({.planes = shape_.planes,
                     .models = models,
                     .stride = shape_.pixels,
                     .all = guided && w.all,
                     .last = rect.width,
                     .from = interleaved(static_cast<const void*>(w.held.data()), job.target.type,
                                         rect.width, 1, job.target.channels),
                     .to = job.target.region({0, y - rect.y, rect.width, 1})},
                    w.room, loader_);
  }

  // Fetches the small pixels of a row that hold the tile's, and their validity.
  void hold(const Job& job, int row, Worker& w) const {
    if (row == w.row) return;
    w.row = row;
    const ConstImageView& image = job.small.image;
    const std::size_t sample = sample_bytes(image.type);
    std::byte* to = w.held.data();
    for (int i = 0; i < job.rect.width; ++i)
      for (int c = 0; c < image.channels; ++c, to += sample)
        std::memcpy(to, image.at(w.columns[static_cast<std::size_t>(i)], row, c), sample);
    if (!holes_) return;
    const int first = w.columns.front();
    const int last = w.columns[static_cast<std::size_t>(job.rect.width - 1)];
    w.all = loader_.load_image(job.small, first, row, last - first + 1, w.small);
  }

  // Marks the pixels that are valid in the image and in the guide.
  void join(int pixels, Worker& w) const {
    std::uint8_t* const valid = w.room.valid.data();
    for (int i = 0; i < pixels; ++i) {
      valid[i] = w.room.guide_valid.data()[i];
      if (!w.all)
        valid[i] &= w.small.valid.data()[w.columns[static_cast<std::size_t>(i)] - w.columns[0]];
    }
  }

  Tile tile_;
  LocalLinearShape shape_;
  LinearLoops loops_;
  LinearLoader loader_;
  bool holes_;                          // the image may have invalid pixels
  std::vector<std::byte> small_guide_;  // interleaved, of the whole batch
  TaskRunner& runner_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace

std::unique_ptr<Kernel> make_enlarging_kernel(const Problem& problem, const Tile& tile,
                                              const ExecutionContext& context) {
  return std::make_unique<EnlargingKernel>(problem, tile, context);
}

}  // namespace selvage::cpu
