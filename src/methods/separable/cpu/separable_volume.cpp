// SPDX-License-Identifier: Apache-2.0
// Candidate "separable_volume": Gaussian and box means of images with depth, in double precision.
//   one task  -> one tile of a slice
//   sums      -> of the tile's rows over slices, then of these over rows, then of those over
//   columns;
//                of the weights of valid taps, likewise
// Bound by memory: each number of the tile is read once for each tap of a line.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/images/pixel_store.hpp"
#include "backends/cpu/images/tile_loader.hpp"
#include "backends/cpu/images/valid_means.hpp"
#include "backends/cpu/images/weighted_means.hpp"
#include "backends/cpu/images/window_slices.hpp"
#include "backends/cpu/tile_runs.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "methods/separable/volume_shape.hpp"

namespace selvage::cpu {
namespace {

// exp(-d^2 / 2 sigma^2), d = -before..after
std::vector<double> gaussian_line(int before, int after, double sigma) {
  std::vector<double> weights;
  for (int d = -before; d <= after; ++d) {
    const double away = d == 0 ? 0.0 : d / sigma;
    weights.push_back(std::exp(-0.5 * away * away));
  }
  return weights;
}

// sum[x] += weight * line[x]
void add_line(double weight, const double* line, int count, double* sum) {
  for (int x = 0; x < count; ++x) sum[x] += weight * line[x];
}

class SeparableVolume final : public Kernel {
 public:
  SeparableVolume(const Pass& pass, const planner::Decision& decision,
                  const ExecutionContext& context)
      : pass_(pass),
        step_(std::get<WindowMean>(pass.step)),
        tile_(decision.offer.tuning.tile()),
        loader_(pass, decision.problem, 1.0),
        shape_(loader_.layout(), tile_, step_),
        slices_(gaussian_line(step_.radius_z, step_.slices_after(), step_.sigma_depth)),
        rows_(gaussian_line(step_.radius_y, step_.radius_y, step_.sigma_space)),
        columns_(gaussian_line(step_.radius_x, step_.radius_x, step_.sigma_space)),
        runner_(context.runner),
        workers_(static_cast<std::size_t>(context.threads), Worker(shape_)) {}

  void run(const Inputs& inputs, const Outputs& outputs, const Frame& frame,
           const Controls& controls) override {
    run_tiles(runner_, frame, inputs.image.batch, tile_, controls, [&](const TileRun& t) {
      const Source volume{inputs.image.image(t.batch), image_of_batch(inputs.mask, t.batch), frame,
                          image_of_batch(inputs.guide, t.batch)};
      const Rect place{t.rect.x - frame.compute.x, t.rect.y - frame.compute.y, t.rect.width,
                       t.rect.height};
      const ImageView target =
          outputs.image.image(t.batch).region(place).slice(t.slice - frame.slices.first);
      const WindowSlices slices(volume, step_, t.slice);
      Worker& worker = workers_[static_cast<std::size_t>(t.worker)];
      add_slices(slices, t.rect, worker);
      for (int y = 0; y < t.rect.height; ++y) {
        add_rows(y, t.rect.width, worker);
        add_columns(t.rect.width, worker);
        store(slices, target, t.rect, y, worker);
      }
    });
  }

 private:
  struct alignas(64) Worker {
    explicit Worker(const VolumeShape& shape)
        : row(shape.row_numbers()),
          slice(shape.slice_numbers()),
          middle(shape.sum_numbers()),
          result(shape.sum_numbers()),
          valid(static_cast<std::size_t>(shape.columns)),
          computed(static_cast<std::size_t>(shape.columns)),
          centres(checked_mul(shape.rows, shape.columns)) {}
    std::vector<double> row;     // [planes][columns], as loaded
    std::vector<double> slice;   // [rows][1 + values][columns]: summed over slices
    std::vector<double> middle;  // [1 + values][columns]: and over rows
    std::vector<double> result;  // [1 + values][columns]: and over columns, from the first pixel on
    std::vector<std::uint8_t> valid, computed;  // [columns]
    std::vector<std::uint8_t> centres;  // [rows][columns]: valid pixels of the centre's slice
  };

  double* slice_row(Worker& w, int row) const {
    return w.slice.data() + static_cast<std::size_t>(row) * shape_.sum_numbers();
  }

  void add_slices(const WindowSlices& slices, const Rect& rect, Worker& w) const {
    const int columns = rect.width + 2 * shape_.radius_x, rows = rect.height + 2 * shape_.radius_y;
    std::fill_n(w.slice.begin(), static_cast<std::ptrdiff_t>(shape_.sum_numbers()) * rows, 0.0);
    for (int dz = slices.first(); dz <= slices.last(); ++dz) {
      const double weight = slices_[static_cast<std::size_t>(dz + step_.radius_z)];
      const Source source = slices.at(dz);
      for (int i = 0; i < rows; ++i) {
        loader_.load_row(source, rect.x - shape_.radius_x,
                         slices.row(dz, rect.y + i - shape_.radius_y), columns, w.row.data(),
                         shape_.columns, w.valid.data());
        double* const sums = slice_row(w, i);
        const double* const marks = w.row.data();  // 0: valid
        for (int x = 0; x < columns; ++x) sums[x] += marks[x] == 0.0 ? weight : 0.0;
        for (int c = 0; c < shape_.values; ++c)
          add_line(weight, w.row.data() + std::ptrdiff_t{loader_.value_plane(c)} * shape_.columns,
                   columns, sums + std::ptrdiff_t{1 + c} * shape_.columns);
        if (dz != 0) continue;
        std::uint8_t* const valid = w.centres.data() + std::ptrdiff_t{i} * shape_.columns;
        for (int x = 0; x < columns; ++x) valid[x] = marks[x] == 0.0;
      }
    }
  }

  void add_rows(int y, int width, Worker& w) const {
    const int columns = width + 2 * shape_.radius_x;
    std::ranges::fill(w.middle, 0.0);
    for (int i = 0; i <= 2 * shape_.radius_y; ++i)
      for (int s = 0; s <= shape_.values; ++s)
        add_line(rows_[static_cast<std::size_t>(i)],
                 slice_row(w, y + i) + std::ptrdiff_t{s} * shape_.columns, columns,
                 w.middle.data() + std::ptrdiff_t{s} * shape_.columns);
  }

  void add_columns(int width, Worker& w) const {
    std::ranges::fill(w.result, 0.0);
    for (int s = 0; s <= shape_.values; ++s)
      for (int i = 0; i <= 2 * shape_.radius_x; ++i)
        add_line(columns_[static_cast<std::size_t>(i)],
                 w.middle.data() + std::ptrdiff_t{s} * shape_.columns + i, width,
                 w.result.data() + std::ptrdiff_t{s} * shape_.columns);
  }

  // The sums become means, and where alpha weighs colours are divided by it. `w.computed`: valid
  // centres whose window may be used; `w.valid`: holes to fill are 0.
  void store(const WindowSlices& slices, const ImageView& target, const Rect& rect, int y,
             Worker& w) const {
    const Source source = slices.centre();
    const Frame& frame = source.frame;
    const int row = rect.y + y, rx = shape_.radius_x, ry = shape_.radius_y;
    const bool copies = step_.border == Border::copy;
    const bool row_inside =
        !copies || (slices.all_inside() && row >= ry && row < frame.height - ry);
    const std::uint8_t* const centres = w.centres.data() + std::ptrdiff_t{y + ry} * shape_.columns;
    double* const means = w.result.data() + shape_.columns;
    bool fills = false;
    for (int x = 0; x < rect.width; ++x) {
      const auto i = static_cast<std::size_t>(x);
      const int column = rect.x + x;
      const bool inside = row_inside && (!copies || (column >= rx && column < frame.width - rx));
      const bool valid = centres[x + rx] != 0, any = w.result[i] > 0.0;
      w.computed[i] = inside && valid;
      w.valid[i] = !(inside && !valid && any && step_.fill);
      fills |= w.valid[i] == 0;
      for (int c = 0; any && c < shape_.values; ++c)
        means[std::ptrdiff_t{c} * shape_.columns + x] /= w.result[i];
      if (loader_.layout().weighs)
        divide_by_alpha(means + x, shape_.columns, shape_.values, full_scale(pass_.reads));
    }
    const ConstImageView from =
        source.image.region({rect.x - frame.x, row - frame.y, rect.width, 1});
    const ImageView to = target.region({0, y, rect.width, 1});
    if (!loader_.layout().weighs) subtract_centres(from, w.computed.data(), means);
    store_row(StoreRow<double>{.from = from,
                               .to = to,
                               .mean_offset = means,
                               .mean_plane = shape_.columns,
                               .mean_scale = 1.0,
                               .computed = w.computed.data(),
                               .averaged = shape_.values,
                               .sentinel = pass_.sentinel,
                               .weighted = loader_.layout().weighs});
    if (fills) fill(to, means, w);
  }

  // Of computed pixels; the means of holes stay what they are.
  void subtract_centres(const ConstImageView& from, const std::uint8_t* computed,
                        double* means) const {
    with_pixel_type(from.type, [&]<class T>() {
      for (int c = 0; c < shape_.values; ++c)
        for (int x = 0; x < from.width; ++x)
          if (computed[x])
            means[std::ptrdiff_t{c} * shape_.columns + x] -=
                static_cast<double>(read_sample<T>(from.at(x, 0, c)));
    });
  }

  // Writes the averaged channels of holes.
  void fill(const ImageView& to, const double* means, const Worker& w) const {
    const double scale = full_scale(to.type) / full_scale(pass_.reads);
    const bool weighs = loader_.layout().weighs;
    with_pixel_type(to.type, [&]<class T>() {
      for (int x = 0; x < to.width; ++x) {
        if (w.valid[static_cast<std::size_t>(x)] != 0) continue;
        const ImageView pixel = to.region({x, 0, 1, 1});
        const int last = shape_.values - 1;
        const auto mean = [&](int c) { return means[std::ptrdiff_t{c} * shape_.columns + x]; };
        const bool transparent = weighs && mean(last) == 0.0;
        for (int c = transparent ? last : 0; c <= last; ++c)
          write_sample(pixel.at(0, 0, c), round_sample<T>(mean(c) * scale));
        if (!transparent) keep_means_valid(pixel, pass_.sentinel, nullptr);
      }
    });
  }

  Pass pass_;
  WindowMean step_;
  Tile tile_;
  TileLoader<double> loader_;
  VolumeShape shape_;
  std::vector<double> slices_, rows_, columns_;  // weights of the three lines
  TaskRunner& runner_;
  std::vector<Worker> workers_;
};

}  // namespace

Factory make_separable_volume;

std::unique_ptr<Pipeline> make_separable_volume(const planner::Decision& decision,
                                                const Frame& frame,
                                                const ExecutionContext& context) {
  return make_pipeline(decision, frame, [&](const Pass& pass) {
    return std::make_shared<SeparableVolume>(pass, decision, context);
  });
}

}  // namespace selvage::cpu
