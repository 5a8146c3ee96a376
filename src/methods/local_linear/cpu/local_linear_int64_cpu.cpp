// SPDX-License-Identifier: Apache-2.0
// Candidate "local_linear_int64": guided filters by sliding sums in 64-bit fixed point.
//   one task -> a tile, row by row: column sums, models and results (int64_loops.cpp)
// Sums are exact, so a row is added to the columns and the oldest is subtracted. A tile reads 2
// radius pixels around it. Pixels that depend on floats which fixed point does not hold are
// computed in double precision: first the whole tile, then all other pixels of it in fixed point.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "backends/cpu/aligned_numbers.hpp"
#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/images/sample_rows.hpp"
#include "backends/cpu/images/tile_loader.hpp"
#include "backends/cpu/kernel.hpp"
#include "backends/cpu/tile_runs.hpp"
#include "core/checked.hpp"
#include "core/samples.hpp"
#include "methods/local_linear/cpu/int64_loops.hpp"
#include "methods/local_linear/cpu/linear_tile.hpp"
#include "methods/local_linear/cpu/range_rows.hpp"
#include "methods/local_linear/cpu/result_store.hpp"
#include "methods/local_linear/int64_shape.hpp"

namespace selvage::cpu {
namespace {

SampleRows<float> fixed_rows(const Problem& problem, PixelType type, int channels,
                             const VectorRows& vectors) {
  const float value = fitting_filter(problem.filter).border_value;
  return {type, channels, static_cast<float>(stored_value(value, type, type)), vectors};
}

// Returns the number whose sums with multiples of a unit, up to 2^51 of them, end with that unit.
double magic_of(double unit) {
  return 0x1.8p52 * unit;
}

class Int64Kernel final : public Kernel {
 public:
  Int64Kernel(const Problem& problem, const Tile& tile, const ExecutionContext& context)
      : border_(fitting_filter(problem.filter).border),
        tile_(tile),
        shape_(problem, tile),
        scale_(problem),
        loops_(int64_loops(context.simd.target)),
        stores_(linear_loops(context.simd.target)),
        given_(problem.shapes.guide.width > 0),
        image_(fixed_rows(problem, problem.type, problem.channels, loops_.vectors)),
        guide_(fixed_rows(problem, guide_type(problem),
                          given_ ? problem.shapes.guide.channels : problem.channels,
                          loops_.vectors)),
        unloaded_(!is_integer(problem.type) && problem.channels > shape_.planes.values),
        guide_unloaded_(given_ && !is_integer(guide_type(problem)) &&
                        problem.shapes.guide.channels > shape_.planes.guides),
        job_(first_job()),
        runner_(context.runner) {
    if (scale_.checks()) reals_.emplace(problem, tile, stores_);
    for (int i = 0; i < context.threads; ++i) workers_.push_back(std::make_unique<Worker>(*this));
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
  using Longs = AlignedNumbers<std::int64_t>;
  enum class Pixels { all, held };  // all of a tile, or those that fixed point holds
  struct Worker {
    explicit Worker(const Int64Kernel& k)
        : pixels(checked_mul(k.shape_.rows(), k.shape_.loaded_planes(), k.shape_.loaded)),
          valid(checked_mul(1, k.unloaded_ || k.guide_unloaded_ ? k.shape_.loaded : 0)),
          columns(checked_mul(k.shape_.planes.pixel_planes(), k.shape_.loaded)),
          models(checked_mul(k.shape_.rows(), k.shape_.planes.model_planes(), k.shape_.models)),
          model_columns(checked_mul(k.shape_.planes.model_planes(), k.shape_.models)),
          results(checked_mul(k.shape_.planes.values, k.shape_.means)),
          held(checked_mul(1, k.shape_.means)),
          ranges(k.scale_, 2 * k.shape_.window - 1, k.shape_.loaded, k.loops_) {
      if (k.reals_) real.emplace(*k.reals_);
      k.clear_last_rows(*this);
    }

    AlignedNumbers<float> pixels;  // [rows][loaded_planes][loaded], the last row zeros when scaled
    AlignedNumbers<std::uint8_t> valid;
    Longs columns;
    Longs models;  // [rows][model_planes][models], the last row zeros
    Longs model_columns;
    AlignedNumbers<float> results;
    AlignedNumbers<std::uint8_t> held;
    RangeRows ranges;
    std::optional<LinearTiles::Worker> real;
  };

  float* pixel_row(Worker& w, int i) const { return w.pixels.data() + shape_.pixels_before(i); }
  std::int64_t* model_row(Worker& w, int i) const {
    return w.models.data() + shape_.models_before(i);
  }

  Int64RowJob first_job() const {
    const LinearPlanes& p = shape_.planes;
    const double unit = std::exp2(-scale_.bits), window = 1.0 * shape_.window * shape_.window;
    return {.planes = p,
            .window = shape_.window,
            .guide_scale = scale_.guide,
            .scaled_centre = scale_.guide_centre,
            .guide_magic = magic_of(unit),
            .value_magic = magic_of(unit / scale_.value),
            .stride = shape_.loaded,
            .reciprocal = unit / window,
            .epsilon = scale_.epsilon,
            .guide_centre = scale_.guide_centre,
            .a_scale = 1.0 / scale_.a_unit,
            .b_scale = 1.0 / scale_.b_unit,
            .model_magic = magic_of(1.0),
            .model_stride = shape_.models,
            .a_factor = scale_.a_unit / window,
            .b_factor = scale_.b_unit / window,
            .own_factor = 1.0 / scale_.guide,
            .value_factor = 1.0 / scale_.value,
            .out_stride = shape_.means};
  }

  void clear_last_rows(Worker& w) const {
    const LinearPlanes& p = shape_.planes;
    float* const pixels = pixel_row(w, -1);
    std::fill_n(pixels, p.guides * shape_.loaded,
                static_cast<float>(scale_.guide_centre / scale_.guide));
    std::fill_n(model_row(w, -1), p.model_planes() * shape_.models,
                std::bit_cast<std::int64_t>(magic_of(1.0)));
  }

  void filter_tile(const LinearTileJob& job, Worker& w) const {
    if (filter(job, Pixels::all, w)) return;
    reals_->filter(job, *w.real);
    if (holds_any(job, w)) filter(job, Pixels::held, w);
  }

  // Returns whether fixed point holds a pixel of the tile.
  bool holds_any(const LinearTileJob& job, Worker& w) const {
    const int r = shape_.radius, rows = job.rect.height + 4 * r;
    w.ranges.begin();
    for (int i = 0; i < rows; ++i) {
      load(job, i, w);
      if (i >= 4 * r && w.ranges.mark_held(job.rect.width, w.held.data())) return true;
    }
    return false;
  }

  // Returns whether it filtered what it should; false: fixed point does not hold all pixels.
  bool filter(const LinearTileJob& tile, Pixels pixels, Worker& w) const {
    const int r = shape_.radius, rows = tile.rect.height + 4 * r;
    w.columns.clear();
    w.model_columns.clear();
    if (scale_.checks()) w.ranges.begin();
    for (int i = 0; i < rows; ++i) {
      stop_if_asked(tile.controls);
      load(tile, i, w);
      bool all = true;
      if (i >= 4 * r && scale_.checks()) all = w.ranges.all_held(tile.rect.width);
      if (!all && pixels == Pixels::all) return false;
      if (!all) w.ranges.mark_held(tile.rect.width, w.held.data());
      step(tile, i, w);
      if (i >= 4 * r) store(tile, i - 4 * r, all, w);
    }
    return true;
  }

  // The span of row i of the tile's surroundings.
  RowSpan span_of(const LinearTileJob& tile, int i) const {
    const std::int64_t around = std::int64_t{2} * shape_.radius;
    const Frame& frame = tile.source.frame;
    return {frame, border_, static_cast<int>(tile.rect.x - around),
            static_cast<int>(tile.rect.width + 2 * around),
            border_index(tile.rect.y - around + i, frame.height, border_)};
  }

  // Loads row i of the tile's surroundings.
  void load(const LinearTileJob& tile, int i, Worker& w) const {
    const RowSpan span = span_of(tile, i);
    const int loaded = span.pixels;
    float* const row = pixel_row(w, i);
    const LinearPlanes& p = shape_.planes;
    float* const image = given_ ? row + p.guides * shape_.loaded : row;
    image_.load(tile.source.image, span, p.values, 1.0f, image, shape_.loaded);
    if (given_) guide_.load(tile.source.guide, span, p.guides, 1.0f, row, shape_.loaded);
    if (!scale_.checks()) return;
    if (unloaded_) mark_unloaded(image_, tile.source.image, span, p.values, image, w);
    if (guide_unloaded_) mark_unloaded(guide_, tile.source.guide, span, p.guides, row, w);
    if (!w.ranges.push(p, row, shape_.loaded, loaded)) return;
    // Pixels that depend on them are computed in doubles. Here they must leave sums as they
    // entered.
    for (int plane = 0; plane < (given_ ? p.guides : 0) + p.values; ++plane)
      for (float& sample : std::span(row + plane * shape_.loaded, static_cast<std::size_t>(loaded)))
        if (!std::isfinite(sample)) sample = 0.0f;
  }

  // Pixels that are not finite in other channels than the `count` loaded ones are no valid pixels,
  // either: their first sample becomes NaN.
  void mark_unloaded(const SampleRows<float>& rows, const ConstImageView& view, const RowSpan& span,
                     int count, float* planes, Worker& w) const {
    std::uint8_t* const valid = w.valid.data();
    std::fill_n(valid, span.pixels, std::uint8_t{1});
    rows.check_finite(view, span, count, planes, shape_.loaded, valid);
    for (int k = 0; k < span.pixels; ++k)
      if (valid[k] == 0) planes[k] = std::numeric_limits<float>::quiet_NaN();
  }

  // The row of a view that step i + 1 reads, as far as it lies in the image.
  Ahead ahead(const LinearTileJob& tile, int i, const ConstImageView& view) const {
    const RowSpan span = span_of(tile, i + 1);
    if (!view || span.source_row == outside) return {};
    const RowSpan::Inside in = span.inside();
    if (in.first >= in.last) return {};
    const Frame& frame = tile.source.frame;
    const int y = span.source_row - frame.y;
    const std::byte* const from = view.at(span.x + in.first - frame.x, y);
    return {from, view.at(span.x + in.last - 1 - frame.x, y) - from};
  }

  // Adds row i to the columns, fits the models of the windows that it completes, and computes the
  // results that these complete.
  void step(const LinearTileJob& tile, int i, Worker& w) const {
    const int r = shape_.radius, width = tile.rect.width;
    Int64RowJob job = job_;
    job.ahead[0] = ahead(tile, i, tile.source.image);
    job.ahead[1] = ahead(tile, i, tile.source.guide);
    job.pixels = width + 4 * r;
    job.newest = pixel_row(w, i);
    job.oldest = pixel_row(w, i - shape_.window);
    job.columns = w.columns.data() + Int64Shape::before;
    if (i >= 2 * r) {
      const int model = i - 2 * r;
      job.fitted = width + 2 * r;
      job.newest_models = model_row(w, model);
      job.oldest_models = model_row(w, model - shape_.window);
      job.model_columns = w.model_columns.data() + Int64Shape::before;
    }
    if (i >= 4 * r) {
      job.results = width;
      job.guide = pixel_row(w, i - 2 * r) + std::ptrdiff_t{2} * r;
      job.out = w.results.data();
      const ImageView row = tile.target.region({0, i - 4 * r, width, 1});
      job.ahead[2] = {row.at(0, 0), row.at(width - 1, 0) - row.at(0, 0)};
    }
    loops_.row(job);
  }

  // Writes row y of the tile.
  void store(const LinearTileJob& tile, int y, bool all, Worker& w) const {
    const Frame& frame = tile.source.frame;
    const int width = tile.rect.width;
    const Rect here{tile.rect.x - frame.x, tile.rect.y + y - frame.y, width, 1};
    store_results({.from = all ? tile.source.image.region(here) : ConstImageView{},
                   .to = tile.target.region({0, y, width, 1}),
                   .results = w.results.data(),
                   .stride = shape_.means,
                   .values = shape_.planes.values,
                   .computed = all ? nullptr : w.held.data()},
                  stores_);
  }

  Border border_;
  Tile tile_;
  Int64Shape shape_;
  Int64Scale scale_;
  Int64Loops loops_;
  LinearLoops stores_;
  bool given_;  // a guide
  SampleRows<float> image_, guide_;
  bool unloaded_, guide_unloaded_;  // there are channels of floats that are not loaded
  Int64RowJob job_;
  std::optional<LinearTiles> reals_;
  TaskRunner& runner_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace

Factory make_local_linear_int64;

std::unique_ptr<Pipeline> make_local_linear_int64(const planner::Decision& decision,
                                                  const Frame& frame,
                                                  const ExecutionContext& context) {
  return make_pipeline(decision, frame, [&](const Pass&) {
    return std::make_shared<Int64Kernel>(decision.problem, decision.offer.tuning.tile(), context);
  });
}

}  // namespace selvage::cpu
