// SPDX-License-Identifier: Apache-2.0
#include "methods/upsampling/cpu/upsample_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

#include "backends/cpu/float_environment.hpp"
#include "backends/cpu/images/pixel_store.hpp"
#include "backends/cpu/images/weighted_means.hpp"
#include "backends/cpu/tile_tasks.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "core/samples.hpp"
#include "methods/upsampling/cpu/plain_upsample.hpp"
#include "methods/upsampling/cpu/upsample_small.hpp"
#include "methods/upsampling/cpu/upsample_workers.hpp"

namespace selvage::cpu {
namespace {

template <class Real>
class UpsampleKernel final : public Kernel {
 public:
  UpsampleKernel(const Problem& problem, const Tile& tile, std::unique_ptr<UpsampleLoop<Real>> loop,
                 const ExecutionContext& context)
      : problem_(problem),
        tile_(tile),
        loop_(std::move(loop)),
        window_(problem_),
        guide_(problem_),
        small_(problem_, guide_, problem.mask, loop_->block()),
        columns_(problem_.x, loop_->block()),
        stride_(tile.width + loop_->block()),
        runner_(context.runner),
        workers_(static_cast<std::size_t>(context.threads)) {
    for (auto& worker : workers_) worker.reserve(problem_, static_cast<std::size_t>(stride_));
  }

  void run(const Inputs& inputs, const Outputs& outputs, const Frame& frame,
           const Controls& controls) override {
    const Rect& c = frame.compute;
    const int batch = inputs.image.batch;
    const TileTasks tasks(tile_, c.width, c.height, 1);
    Progress progress(controls, std::int64_t{tasks.count()} * batch);
    for (int b = 0; b < batch; ++b) {
      const Inputs in{.image = inputs.image.image(b),
                      .guide = image_of_batch(inputs.guide, b),
                      .mask = image_of_batch(inputs.mask, b)};
      runner_.run(problem_.image.height, [&](int y, int worker) {
        stop_if_asked(controls);
        small_.load_row(in, y, workers_[static_cast<std::size_t>(worker)].samples.data());
      });
      const ImageView out = outputs.image.image(b);
      runner_.run(tasks.count(), [&](int tile, int worker) {
        stop_if_asked(controls);
        const Rect r = tasks.rect(tile);
        for (int y = r.y; y < r.y + r.height; ++y)
          compute_row(in, out.region({r.x, y, r.width, 1}), c.x + r.x, c.y + y,
                      workers_[static_cast<std::size_t>(worker)]);
        progress.tile_done();
      });
    }
  }

 private:
  using Worker = UpsampleWorker<Real>;

  // Computes the pixels of row y from column x on, as many as `to` has.
  void compute_row(const Inputs& in, const ImageView& to, int x, int y, Worker& w) const {
    const int holder = problem_.y.holder(y);
    read_guide(in.guide, x, y, to.width, w);
    for (int dy = -window_.radius; dy <= window_.radius; ++dy)
      w.rows[static_cast<std::size_t>(dy + window_.radius)] = small_.row(holder + dy);
    const UpsampleRow row{.pixels = to.width,
                          .holders = columns_.holders.data() + x,
                          .right = columns_.right.data() + x,
                          .below = problem_.y.beyond(y),
                          .centre = w.centre.data(),
                          .centre_plane = stride_,
                          .rows = w.rows.data(),
                          .small_plane = small_.plane()};
    {
      const FlushDenormals flush;  // flushes weights
      loop_->filter(row, w.offset.data(), stride_);
    }
    const bool copying = small_.may_have_holes() || problem_.filter.border == Border::shrink;
    if (copying) mark_computed(row, holder, w);
    for (int i = 0; window_.weighs && i < row.pixels; ++i)
      divide_by_alpha(w.offset.data() + i, stride_, window_.averaged,
                      full_scale(problem_.image.type));
    store(in.image, to, row, holder, copying, w);
    if (copying && problem_.filter.fill) fill(to, row, holder, w);
  }

  void read_guide(const ConstImageView& guide, int x, int y, int pixels, Worker& w) const {
    std::iota(w.columns.begin(), w.columns.begin() + pixels, x);
    std::fill_n(w.guided.begin(), pixels, std::uint8_t{1});
    guide_.read(guide, w.columns.data(), pixels, y,
                {w.centre.data(), stride_, w.samples.data(), w.guided.data()});
    if (!guide_.may_have_holes()) return;
    for (int i = 0; i < pixels; ++i)
      for (int p = 0; !w.guided[static_cast<std::size_t>(i)] && p < guide_.planes(); ++p)
        w.centre[static_cast<std::size_t>(p * stride_ + i)] = 0.0;
  }

  // Marks the pixels that become means: image and guide are valid and there is a tap.
  void mark_computed(const UpsampleRow& row, int holder, Worker& w) const {
    for (int i = 0; i < row.pixels; ++i) {
      const auto k = static_cast<std::size_t>(i);
      w.computed[k] =
          w.guided[k] != 0 && small_.valid(row.holders[i], holder) && !std::isnan(w.offset[k]);
    }
  }

  void store(const ConstImageView& image, const ImageView& to, const UpsampleRow& row, int holder,
             bool copying, Worker& w) const {
    const std::size_t sample = sample_bytes(image.type);
    std::byte* at = w.source.data();
    for (int i = 0; i < row.pixels; ++i)
      for (int c = 0; c < image.channels; ++c, at += sample)
        std::memcpy(at, image.at(row.holders[i], holder, c), sample);
    store_row(StoreRow<Real>{.from = interleaved(static_cast<const void*>(w.source.data()),
                                                 image.type, row.pixels, 1, image.channels),
                             .to = to,
                             .mean_offset = w.offset.data(),
                             .mean_plane = stride_,
                             .computed = copying ? w.computed.data() : nullptr,
                             .averaged = window_.averaged,
                             .weighted = window_.weighs});
  }

  // Fills invalid pixels with the mean of their valid taps, weighted by space only if the guide is
  // invalid, too. A pixel without a tap within 8 sigma_space stays copied.
  void fill(const ImageView& to, const UpsampleRow& row, int holder, const Worker& w) const {
    const double sigma = problem_.filter.sigma_space;
    const SmallRow source = small_.row(holder);
    for (int i = 0; i < row.pixels; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const bool guided = w.guided[k] != 0;
      if (guided && small_.valid(row.holders[i], holder)) continue;
      if (!(nearest_tap(window_, row, i) <= 64.0 * sigma * sigma)) continue;
      double offset[4];
      if (guided)
        for (int c = 0; c < window_.averaged; ++c)
          offset[c] = w.offset[static_cast<std::size_t>(c * stride_ + i)];
      else
        upsample_pixel(window_, row, i, 0.0, offset);
      if (!guided && window_.weighs)
        divide_by_alpha(offset, 1, window_.averaged, full_scale(problem_.image.type));
      const int alpha = window_.averaged - 1;
      const bool transparent = window_.weighs && offset[alpha] == 0.0;
      with_pixel_type(to.type, [&]<class T>() {
        for (int c = transparent ? alpha : 0; c < window_.averaged; ++c) {
          const std::ptrdiff_t at = c * row.small_plane + row.holders[i];
          const double held = window_.weighs ? 0.0 : double{source.value[at]};
          write_sample(to.at(i, 0, c), round_sample<T>(held + offset[c]));
        }
      });
    }
  }

  Upsampling problem_;
  Tile tile_;
  std::unique_ptr<UpsampleLoop<Real>> loop_;
  UpsampleWindow window_;
  UpsampleGuide guide_;
  SmallImage small_;
  UpsampleColumns columns_;
  std::ptrdiff_t stride_;
  TaskRunner& runner_;
  std::vector<Worker> workers_;
};

}  // namespace

template <class Real>
std::unique_ptr<Kernel> make_upsample_kernel(const Problem& problem, const Tile& tile,
                                             std::unique_ptr<UpsampleLoop<Real>> loop,
                                             const ExecutionContext& context) {
  return std::make_unique<UpsampleKernel<Real>>(problem, tile, std::move(loop), context);
}

template std::unique_ptr<Kernel> make_upsample_kernel(const Problem&, const Tile&,
                                                      std::unique_ptr<UpsampleLoop<float>>,
                                                      const ExecutionContext&);
template std::unique_ptr<Kernel> make_upsample_kernel(const Problem&, const Tile&,
                                                      std::unique_ptr<UpsampleLoop<double>>,
                                                      const ExecutionContext&);

}  // namespace selvage::cpu
