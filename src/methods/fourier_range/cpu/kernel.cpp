// SPDX-License-Identifier: Apache-2.0
#include "methods/fourier_range/cpu/kernel.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "backends/cpu/aligned_numbers.hpp"
#include "backends/cpu/float_environment.hpp"
#include "methods/fourier_range/cpu/level_tables.hpp"
#include "methods/fourier_range/fit.hpp"
#include "methods/fourier_range/shape.hpp"

namespace selvage::cpu {
namespace {

// The weights that FourierTaps points at.
class TapWeights {
 public:
  TapWeights(double sigma_space, int radius)
      : radius_(radius),
        before_(static_cast<std::size_t>(radius) + 2 * beyond, 0.0f),
        after_(static_cast<std::size_t>(radius) + 2 * beyond + 1, 0.0f) {
    const std::vector<double> weights = fourier_weights(sigma_space, radius);
    for (std::size_t t = 0; t < weights.size(); ++t) {
      const auto weight = static_cast<float>(weights[t]);
      after_[beyond + t] = weight;
      if (t > 0) before_[beyond + weights.size() - 1 - t] = weight;
    }
  }

  FourierTaps taps() const {
    return {.radius = radius_, .before = before_.data(), .after = after_.data()};
  }

 private:
  static constexpr std::size_t beyond = FourierTaps::beyond;
  int radius_;
  std::vector<float> before_, after_;
};

class FourierKernel final : public LevelKernel<FourierLoops> {
 public:
  FourierKernel(const FourierParts& parts, const ExecutionContext& context)
      : FourierKernel(parts, context, fit_of(parts)) {}

 private:
  struct Worker {
    AlignedNumbers<Level> levels;                  // [groups][rows][pixels]
    AlignedNumbers<float> floats;                  // [planes][pixels]
    AlignedNumbers<float> sums;                    // [block][pixels][numbers]
    AlignedNumbers<float> means;                   // [block][planes][pixels]
    AlignedNumbers<std::uint8_t> valid, computed;  // [pixels]
  };

  static FourierFit fit_of(const FourierParts& parts) {
    const auto& step = std::get<WindowMean>(parts.pass.step);
    return fourier_fit(step, level_form(step, parts.problem));
  }

  FourierKernel(const FourierParts& parts, const ExecutionContext& context, const FourierFit& fit)
      : LevelKernel(parts, context),
        shape_(loader_.layout(), parts.tile, step_, fit.series.terms()),
        tables_(fit.series),
        constant_(static_cast<float>(fit.series.constant * fit.weights)),
        across_(step_.sigma_space, step_.radius_x),
        down_(step_.sigma_space, step_.radius_y) {
    for (int i = 0; i < context.threads; ++i)
      workers_.push_back(
          {.levels = AlignedNumbers<Level>(shape_.levels()),
           .floats = AlignedNumbers<float>(shape_.floats()),
           .sums = AlignedNumbers<float>(shape_.sums()),
           .means = AlignedNumbers<float>(shape_.means()),
           .valid = AlignedNumbers<std::uint8_t>(static_cast<std::size_t>(shape_.pixels)),
           .computed = AlignedNumbers<std::uint8_t>(static_cast<std::size_t>(shape_.pixels))});
  }

  void filter(const Source& source, const Rect& rect, const ImageView& target,
              int worker) override {
    Worker& w = workers_[static_cast<std::size_t>(worker)];
    load(source, rect, w);
    for (int y = 0; y < rect.height; y += parts_.loops.block) {
      const int rows = std::min(parts_.loops.block, rect.height - y);
      for (int g = 0; g < shape_.groups; ++g) filter_block(rect, y, rows, g, w);
      for (int b = 0; b < rows; ++b)
        store(source, rect, y + b, target,
              {.shifts = means_of(w, b),
               .plane = shape_.pixels,
               .centres = levels_of(w, 0, y + b + shape_.radius_y) + shape_.radius_x,
               .computed = w.computed.data()});
    }
  }

  // Loads the levels of the tile and its halo.
  void load(const Source& source, const Rect& rect, Worker& w) const {
    const int pixels = rect.width + 2 * shape_.radius_x;
    for (int i = 0; i < rect.height + 2 * shape_.radius_y; ++i)
      load_levels(source, rect.x - shape_.radius_x, rect.y + i - shape_.radius_y, pixels,
                  {w.floats.data(), shape_.pixels, w.valid.data()},
                  [&](int g) { return levels_of(w, g, i); });
  }

  // Filters `rows` rows from y on of group g. At a tile's end it also sums columns for rows beyond
  // it, from levels that an earlier tile left; their results are unused.
  void filter_block(const Rect& rect, int y, int rows, int g, Worker& w) const {
    const FlushDenormals flush;  // flushes weights
    const std::ptrdiff_t sums_row = shape_.pixels * shape_.numbers;
    parts_.loops.columns({.levels = levels_of(w, g, y),
                          .stride = shape_.pixels,
                          .pixels = rect.width + 2 * shape_.radius_x,
                          .table = tables_.waves.data(),
                          .numbers = shape_.numbers,
                          .taps = down_.taps(),
                          .sums = w.sums.data(),
                          .sums_row = sums_row});
    for (int b = 0; b < rows; ++b)
      parts_.loops.row({.sums = w.sums.data() + b * sums_row,
                        .centres = levels_of(w, g, y + b + shape_.radius_y) + shape_.radius_x,
                        .pixels = rect.width,
                        .weights = tables_.weights.data(),
                        .differences = tables_.differences.data(),
                        .constant = constant_,
                        .numbers = shape_.numbers,
                        .taps = across_.taps(),
                        .means = means_of(w, b) + g * shape_.pixels});
  }

  Level* levels_of(Worker& w, int group, int row) const {
    return w.levels.data() + (std::ptrdiff_t{group} * shape_.rows + row) * shape_.pixels;
  }
  float* means_of(Worker& w, int row) const {
    return w.means.data() + std::ptrdiff_t{row} * shape_.planes * shape_.pixels;
  }

  FourierShape shape_;
  LevelTables tables_;
  float constant_;
  TapWeights across_, down_;
  std::vector<Worker> workers_;
};

}  // namespace

std::unique_ptr<Kernel> make_fourier_kernel(const FourierParts& parts,
                                            const ExecutionContext& context) {
  return std::make_unique<FourierKernel>(parts, context);
}

}  // namespace selvage::cpu
