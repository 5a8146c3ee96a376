// SPDX-License-Identifier: Apache-2.0
// Candidate "separable_volume": Gaussian and box means of images with depth, in double precision.
//   one task  -> one tile of a slice
//   sums      -> of each slice that is new to the window, its rows, then columns of their sums;
//                then over slices; of the weights of valid taps, likewise, in tiles with holes
// Bound by loads: one for each tap of a line, with a fused multiply-add.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/images/pixel_store.hpp"
#include "backends/cpu/images/slice_slots.hpp"
#include "backends/cpu/images/tile_loader.hpp"
#include "backends/cpu/images/valid_means.hpp"
#include "backends/cpu/images/weighted_means.hpp"
#include "backends/cpu/images/window_slices.hpp"
#include "backends/cpu/tile_runs.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "methods/convolution/cpu/line_places.hpp"
#include "methods/convolution/cpu/line_sums.hpp"
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

// One of the three lines of weights.
struct WindowLine {
  std::vector<double> weights;
  Places<double> places;

  WindowLine(int before, int after, double sigma)
      : weights(gaussian_line(before, after, sigma)), places(weights.size()) {}
};

class SeparableVolume final : public Kernel {
 public:
  SeparableVolume(const Pass& pass, const planner::Decision& decision,
                  const ExecutionContext& context)
      : pass_(pass),
        step_(std::get<WindowMean>(pass.step)),
        tile_(decision.offer.tuning.tile()),
        loader_(pass, decision.problem, 1.0),
        shape_(loader_.layout(), tile_, step_),
        sums_(line_sums(context.simd.target)),
        runner_(context.runner) {
    workers_.reserve(static_cast<std::size_t>(context.threads));
    for (int i = 0; i < context.threads; ++i)
      sum_whole_weights(workers_.emplace_back(shape_, step_));
  }

  void run(const Inputs& inputs, const Outputs& outputs, const Frame& frame,
           const Controls& controls) override {
    for (Worker& w : workers_) w.slots.forget();
    run_tiles(runner_, frame, inputs.image.batch, tile_, controls, [&](const TileRun& t) {
      const Source volume{inputs.image.image(t.batch), image_of_batch(inputs.mask, t.batch), frame,
                          image_of_batch(inputs.guide, t.batch)};
      const Rect place{t.rect.x - frame.compute.x, t.rect.y - frame.compute.y, t.rect.width,
                       t.rect.height};
      const ImageView target =
          outputs.image.image(t.batch).region(place).slice(t.slice - frame.slices.first);
      const WindowSlices slices(volume, step_, t.slice);
      Worker& worker = workers_[static_cast<std::size_t>(t.worker)];
      worker.slots.assign(t.rect, t.batch, slices, shape_.slices);
      for (const int dz : worker.slots.missing()) load_slice(slices, dz, t.rect, worker);
      for (int y = 0; y < t.rect.height; ++y) {
        add_slices(slices, y, t.rect.width, worker);
        store(slices, target, t.rect, y, worker);
      }
    });
  }

 private:
  struct alignas(64) Worker {
    Worker(const VolumeShape& shape, const WindowMean& step)
        : row(shape.row_numbers()),
          lines(shape.line_numbers()),
          planes(shape.plane_numbers()),
          whole(static_cast<std::size_t>(shape.width)),
          result(shape.sum_numbers()),
          centres(shape.plane_flags()),
          pierced(static_cast<std::size_t>(shape.slices)),
          valid(static_cast<std::size_t>(shape.columns)),
          computed(static_cast<std::size_t>(shape.columns)),
          along_row(step.radius_x, step.radius_x, step.sigma_space),
          along_column(step.radius_y, step.radius_y, step.sigma_space),
          along_slices(step.radius_z, step.slices_after(), step.sigma_depth) {}
    std::vector<double> row;     // [planes][columns]: as loaded
    std::vector<double> lines;   // [rows][1 + values][width]: of a slice, summed along its rows
    std::vector<double> planes;  // [slices][height][1 + values][width]: and along its columns
    std::vector<double> whole;   // [width]: what the weights of a slice without holes sum to
    std::vector<double> result;  // [1 + values][width]: and over slices
    std::vector<std::uint8_t> centres;  // [slices][height][width]: valid pixels, where pierced
    std::vector<std::uint8_t> pierced;  // [slices]: the tile has holes
    std::vector<std::uint8_t> valid, computed;
    SliceSlots slots;  // in `planes`, `centres` and `pierced`
    WindowLine along_row, along_column, along_slices;
  };

  double* plane_row(Worker& w, int dz, int y) const {
    const std::ptrdiff_t row = std::ptrdiff_t{w.slots.of(dz)} * shape_.height + y;
    return w.planes.data() + row * static_cast<std::ptrdiff_t>(shape_.sum_numbers());
  }
  std::uint8_t* centre_row(Worker& w, int dz, int y) const {
    const std::ptrdiff_t row = std::ptrdiff_t{w.slots.of(dz)} * shape_.height + y;
    return w.centres.data() + row * shape_.width;
  }

  std::uint8_t& pierced(Worker& w, int dz) const {
    return w.pierced[static_cast<std::size_t>(w.slots.of(dz))];
  }

  // The same operations as those of weights around holes, so that results have the same bits
  // however an image is cut into tiles.
  void sum_whole_weights(Worker& w) const {
    const std::vector<double> ones(static_cast<std::size_t>(shape_.columns), 1.0);
    std::vector<double> line(w.whole.size());
    const int count = shape_.width - LineShape::padding;
    sum_pairs(w.along_row, [&](int k) { return ones.data() + k; }, count, line.data());
    sum_pairs(w.along_column, [&](int) { return line.data(); }, count, w.whole.data());
  }

  void load_slice(const WindowSlices& slices, int dz, const Rect& rect, Worker& w) const {
    const Frame& frame = slices.centre().frame;
    const int rx = shape_.radius_x, ry = shape_.radius_y;
    const bool leaves = rect.x < rx || rect.y < ry || rect.x + rect.width + rx > frame.width ||
                        rect.y + rect.height + ry > frame.height;
    const bool cut = step_.border == Border::shrink && leaves;
    pierced(w, dz) = cut || !sum_slice(slices, dz, rect, false, w);
    if (pierced(w, dz)) sum_slice(slices, dz, rect, true, w);
  }

  // Sums a slice; without weights it ends at the first hole and returns false.
  bool sum_slice(const WindowSlices& slices, int dz, const Rect& rect, bool weights,
                 Worker& w) const {
    const int rx = shape_.radius_x, ry = shape_.radius_y, first = weights ? 0 : 1;
    const int columns = rect.width + 2 * rx, rows = rect.height + 2 * ry;
    const auto numbers = static_cast<std::ptrdiff_t>(shape_.sum_numbers());
    const Source source = slices.at(dz);
    for (int i = 0; i < rows; ++i) {
      const bool holes = loader_.load_row(source, rect.x - rx, slices.row(dz, rect.y + i - ry),
                                          columns, w.row.data(), shape_.columns, w.valid.data());
      if (!weights && holes) return false;
      double* const marks = w.row.data();  // 0: valid
      for (int x = 0; weights && x < columns; ++x) marks[x] = marks[x] == 0.0 ? 1.0 : 0.0;
      if (weights && i >= ry && i < ry + rect.height)
        std::copy_n(marks + rx, rect.width, centre_row(w, dz, i - ry));
      for (int s = first; s <= shape_.values; ++s) {
        const int plane = s == 0 ? 0 : loader_.value_plane(s - 1);
        const double* const from = w.row.data() + std::ptrdiff_t{plane} * shape_.columns;
        sum_pairs(
            w.along_row, [&](int k) { return from + k; }, rect.width,
            w.lines.data() + i * numbers + std::ptrdiff_t{s} * shape_.width);
      }
    }
    for (int y = 0; y < rect.height; ++y)
      for (int s = first; s <= shape_.values; ++s) {
        const double* const from = w.lines.data() + y * numbers + std::ptrdiff_t{s} * shape_.width;
        sum_pairs(
            w.along_column, [&](int k) { return from + k * numbers; }, rect.width,
            plane_row(w, dz, y) + std::ptrdiff_t{s} * shape_.width);
      }
    return true;
  }

  template <class Place>
  void sum_pairs(WindowLine& line, const Place& place, int count, double* out) const {
    const auto taps = static_cast<int>(line.weights.size());
    line.places.set(taps, taps / 2, place);
    sums_.wide_pairs(pair_taps(line.places, line.weights), count, out);
  }

  void add_slices(const WindowSlices& slices, int y, int width, Worker& w) const {
    WindowLine& line = w.along_slices;
    const int first = slices.first(), count = slices.last() - first + 1;
    const double* const weights = line.weights.data() + first + step_.radius_z;
    bool holes = false;
    for (int dz = first; dz <= slices.last(); ++dz) holes |= pierced(w, dz) != 0;
    // Weights without holes are those of the tile's first row.
    for (int s = holes || y == 0 ? 0 : 1; s <= shape_.values; ++s) {
      line.places.set(count, 0, [&](int k) -> const double* {
        if (s == 0 && !pierced(w, first + k)) return w.whole.data();
        return plane_row(w, first + k, y) + std::ptrdiff_t{s} * shape_.width;
      });
      sums_.wide_taps({.at = line.places.at.data(), .weight = weights, .count = count}, width,
                      w.result.data() + std::ptrdiff_t{s} * shape_.width);
    }
  }

  // The sums become means, and where alpha weighs colours are divided by it.
  void divide(int width, Worker& w) const {
    const double* const weights = w.result.data();
    double* const means = w.result.data() + shape_.width;
    for (int c = 0; c < shape_.values; ++c) {
      double* const mean = means + std::ptrdiff_t{c} * shape_.width;
      for (int x = 0; x < width; ++x) mean[x] /= weights[x];  // NaN where no tap is valid
    }
    for (int x = 0; loader_.layout().weighs && x < width; ++x)
      divide_by_alpha(means + x, shape_.width, shape_.values, full_scale(pass_.reads));
  }

  // Marks in `w.computed` the valid centres whose window may be used, and in `w.valid` by 0 the
  // holes to fill. Returns whether there are some.
  bool mark(const WindowSlices& slices, const Rect& rect, int y, Worker& w) const {
    const Frame& frame = slices.centre().frame;
    const int row = rect.y + y, rx = shape_.radius_x, ry = shape_.radius_y;
    const bool copies = step_.border == Border::copy;
    const bool row_inside =
        !copies || (slices.all_inside() && row >= ry && row < frame.height - ry);
    const std::uint8_t* const centres = centre_row(w, 0, y);
    const bool holes = pierced(w, 0) != 0;
    bool fills = false;
    for (int x = 0; x < rect.width; ++x) {
      const auto i = static_cast<std::size_t>(x);
      const int column = rect.x + x;
      const bool inside = row_inside && (!copies || (column >= rx && column < frame.width - rx));
      const bool valid = !holes || centres[x] != 0;
      w.computed[i] = inside && valid;
      w.valid[i] = !(inside && !valid && w.result[i] > 0.0 && step_.fill);
      fills |= w.valid[i] == 0;
    }
    return fills;
  }

  void store(const WindowSlices& slices, const ImageView& target, const Rect& rect, int y,
             Worker& w) const {
    const Source source = slices.centre();
    const bool marks = pierced(w, 0) || step_.border == Border::copy;
    const bool fills = marks && mark(slices, rect, y, w);
    divide(rect.width, w);
    double* const means = w.result.data() + shape_.width;
    const ConstImageView from =
        source.image.region({rect.x - source.frame.x, rect.y + y - source.frame.y, rect.width, 1});
    const ImageView to = target.region({0, y, rect.width, 1});
    const std::uint8_t* const computed = marks ? w.computed.data() : nullptr;
    if (!loader_.layout().weighs) subtract_centres(from, computed, means);
    store_row(StoreRow<double>{.from = from,
                               .to = to,
                               .mean_offset = means,
                               .mean_plane = shape_.width,
                               .mean_scale = 1.0,
                               .computed = computed,
                               .averaged = shape_.values,
                               .sentinel = pass_.sentinel,
                               .weighted = loader_.layout().weighs});
    if (fills) fill(to, means, w);
  }

  // Of computed pixels, or of all; the means of holes stay what they are.
  void subtract_centres(const ConstImageView& from, const std::uint8_t* computed,
                        double* means) const {
    with_pixel_type(from.type, [&]<class T>() {
      for (int c = 0; c < shape_.values; ++c) {
        double* const mean = means + std::ptrdiff_t{c} * shape_.width;
        for (int x = 0; x < from.width; ++x)
          if (computed == nullptr || computed[x] != 0)
            mean[x] -= static_cast<double>(read_sample<T>(from.at(x, 0, c)));
      }
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
        const auto mean = [&](int c) { return means[std::ptrdiff_t{c} * shape_.width + x]; };
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
  LineSums sums_;
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
