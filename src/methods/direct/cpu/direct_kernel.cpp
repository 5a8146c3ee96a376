// SPDX-License-Identifier: Apache-2.0
#include "methods/direct/cpu/direct_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "backends/cpu/float_environment.hpp"
#include "backends/cpu/images/pixel_store.hpp"
#include "backends/cpu/images/tile_loader.hpp"
#include "backends/cpu/tile_runs.hpp"
#include "filters/exponent_scale.hpp"
#include "filters/window.hpp"
#include "methods/direct/cpu/hole_fill.hpp"
#include "methods/direct/tile_shape.hpp"

namespace selvage::cpu {
namespace {

template <class Sample>
TileLoader<Sample> make_loader(const DirectParts<Sample>& parts) {
  const auto scale = static_cast<MeanOf<Sample>>(parts.scale.distance_scale);
  if constexpr (std::is_same_v<Sample, std::int16_t>)
    return TileLoader<Sample>(parts.pass, parts.problem, scale, parts.vectors, parts.int16_row);
  else if constexpr (std::is_same_v<Sample, std::int8_t>)
    return TileLoader<Sample>(parts.pass, parts.problem, parts.vectors, parts.byte_rows);
  else
    return TileLoader<Sample>(parts.pass, parts.problem, scale, parts.vectors, parts.split);
}

template <class Sample>
class DirectKernel final : public Kernel {
 public:
  DirectKernel(DirectParts<Sample> parts, const ExecutionContext& context,
               std::shared_ptr<Workers> workers)
      : parts_(std::move(parts)),
        filter_(std::get<WindowMean>(parts_.pass.step)),
        loader_(make_loader(parts_)),
        shape_(loader_.layout(), parts_.tuning, filter_, parts_.filter->block()),
        pairs_(filter_.radius_x, filter_.radius_y, shape_.stride),
        runner_(context.runner),
        shared_(std::move(workers)),
        workers_(shared_->of<Sample>()) {
    const auto threads = static_cast<std::size_t>(context.threads);
    if (workers_.size() < threads) workers_.resize(threads);
    for (Worker& worker : workers_) {
      worker.grow(shape_);
      if (parts_.filter->carries()) worker.pairs.grow(pairs_, shape_.groups);
    }
    if (filter_.fill && loader_.may_have_holes())
      for (std::size_t i = 0; i < threads; ++i)
        fills_.emplace_back(filter_, loader_, parts_.scale.range_scale,
                            static_cast<int>(shape_.stride));
  }

  void run(const Inputs& inputs, const Outputs& outputs, const Frame& frame,
           const Controls& controls) override {
    run_tiles(
        runner_, frame, inputs.image.batch, parts_.tuning.tile, controls, [&](const TileRun& t) {
          const Source source{inputs.image.image(t.batch), image_of_batch(inputs.mask, t.batch),
                              frame, image_of_batch(inputs.guide, t.batch)};
          const Rect place{t.rect.x - frame.compute.x, t.rect.y - frame.compute.y, t.rect.width,
                           t.rect.height};
          const ImageView target = outputs.image.image(t.batch).region(place);
          if (parts_.tuning.stream_rows)
            stream_tile(source, target, t.rect, t.worker, controls);
          else
            whole_tile(source, target, t.rect, t.worker);
        });
  }

 private:
  using Worker = cpu::Worker<Sample>;

  Sample* tile_row(Worker& w, int row) const {
    return w.tile.data() + static_cast<std::size_t>(row) * shape_.row_elements();
  }

  // Loads the tile with its halo once, then filters row by row.
  void whole_tile(const Source& source, const ImageView& target, const Rect& rect, int worker) {
    Worker& w = workers_[static_cast<std::size_t>(worker)];
    HoleFill<Sample>* const fill = fill_of(worker);
    const int rx = shape_.radius_x, ry = shape_.radius_y;
    for (int i = 0; i < rect.height + 2 * ry; ++i)
      w.holes[static_cast<std::size_t>(i)] =
          loader_.load_row(source, rect.x - rx, rect.y + i - ry, rect.width + 2 * rx,
                           tile_row(w, i), shape_.stride, w.valid.data());
    for (int y = 0; y < rect.height; ++y) {
      for (int g = 0; g < shape_.groups; ++g) {
        for (int i = 0; i <= 2 * ry; ++i)
          w.rows[static_cast<std::size_t>(i)] = group(tile_row(w, y + i), g);
        RowJob<Sample> job = row_job(w, rect.width, g, group(tile_row(w, y + ry), g));
        job.rows = w.rows.data();
        job.dy_first = -ry;
        job.dy_last = ry;
        job.row = y;
        job.rows_below = rect.height - 1 - y;
        const FlushDenormals flush;  // flushes weights; samples keep their denormals
        parts_.filter->filter(job);
      }
      const bool holes = w.holes[static_cast<std::size_t>(y + ry)];
      const bool copying =
          mark_computed(source, rect, rect.y + y, tile_row(w, y + ry) + rx, holes, w);
      if (start_fill(fill, source, rect, y, w))
        for (int dy = -ry; dy <= ry; ++dy)
          fill->accumulate(tile_row(w, y + ry + dy) + rx, shape_.stride, dy);
      store(source, target, rect, y, copying, w);
      if (fill) fill->store(target.region({0, y, rect.width, 1}), parts_.pass);
    }
  }

  // Loads the centres, then each row of taps as it is needed.
  void stream_tile(const Source& source, const ImageView& target, const Rect& rect, int worker,
                   const Controls& controls) {
    Worker& w = workers_[static_cast<std::size_t>(worker)];
    HoleFill<Sample>* const fill = fill_of(worker);
    const int rx = shape_.radius_x, ry = shape_.radius_y;
    Sample* const centres = tile_row(w, 0);
    Sample* const taps = tile_row(w, 1);
    for (int y = 0; y < rect.height; ++y) {
      const auto load = [&](int dy, Sample* out) {
        return loader_.load_row(source, rect.x - rx, rect.y + y + dy, rect.width + 2 * rx, out,
                                shape_.stride, w.valid.data());
      };
      const bool holes = load(0, centres);
      const bool copying = mark_computed(source, rect, rect.y + y, centres + rx, holes, w);
      const bool filling = start_fill(fill, source, rect, y, w);
      std::ranges::fill(w.totals, 0.0);
      for (int dy = -ry; dy <= ry; ++dy) {
        stop_if_asked(controls);
        load(dy, taps);
        for (int g = 0; g < shape_.groups; ++g) {
          const Sample* const row = group(taps, g);
          RowJob<Sample> job = row_job(w, rect.width, g, group(centres, g));
          job.rows = &row;
          job.dy_first = job.dy_last = dy;
          const FlushDenormals flush;
          parts_.filter->accumulate(job);
        }
        if (filling) fill->accumulate(taps + rx, shape_.stride, dy);
      }
      for (int g = 0; g < shape_.groups; ++g)
        parts_.filter->finish(row_job(w, rect.width, g, group(centres, g)));
      store(source, target, rect, y, copying, w);
      if (fill) fill->store(target.region({0, y, rect.width, 1}), parts_.pass);
    }
  }

  // The first output pixel of a loaded row, in the first plane of group g.
  const Sample* group(const Sample* row, int g) const {
    return row + g * loader_.layout().planes_of_group() * shape_.stride + shape_.radius_x;
  }

  RowJob<Sample> row_job(Worker& w, int pixels, int g, const Sample* centre) const {
    return {.pixels = pixels,
            .centre = centre,
            .centre_plane = shape_.stride,
            .rows_plane = shape_.stride,
            .totals = w.totals.data() + std::ptrdiff_t{g} * (1 + shape_.sums) * shape_.stride,
            .totals_plane = shape_.stride,
            .mean_offset = w.mean_offset.data() + std::ptrdiff_t{g} * shape_.sums * shape_.stride,
            .mean_plane = shape_.stride,
            .pairs = parts_.filter->carries() ? w.pairs.of_group(pairs_, g) : PairMemory{}};
  }

  // Marks the pixels of row y to compute: the valid ones and, for Border::copy, those whose window
  // lies inside. Returns false if all are computed.
  bool mark_computed(const Source& source, const Rect& rect, int y, const Sample* centres,
                     bool holes, Worker& w) const {
    if (!fills_.empty() && !holes) std::ranges::fill(w.valid, std::uint8_t{1});
    if (!holes && filter_.border != Border::copy) return false;
    bool all = true;
    for (int x = 0; x < rect.width; ++x) {
      const bool valid = centres[x] != loader_.hole();
      w.computed[static_cast<std::size_t>(x)] = valid;
      all &= valid;
    }
    if (!fills_.empty()) w.valid = w.computed;
    if (filter_.border != Border::copy) return !all;
    const int rx = shape_.radius_x, ry = shape_.radius_y;
    const bool row_inside = y >= ry && y < source.frame.height - ry;
    for (int x = 0; x < rect.width; ++x) {
      const int column = rect.x + x;
      const bool inside = row_inside && column >= rx && column < source.frame.width - rx;
      w.computed[static_cast<std::size_t>(x)] &= inside;
      if (!fills_.empty()) w.valid[static_cast<std::size_t>(x)] |= !inside;  // copied, not filled
      all &= inside;
    }
    return !all;
  }

  HoleFill<Sample>* fill_of(int worker) {
    return fills_.empty() ? nullptr : &fills_[static_cast<std::size_t>(worker)];
  }

  static bool start_fill(HoleFill<Sample>* fill, const Source& source, const Rect& rect, int y,
                         const Worker& w) {
    if (fill == nullptr) return false;
    fill->start(source, {rect.x, rect.y + y, rect.width, 1}, w.valid.data());
    return !fill->empty();
  }

  void store(const Source& source, const ImageView& target, const Rect& rect, int y, bool copying,
             const Worker& w) const {
    const Rect here{rect.x - source.frame.x, rect.y + y - source.frame.y, rect.width, 1};
    const ImageView to = target.region({0, y, rect.width, 1});
    store_row(StoreRow<MeanOf<Sample>>{.from = source.image.region(here),
                                       .to = to,
                                       .mean_offset = w.mean_offset.data(),
                                       .mean_plane = shape_.stride,
                                       .mean_scale = MeanOf<Sample>{1} / loader_.value_scale(),
                                       .computed = copying ? w.computed.data() : nullptr,
                                       .vectors = parts_.vectors,
                                       .averaged = shape_.averaged,
                                       .sentinel = parts_.pass.sentinel});
  }

  DirectParts<Sample> parts_;
  WindowMean filter_;
  TileLoader<Sample> loader_;
  TileShape shape_;
  PairShape pairs_;
  TaskRunner& runner_;
  std::shared_ptr<Workers> shared_;
  std::vector<Worker>& workers_;
  std::vector<HoleFill<Sample>> fills_;  // one for each worker; empty if nothing is filled
};

}  // namespace

RangeScales range_scales(const Pass& pass, const Problem& problem, const PlaneLayout& layout,
                         bool prescaled) {
  const auto& step = std::get<WindowMean>(pass.step);
  if (step.guide == Guide::none) return {};
  const double scale = range_exponent_scale(step, layout, distance_type(step, problem, pass.reads));
  return prescaled ? RangeScales{std::sqrt(scale), 1.0} : RangeScales{1.0, scale};
}

template <class Sample>
std::unique_ptr<Kernel> make_direct_kernel(DirectParts<Sample> parts,
                                           const ExecutionContext& context,
                                           std::shared_ptr<Workers> workers) {
  return std::make_unique<DirectKernel<Sample>>(std::move(parts), context, std::move(workers));
}

template std::unique_ptr<Kernel> make_direct_kernel(DirectParts<std::int8_t>,
                                                    const ExecutionContext&,
                                                    std::shared_ptr<Workers>);
template std::unique_ptr<Kernel> make_direct_kernel(DirectParts<std::int16_t>,
                                                    const ExecutionContext&,
                                                    std::shared_ptr<Workers>);
template std::unique_ptr<Kernel> make_direct_kernel(DirectParts<float>, const ExecutionContext&,
                                                    std::shared_ptr<Workers>);
template std::unique_ptr<Kernel> make_direct_kernel(DirectParts<double>, const ExecutionContext&,
                                                    std::shared_ptr<Workers>);

}  // namespace selvage::cpu
