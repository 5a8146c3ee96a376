// SPDX-License-Identifier: Apache-2.0
// Candidate "local_linear_int32": guided filters of bytes by sliding sums of whole numbers.
//   one task -> a tile, row by row: column sums, models in fixed point, results (int32_loops.cpp)
// Sums are exact, so a row is added to the columns and the oldest is subtracted. A tile reads 2
// radius pixels around it.

#include <algorithm>
#include <memory>
#include <vector>

#include "backends/cpu/aligned_numbers.hpp"
#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/images/sample_rows.hpp"
#include "backends/cpu/images/tile_loader.hpp"
#include "backends/cpu/kernel.hpp"
#include "backends/cpu/tile_runs.hpp"
#include "core/checked.hpp"
#include "core/samples.hpp"
#include "methods/local_linear/cpu/int32_loops.hpp"
#include "methods/local_linear/cpu/linear_loops.hpp"
#include "methods/local_linear/cpu/linear_tile.hpp"
#include "methods/local_linear/cpu/result_store.hpp"
#include "methods/local_linear/int32_shape.hpp"

namespace selvage::cpu {
namespace {

SampleRows<float> byte_rows(const Problem& problem, int channels, const VectorRows& vectors) {
  const float value = fitting_filter(problem.filter).border_value;
  return {PixelType::u8, channels,
          static_cast<float>(stored_value(value, PixelType::u8, PixelType::u8)), vectors};
}

int channels_of_guide(const Problem& problem) {
  return problem.shapes.guide.width > 0 ? problem.shapes.guide.channels : problem.channels;
}

class Int32Kernel final : public Kernel {
 public:
  Int32Kernel(const Problem& problem, const Tile& tile, const ExecutionContext& context)
      : filter_(fitting_filter(problem.filter)),
        tile_(tile),
        shape_(problem, tile),
        scale_(problem),
        loops_(int32_loops(context.simd.target)),
        stores_(linear_loops(context.simd.target)),
        image_(byte_rows(problem, problem.channels, loops_.vectors)),
        guide_(byte_rows(problem, channels_of_guide(problem), loops_.vectors)),
        runner_(context.runner) {
    for (int i = 0; i < context.threads; ++i) workers_.push_back(std::make_unique<Worker>(shape_));
  }

  void run(const Inputs& inputs, const Outputs& outputs, const Frame& frame,
           const Controls& controls) override {
    const Rect& c = frame.compute;
    run_tiles(runner_, frame, inputs.image.batch, tile_, controls, [&](const TileRun& t) {
      const Source source{.image = inputs.image.image(t.batch),
                          .mask = {},
                          .frame = frame,
                          .guide = image_of_batch(inputs.guide, t.batch)};
      const Rect there{t.rect.x - c.x, t.rect.y - c.y, t.rect.width, t.rect.height};
      filter_tile({source, t.rect, outputs.image.image(t.batch).region(there), controls},
                  *workers_[static_cast<std::size_t>(t.worker)]);
    });
  }

 private:
  using Wholes = AlignedNumbers<std::int32_t>;
  struct Worker {
    explicit Worker(const Int32Shape& s)
        : staging(checked_mul(4, s.loaded)),
          pixels(checked_mul(s.rows(), s.loaded_planes(), s.loaded)),
          columns(checked_mul(s.planes.pixel_planes(), s.loaded)),
          models(checked_mul(s.rows(), s.planes.model_planes(), s.models)),
          model_columns(checked_mul(s.planes.model_planes(), s.models)),
          results(checked_mul(s.planes.values, s.means)) {}

    AlignedNumbers<float> staging;
    AlignedNumbers<std::int16_t> pixels;  // [rows][loaded_planes][loaded], the last row zeros
    Wholes columns;
    Wholes models;  // [rows][model_planes][models], the last row zeros
    Wholes model_columns;
    AlignedNumbers<float> results;
  };

  std::int16_t* pixel_row(Worker& w, int i) const {
    return w.pixels.data() + shape_.pixels_before(i);
  }
  std::int32_t* model_row(Worker& w, int i) const {
    return w.models.data() + shape_.models_before(i);
  }

  void filter_tile(const LinearTileJob& job, Worker& w) const {
    const int r = shape_.radius, rows = job.rect.height + 4 * r;
    w.columns.clear();
    w.model_columns.clear();
    for (int i = 0; i < rows; ++i) {
      stop_if_asked(job.controls);
      load(job, i, w);
      step(job.rect.width, i, w);
      if (i >= 4 * r) store(job, i - 4 * r, w);
    }
  }

  // Loads row i of the tile's surroundings.
  void load(const LinearTileJob& job, int i, Worker& w) const {
    const int r = shape_.radius, loaded = job.rect.width + 4 * r;
    const Frame& frame = job.source.frame;
    const RowSpan span{frame, filter_.border, job.rect.x - 2 * r, loaded,
                       border_index(std::int64_t{job.rect.y} - std::int64_t{2} * r + i,
                                    frame.height, filter_.border)};
    std::int16_t* const row = pixel_row(w, i);
    const LinearPlanes& p = shape_.planes;
    float* const staging = w.staging.data();
    image_.load(job.source.image, span, p.values, 1.0f, staging, shape_.loaded);
    int next = 0;
    const auto put = [&](int first, int count) {
      for (int c = first; c < first + count; ++c, ++next)
        loops_.subtract(staging + c * shape_.loaded, loaded, byte_centre,
                        row + next * shape_.loaded);
    };
    if (p.own) {
      put(0, p.values);
    } else {
      next = p.guides;
      put(0, p.values);
      next = 0;
      guide_.load(job.source.guide, span, p.guides, 1.0f, staging, shape_.loaded);
      put(0, p.guides);
    }
  }

  // Adds row i to the columns, fits the models of the windows that it completes, and computes the
  // results that these complete.
  void step(int width, int i, Worker& w) const {
    const int r = shape_.radius;
    const double window = 1.0 * shape_.window * shape_.window;
    Int32RowJob job{.planes = shape_.planes,
                    .window = shape_.window,
                    .pixels = width + 4 * r,
                    .newest = pixel_row(w, i),
                    .oldest = pixel_row(w, i - shape_.window),
                    .stride = shape_.loaded,
                    .columns = w.columns.data() + Int32Shape::before,
                    .reciprocal = 1.0 / window,
                    .epsilon = double{filter_.epsilon} * 255.0 * 255.0,
                    .guide_centre = byte_centre,
                    .value_centre = byte_centre,
                    .a_scale = scale_.a,
                    .b_scale = scale_.b,
                    .model_columns = w.model_columns.data() + Int32Shape::before,
                    .model_stride = shape_.models,
                    .a_factor = static_cast<float>(1.0 / (window * scale_.a)),
                    .b_factor = static_cast<float>(1.0 / (window * scale_.b)),
                    .out = w.results.data(),
                    .out_stride = shape_.means};
    if (i >= 2 * r) {
      const int model = i - 2 * r;
      job.fitted = width + 2 * r;
      job.newest_models = model_row(w, model);
      job.oldest_models = model_row(w, model - shape_.window);
    }
    if (i >= 4 * r) {
      job.results = width;
      job.guide = pixel_row(w, i - 2 * r) + std::ptrdiff_t{2} * r;
    }
    loops_.row(job);
  }

  // Writes row y of the tile.
  void store(const LinearTileJob& job, int y, Worker& w) const {
    const int width = job.rect.width;
    const Frame& frame = job.source.frame;
    const Rect here{job.rect.x - frame.x, job.rect.y + y - frame.y, width, 1};
    store_results({.from = job.source.image.region(here),
                   .to = job.target.region({0, y, width, 1}),
                   .results = w.results.data(),
                   .stride = shape_.means,
                   .values = shape_.planes.values},
                  stores_);
  }

  Guided filter_;
  Tile tile_;
  Int32Shape shape_;
  ModelScale scale_;
  Int32Loops loops_;
  LinearLoops stores_;
  SampleRows<float> image_, guide_;
  TaskRunner& runner_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace

Factory make_local_linear_int32;

std::unique_ptr<Pipeline> make_local_linear_int32(const planner::Decision& decision,
                                                  const Frame& frame,
                                                  const ExecutionContext& context) {
  return make_pipeline(decision, frame, [&](const Pass&) {
    return std::make_shared<Int32Kernel>(decision.problem, decision.offer.tuning.tile(), context);
  });
}

}  // namespace selvage::cpu
