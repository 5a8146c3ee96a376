// SPDX-License-Identifier: Apache-2.0
#include "methods/fourier_range/cpu/multirate_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "backends/cpu/aligned_numbers.hpp"
#include "backends/cpu/float_environment.hpp"
#include "methods/fourier_range/certified_fit.hpp"
#include "methods/fourier_range/cpu/level_tables.hpp"
#include "methods/fourier_range/fit.hpp"
#include "methods/fourier_range/multirate_shape.hpp"

namespace selvage::cpu {
namespace {

// The numbers that AxisWeights points at. Items are integers of `from` units, results have `to`
// units.
class AxisNumbers {
 public:
  AxisNumbers(const AxisMean& axis, const AxisScale& scale, double to) {
    const double factor = to / scale.unit;
    const auto number = [](double value) { return static_cast<float>(value); };
    for (int k = 0; k < axis.step; ++k) {
      const int offset = k - axis.step / 2;
      for (const int t : {offset + axis.step, offset, offset - axis.step}) {
        const auto at = static_cast<std::size_t>(std::abs(t));
        reduce_.push_back(at < axis.reduce.size() ? number(axis.reduce[at]) : 0.0f);
      }
      for (const double weight : axis.interpolate[static_cast<std::size_t>(k)])
        interpolate_.push_back(number(weight));
    }
    coarse_.assign(static_cast<std::size_t>(2 * axis.reach + 2 * cells_together + 1), 0.0f);
    for (int m = -axis.reach; m <= axis.reach; ++m)
      coarse_[static_cast<std::size_t>(cells_together + axis.reach + m)] =
          number(factor * axis.coarse[static_cast<std::size_t>(std::abs(m))]);
    const double dropped = std::ldexp(1.0, scale.shift);
    weights_ = {.radius = axis.radius,
                .step = axis.step,
                .reach = axis.reach,
                .shift = scale.shift,
                .box = number(factor * axis.box),
                .parabola = number(factor * axis.parabola * dropped),
                .start = number(factor * axis.parabola * parabola_weights(axis.radius) * 0.5 *
                                (dropped - 1.0))};
  }

  AxisWeights weights() const {
    AxisWeights weights = weights_;
    weights.reduce = reduce_.data();
    weights.interpolate = interpolate_.data();
    weights.coarse = coarse_.data();
    return weights;
  }

 private:
  AxisWeights weights_;
  std::vector<float> reduce_, interpolate_, coarse_;
};

// The tables of direct sums.
struct DirectTables {
  std::vector<float> across, down, gaussian;

  explicit DirectTables(const WindowMean& step) {
    const auto taps = [&](int radius) {
      const std::vector<double> half = fourier_weights(step.sigma_space, radius);
      std::vector<float> all;
      for (int t = -radius; t <= radius; ++t)
        all.push_back(static_cast<float>(half[static_cast<std::size_t>(std::abs(t))]));
      return all;
    };
    across = taps(step.radius_x);
    across.resize((across.size() + 15) / 8 * 8, 0.0f);
    down = taps(step.radius_y);
    const double sigma = 255.0 * double{step.sigma_range};
    for (std::size_t d = 0; d < level_count; ++d) {
      const double x = static_cast<double>(d) / sigma;
      gaussian.push_back(static_cast<float>(std::exp(-0.5 * x * x)));
    }
  }
};

class MultirateKernel final : public LevelKernel<MultirateLoops> {
 public:
  MultirateKernel(const MultirateParts& parts, const ExecutionContext& context)
      : MultirateKernel(parts, context, certified_fit(std::get<WindowMean>(parts.pass.step))) {}

 private:
  struct Worker {
    AlignedNumbers<std::uint8_t> levels;   // [groups][rows][stride]
    AlignedNumbers<float> floats;          // [planes][stride]
    AlignedNumbers<std::uint8_t> valid;    // [stride]
    AlignedNumbers<float> cells, means;    // [groups][cells or means][pixels][numbers]
    AlignedNumbers<std::int32_t> running;  // [groups][4][pixels][numbers]
    AlignedNumbers<std::int32_t> sums;     // [step][stride][numbers]
    AlignedNumbers<float> row;             // cells, means and parts of a row
    AlignedNumbers<std::int32_t> row_running;
    std::vector<const float*> pointers;
    AlignedNumbers<float> shifts;         // [step][planes][stride]
    AlignedNumbers<std::uint8_t> failed;  // [stride]
  };

  // A tile while it is filtered.
  struct Job {
    Rect rect;
    Worker& w;
  };

  MultirateKernel(const MultirateParts& parts, const ExecutionContext& context,
                  const CertifiedFit& fit)
      : LevelKernel(parts, context),
        shape_(loader_.layout(), parts.tile, fit),
        tables_(fit.series),
        cosines_(tables_.waves.size()),
        down_(fit.down, fit.level_scale, fit.sum_scale.unit),
        across_(fit.across, fit.sum_scale, 1.0),
        direct_(step_),
        constant_(static_cast<float>(fit.series.constant * fit.weights)),
        of_weights_(static_cast<float>(1.0001 * fit.of_weights)),
        of_differences_(static_cast<float>(1.0001 * fit.of_differences)) {
    for (std::size_t i = 0; i < cosines_.size(); ++i)
      cosines_.data()[i] = static_cast<std::int16_t>(
          std::lrint(fit.level_scale.unit * double{tables_.waves.data()[i]}));
    const auto groups = static_cast<std::size_t>(shape_.groups);
    const auto stride = static_cast<std::size_t>(shape_.stride);
    const auto numbers = static_cast<std::size_t>(shape_.numbers);
    for (int i = 0; i < context.threads; ++i)
      workers_.push_back(
          {.levels = AlignedNumbers<std::uint8_t>(shape_.levels()),
           .floats = AlignedNumbers<float>(shape_.floats()),
           .valid = AlignedNumbers<std::uint8_t>(stride),
           .cells = AlignedNumbers<float>(checked_mul(groups, shape_.cells, shape_.columns())),
           .means =
               AlignedNumbers<float>(checked_mul(groups, MultirateShape::means, shape_.columns())),
           .running = AlignedNumbers<std::int32_t>(checked_mul(groups, 4, shape_.columns())),
           .sums = AlignedNumbers<std::int32_t>(shape_.sums()),
           .row = AlignedNumbers<float>(shape_.row_floats()),
           .row_running = AlignedNumbers<std::int32_t>(4 * numbers),
           .pointers = std::vector<const float*>(shape_.row_cells),
           .shifts = AlignedNumbers<float>(shape_.shifts()),
           .failed = AlignedNumbers<std::uint8_t>(stride)});
  }

  void filter(const Source& source, const Rect& rect, const ImageView& target,
              int worker) override {
    Worker& w = workers_[static_cast<std::size_t>(worker)];
    const FlushDenormals flush;
    load(source, rect, w);
    const Job job{rect, w};
    const AxisWeights axis = down_.weights();
    const int first = rect.y / axis.step, last = (rect.y + rect.height - 1) / axis.step;
    for (int g = 0; g < shape_.groups; ++g) start(job, g, first);
    int next_mean = first - 1, next_block = first - axis.reach - 2;
    for (int cell = first; cell <= last; ++cell) {
      const bool more = next_mean <= cell + 2;
      const int top = std::max(cell * axis.step, rect.y);
      const int bottom = std::min((cell + 1) * axis.step, rect.y + rect.height);
      for (int g = 0; g < shape_.groups; ++g) {
        if (more) means(job, g, next_mean, next_block);
        expand(job, g, cell, bottom - cell * axis.step);
        for (int y = top; y < bottom; ++y) filter_row(job, g, y, y - cell * axis.step);
      }
      if (more) {
        next_mean += cells_together;
        next_block = next_mean + axis.reach + 1;
      }
      for (int y = top; y < bottom; ++y)
        store(source, rect, y - rect.y, target, shifts_of(w, y - cell * axis.step, 0),
              shape_.stride);
    }
  }

  // Loads the levels of the tile and its halo.
  void load(const Source& source, const Rect& rect, Worker& w) const {
    const int radius_x = step_.radius_x, radius_y = step_.radius_y;
    const int pixels = rect.width + 2 * radius_x;
    for (int y = rect.y - radius_y; y < rect.y + rect.height + radius_y; ++y) {
      loader_.load_row(source, rect.x - radius_x, y, pixels, w.floats.data(), shape_.stride,
                       w.valid.data());
      for (int g = 0; g < shape_.groups; ++g) {
        const float* const from = w.floats.data() + g * shape_.stride;
        std::uint8_t* const to = levels_of({rect, w}, g, y) + shape_.pad_x;
        for (int x = 0; x < pixels; ++x) to[x] = static_cast<std::uint8_t>(from[x]);
      }
    }
  }

  ExpandColumns columns(const Job& job, int group, int y) const {
    const std::ptrdiff_t plane = shape_.pixels * shape_.numbers;
    return {.levels = levels_of(job, group, y) + shape_.pad_x,
            .stride = shape_.stride,
            .pixels = job.rect.width + 2 * step_.radius_x,
            .table = cosines_.data(),
            .numbers = shape_.numbers,
            .axis = down_.weights(),
            .running = {.sums = job.w.running.data() +
                                std::ptrdiff_t{group} * RunningSums::planes * plane,
                        .plane = plane},
            .sums = job.w.sums.data() + std::ptrdiff_t{shape_.pad_x} * shape_.numbers,
            .sums_row = shape_.stride * shape_.numbers};
  }

  void start(const Job& job, int group, int first) const {
    const AxisWeights axis = down_.weights();
    parts_.loops.start(columns(job, group, first * axis.step));
    for (std::ptrdiff_t x = 0; x < shape_.pixels; x += MultirateShape::chunk)
      for (const int cell : {first - axis.reach - 3, first - axis.reach - 2})
        std::fill_n(cell_of(job, group, x, cell),
                    std::ptrdiff_t{MultirateShape::chunk} * shape_.numbers, 0.0f);
  }

  // Computes the means of the next cells_together cells, some columns at a time. The pixels of the
  // cells before first_block have been added.
  void means(const Job& job, int group, int next, int first_block) const {
    const AxisWeights axis = down_.weights();
    const int columns = job.rect.width + 2 * step_.radius_x;
    const int last_block = next + cells_together + axis.reach;
    for (int x = 0; x < columns; x += MultirateShape::chunk) {
      const int pixels = std::min(MultirateShape::chunk, columns - x);
      for (int block = first_block; block <= last_block; ++block)
        parts_.loops.reduce(
            {.levels = levels_of(job, group, block * axis.step - axis.step / 2) + shape_.pad_x + x,
             .stride = shape_.stride,
             .pixels = pixels,
             .table = cosines_.data(),
             .numbers = shape_.numbers,
             .axis = axis,
             .before = cell_of(job, group, x, block - 1),
             .at = cell_of(job, group, x, block),
             .after = cell_of(job, group, x, block + 1)});
      for (int p = 0; p < 2 * axis.reach + cells_together; ++p)
        job.w.pointers[static_cast<std::size_t>(p)] = cell_of(job, group, x, next - axis.reach + p);
      CoarseMeans coarse{.cells = job.w.pointers.data(),
                         .count = std::ptrdiff_t{pixels} * shape_.numbers,
                         .axis = axis};
      for (int b = 0; b < cells_together; ++b)
        coarse.means[b] = mean_of(job, group, next + b) + std::ptrdiff_t{x} * shape_.numbers;
      parts_.loops.coarse(coarse);
    }
  }

  void expand(const Job& job, int group, int cell, int rows) const {
    ExpandColumns expansion = columns(job, group, cell * down_.weights().step);
    expansion.rows = rows;
    for (int a = 0; a < 4; ++a) expansion.means[a] = mean_of(job, group, cell - 1 + a);
    parts_.loops.expand(expansion);
  }

  // Computes row y, which is row `row` of its cell, from sums of columns.
  void filter_row(const Job& job, int group, int y, int row) const {
    const AxisWeights axis = across_.weights();
    const Rect& rect = job.rect;
    Worker& w = job.w;
    const int x = rect.x / axis.step * axis.step, before = rect.x - x;
    const int cells = (before + rect.width + axis.step - 1) / axis.step;
    const std::ptrdiff_t column = shape_.pad_x + step_.radius_x - before;
    const std::uint8_t* const centres = levels_of(job, group, y) + column;
    float* const shifts = shifts_of(w, row, group);
    const std::size_t row_cells = shape_.row_cells * static_cast<std::size_t>(shape_.numbers);
    parts_.loops.row({.sums = w.sums.data() + (row * shape_.stride + column) * shape_.numbers,
                      .pixels = cells * axis.step,
                      .centres = centres,
                      .weights = tables_.weights.data(),
                      .differences = tables_.differences.data(),
                      .constant = constant_,
                      .of_weights = of_weights_,
                      .of_differences = of_differences_,
                      .limit = static_cast<float>(certified_limit),
                      .numbers = shape_.numbers,
                      .axis = axis,
                      .cells = w.row.data(),
                      .means = w.row.data() + row_cells,
                      .cell_rows = w.pointers.data(),
                      .running = w.row_running.data(),
                      .parts = w.row.data() + 2 * row_cells,
                      .shifts = shifts,
                      .failed = w.failed.data()});
    for (int i = before; i < before + rect.width; ++i) {
      if (w.failed.data()[i])
        shifts[i] = parts_.loops.pixel({.levels = centres + i,
                                        .stride = shape_.stride,
                                        .radius_x = step_.radius_x,
                                        .radius_y = step_.radius_y,
                                        .across = direct_.across.data(),
                                        .down = direct_.down.data(),
                                        .gaussian = direct_.gaussian.data()});
      shifts[i - before] = shifts[i];
    }
  }

  // Returns the leftmost level of a row, in the whole image's coordinates.
  std::uint8_t* levels_of(const Job& job, int group, int y) const {
    const std::ptrdiff_t row = y - job.rect.y + step_.radius_y + shape_.pad_y;
    return job.w.levels.data() + (std::ptrdiff_t{group} * shape_.rows + row) * shape_.stride;
  }
  // Rows of cells, for each chunk of columns, and of means lie in rings.
  float* cell_of(const Job& job, int group, std::ptrdiff_t x, int cell) const {
    const std::ptrdiff_t chunks = shape_.pixels / MultirateShape::chunk;
    const std::ptrdiff_t row =
        (group * chunks + x / MultirateShape::chunk) * shape_.cells + ring(cell, shape_.cells);
    return job.w.cells.data() + row * MultirateShape::chunk * shape_.numbers;
  }
  float* mean_of(const Job& job, int group, int cell) const {
    const std::ptrdiff_t row =
        std::ptrdiff_t{group} * MultirateShape::means + ring(cell, MultirateShape::means);
    return job.w.means.data() + row * shape_.pixels * shape_.numbers;
  }
  static int ring(int cell, int size) { return (cell % size + size) % size; }
  float* shifts_of(Worker& w, int row, int group) const {
    return w.shifts.data() + (std::ptrdiff_t{row} * shape_.planes + group) * shape_.stride;
  }

  MultirateShape shape_;
  LevelTables tables_;
  AlignedNumbers<std::int16_t> cosines_;  // [256][numbers]
  AxisNumbers down_, across_;
  DirectTables direct_;
  float constant_, of_weights_, of_differences_;
  std::vector<Worker> workers_;
};

}  // namespace

std::unique_ptr<Kernel> make_multirate_kernel(const MultirateParts& parts,
                                              const ExecutionContext& context) {
  return std::make_unique<MultirateKernel>(parts, context);
}

}  // namespace selvage::cpu
