// SPDX-License-Identifier: Apache-2.0
#include "methods/direct/cpu/direct_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "backends/cpu/float_environment.hpp"
#include "backends/cpu/images/pixel_store.hpp"
#include "backends/cpu/images/tile_loader.hpp"
#include "backends/cpu/images/weighted_means.hpp"
#include "backends/cpu/images/window_slices.hpp"
#include "backends/cpu/tile_runs.hpp"
#include "core/samples.hpp"
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
        workers_(shared_->of<Sample>()),
        samples_(static_cast<std::size_t>(context.threads)) {
    const auto threads = static_cast<std::size_t>(context.threads);
    if (workers_.size() < threads) workers_.resize(threads);
    for (Worker& worker : workers_) {
      worker.grow(shape_);
      if (parts_.filter->carries()) worker.pairs.grow(pairs_, shape_.groups);
    }
    by_space_ = shape_.weighs && filter_.guide == Guide::own;
    if (by_space_ || (filter_.fill && loader_.may_have_holes()))
      for (std::size_t i = 0; i < threads; ++i)
        fills_.emplace_back(filter_, loader_, parts_.scale.range_scale,
                            static_cast<int>(shape_.stride));
  }

  void run(const Inputs& inputs, const Outputs& outputs, const Frame& frame,
           const Controls& controls) override {
    std::ranges::fill(samples_, CertifiedSamples{});
    for (Worker& worker : workers_) worker.slots.forget();
    run_tiles(
        runner_, frame, inputs.image.batch, parts_.tuning.tile, controls, [&](const TileRun& t) {
          const Source volume{inputs.image.image(t.batch), image_of_batch(inputs.mask, t.batch),
                              frame, image_of_batch(inputs.guide, t.batch)};
          const Rect place{t.rect.x - frame.compute.x, t.rect.y - frame.compute.y, t.rect.width,
                           t.rect.height};
          const ImageView target =
              outputs.image.image(t.batch).region(place).slice(t.slice - frame.slices.first);
          workers_[static_cast<std::size_t>(t.worker)].start();
          const WindowSlices slices(volume, filter_, t.slice);
          if (parts_.tuning.stream_rows)
            stream_tile(slices, target, t.rect, t.worker, controls);
          else
            whole_tile(slices, target, t);
        });
  }

  CertifiedSamples certified_samples() const override {
    CertifiedSamples sum;
    for (const CertifiedSamples& s : samples_) sum += s;
    return sum;
  }

 private:
  using Worker = cpu::Worker<Sample>;

  Sample* tile_row(Worker& w, int row) const {
    return w.tile.data() + static_cast<std::size_t>(row) * shape_.row_elements();
  }

  // The index of row dy of the window's slice dz, from the centre's row on.
  int window_row(int dz, int dy) const { return dz * (2 * shape_.radius_y + 1) + dy; }

  // Loads the tile with its halo, those slices that the last one did not load, then filters row by
  // row.
  void whole_tile(const WindowSlices& slices, const ImageView& target, const TileRun& run) {
    const Source source = slices.centre();
    const Rect& rect = run.rect;
    Worker& w = workers_[static_cast<std::size_t>(run.worker)];
    HoleFill<Sample>* const fill = fill_of(run.worker);
    CertifiedSamples samples;
    const int rx = shape_.radius_x, ry = shape_.radius_y;
    const int slice_rows = shape_.slice_rows(rect.height);
    w.slots.assign(rect, run.batch, slices, shape_.slices);
    // The loaded row of slice dz that lies i rows below the first.
    const auto loaded = [&](int dz, int i) { return w.slots.of(dz) * slice_rows + i; };
    for (const int dz : w.slots.missing()) {
      const Source taps = slices.at(dz);
      for (int i = 0; i < slice_rows; ++i)
        w.holes[static_cast<std::size_t>(loaded(dz, i))] = loader_.load_row(
            taps, rect.x - rx, slices.row(dz, rect.y + i - ry), rect.width + 2 * rx,
            tile_row(w, loaded(dz, i)), shape_.stride, w.valid.data());
    }
    for (int y = 0; y < rect.height; ++y) {
      const int own = loaded(0, y + ry);
      const Sample* const centre = centres(w, tile_row(w, own));
      const auto pierced = [&](int dz) {
        const auto* const window = w.holes.data() + loaded(dz, y);
        return std::any_of(window, window + 2 * ry + 1, [](auto h) { return h; });
      };
      bool by_scale = by_space_ && has_all_taps(source, rect);
      for (int dz = slices.first(); by_scale && dz <= slices.last(); ++dz) by_scale = !pierced(dz);
      if (by_scale) set_scales(tile_row(w, own), rect.width, w);
      for (int g = 0; g < shape_.groups; ++g) {
        auto row = w.rows.begin();
        for (int dz = slices.first(); dz <= slices.last(); ++dz)
          for (int i = 0; i <= 2 * ry; ++i) *row++ = group(tile_row(w, loaded(dz, y + i)), g);
        RowJob<Sample> job = row_job(w, rect.width, g, group(centre, g));
        job.rows = w.rows.data();
        job.dy_first = window_row(slices.first(), -ry);
        job.dy_last = window_row(slices.last(), ry);
        job.row = y;
        job.rows_below = rect.height - 1 - y;
        job.scales = by_scale ? w.scales.data() : nullptr;
        std::int64_t again = 0;
        job.recomputed = &again;
        const FlushDenormals flush;  // flushes weights; samples keep their denormals
        parts_.filter->filter(job);
        samples.recomputed += again * shape_.sums;
        if (parts_.filter->certifies()) samples.certified += std::int64_t{rect.width} * shape_.sums;
      }
      const bool holes = w.holes[static_cast<std::size_t>(own)];
      const bool copying =
          mark_computed(slices, rect, rect.y + y, tile_row(w, own) + rx, holes, by_scale, w);
      if (start_fill(fill, source, rect, y, w))
        for (int dz = slices.first(); dz <= slices.last(); ++dz)
          for (int dy = -ry; dy <= ry; ++dy)
            fill->accumulate(tile_row(w, loaded(dz, y + ry + dy)) + rx, shape_.stride, dy, dz);
      store(source, target, rect, y, copying, w);
      if (fill) fill->store(target.region({0, y, rect.width, 1}), parts_.pass);
    }
    samples_[static_cast<std::size_t>(run.worker)] += samples;
  }

  // Loads the centres, then each row of taps as it is needed.
  void stream_tile(const WindowSlices& slices, const ImageView& target, const Rect& rect,
                   int worker, const Controls& controls) {
    const Source source = slices.centre();
    Worker& w = workers_[static_cast<std::size_t>(worker)];
    HoleFill<Sample>* const fill = fill_of(worker);
    const int rx = shape_.radius_x, ry = shape_.radius_y;
    Sample* const own = tile_row(w, 0);
    Sample* const taps = tile_row(w, 1);
    for (int y = 0; y < rect.height; ++y) {
      const auto load = [&](int dz, int dy, Sample* out) {
        return loader_.load_row(slices.at(dz), rect.x - rx, slices.row(dz, rect.y + y + dy),
                                rect.width + 2 * rx, out, shape_.stride, w.valid.data());
      };
      const bool holes = load(0, 0, own);
      const bool by_scale = by_space_ && !loader_.may_have_holes() && has_all_taps(source, rect);
      const bool copying = mark_computed(slices, rect, rect.y + y, own + rx, holes, by_scale, w);
      const Sample* const centre = centres(w, own);
      if (by_scale) set_scales(own, rect.width, w);
      const bool filling = start_fill(fill, source, rect, y, w);
      std::ranges::fill(w.totals, 0.0);
      const int first = window_row(slices.first(), -ry), last = window_row(slices.last(), ry);
      for (int i = first; i <= last; ++i) {
        stop_if_asked(controls);
        const int rows = 2 * ry + 1;
        const int dz = slices.first() + (i - first) / rows, dy = (i - first) % rows - ry;
        load(dz, dy, taps);
        for (int g = 0; g < shape_.groups; ++g) {
          const Sample* const row = group(taps, g);
          RowJob<Sample> job = row_job(w, rect.width, g, group(centre, g));
          job.rows = &row;
          job.dy_first = job.dy_last = i;
          job.scales = by_scale ? w.scales.data() : nullptr;
          const FlushDenormals flush;
          parts_.filter->accumulate(job);
        }
        if (filling) fill->accumulate(taps + rx, shape_.stride, dy, dz);
      }
      for (int g = 0; g < shape_.groups; ++g)
        parts_.filter->finish(row_job(w, rect.width, g, group(centre, g)));
      store(source, target, rect, y, copying, w);
      if (fill) fill->store(target.region({0, y, rect.width, 1}), parts_.pass);
    }
  }

  // Returns a loaded row as loops read centres. Where alpha weighs, means are sums of products and
  // not of differences, which would lose the small ones: the centre's values are 0.
  const Sample* centres(Worker& w, const Sample* row) const {
    if (!shape_.weighs) return row;
    const std::ptrdiff_t distances = loader_.layout().first_value_plane() * shape_.stride;
    const std::ptrdiff_t values = shape_.sums * shape_.stride;
    std::fill_n(std::copy_n(row, distances, w.centres.data()), values, Sample{0});
    return w.centres.data();
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
  bool mark_computed(const WindowSlices& slices, const Rect& rect, int y, const Sample* centres,
                     bool holes, bool by_scale, Worker& w) const {
    const bool copying = mark_valid(slices, rect, y, centres, holes, w);
    return by_space_ && !by_scale ? mark_transparent(rect, centres, copying, w) : copying;
  }

  // Returns whether no tap of the tile's windows is left out because it lies outside the image.
  bool has_all_taps(const Source& source, const Rect& rect) const {
    const int rx = shape_.radius_x, ry = shape_.radius_y;
    return filter_.border != Border::shrink ||
           (rect.x >= rx && rect.y >= ry && rect.x + rect.width <= source.frame.width - rx &&
            rect.y + rect.height <= source.frame.height - ry);
  }

  // Transparent centres weigh by space alone: their range scale is 0. `row`: a loaded row.
  void set_scales(const Sample* row, int pixels, Worker& w) const {
    using Scale = MeanOf<Sample>;
    const int alpha = loader_.value_plane(shape_.averaged - 1);
    const Sample* const from = row + alpha * shape_.stride + shape_.radius_x;
    const auto scale = static_cast<Scale>(parts_.scale.range_scale);
    for (int x = 0; x < pixels; ++x)
      w.scales[static_cast<std::size_t>(x)] = from[x] > Sample{0} ? scale : Scale{0};
  }

  // Leaves transparent centres to HoleFill, which weighs by space alone, where taps are left out: a
  // range scale of 0 would count them.
  bool mark_transparent(const Rect& rect, const Sample* centres, bool copying, Worker& w) const {
    if (!copying) std::ranges::fill(w.computed, std::uint8_t{1});
    const Sample* const alpha = centres + loader_.value_plane(shape_.averaged - 1) * shape_.stride;
    for (int x = 0; x < rect.width; ++x) {
      const auto i = static_cast<std::size_t>(x);
      if (!w.computed[i] || alpha[x] != Sample{0}) continue;
      w.computed[i] = w.valid[i] = 0;
      copying = true;
    }
    return copying;
  }

  bool mark_valid(const WindowSlices& slices, const Rect& rect, int y, const Sample* centres,
                  bool holes, Worker& w) const {
    const Frame& frame = slices.centre().frame;
    if (!fills_.empty() && !holes) std::ranges::fill(w.valid, std::uint8_t{1});
    if (!holes && filter_.border != Border::copy) return false;
    bool all = true;
    for (int x = 0; x < rect.width; ++x) {
      const bool valid = centres[x] != loader_.hole();
      w.computed[static_cast<std::size_t>(x)] = valid;
      all &= valid;
    }
    if (!fills_.empty()) w.valid = w.computed;
    if (!filter_.fill) std::ranges::fill(w.valid, std::uint8_t{1});
    if (filter_.border != Border::copy) return !all;
    const int rx = shape_.radius_x, ry = shape_.radius_y;
    const bool row_inside = slices.all_inside() && y >= ry && y < frame.height - ry;
    for (int x = 0; x < rect.width; ++x) {
      const int column = rect.x + x;
      const bool inside = row_inside && column >= rx && column < frame.width - rx;
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
             Worker& w) const {
    if constexpr (std::is_floating_point_v<Sample>)
      for (int x = 0; shape_.weighs && x < rect.width; ++x)
        divide_by_alpha(w.mean_offset.data() + x, shape_.stride, shape_.averaged,
                        full_scale(parts_.pass.reads));
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
                                       .sentinel = parts_.pass.sentinel,
                                       .weighted = shape_.weighs});
  }

  DirectParts<Sample> parts_;
  WindowMean filter_;
  TileLoader<Sample> loader_;
  TileShape shape_;
  PairShape pairs_;
  TaskRunner& runner_;
  std::shared_ptr<Workers> shared_;
  std::vector<Worker>& workers_;
  std::vector<CertifiedSamples> samples_;  // of each worker
  std::vector<HoleFill<Sample>> fills_;    // one for each worker; empty if nothing is filled
  bool by_space_ = false;  // transparent centres have no colour to compare, and weigh by space
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
