// SPDX-License-Identifier: Apache-2.0
#include "methods/fourier_range/cpu/multirate_kernel.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "backends/cpu/aligned_numbers.hpp"
#include "backends/cpu/float_environment.hpp"
#include "methods/fourier_range/certified_fit.hpp"
#include "methods/fourier_range/cpu/direct_pixels.hpp"
#include "methods/fourier_range/cpu/joint_row.hpp"
#include "methods/fourier_range/cpu/multirate_tables.hpp"
#include "methods/fourier_range/cpu/repair_row.hpp"
#include "methods/fourier_range/multirate_shape.hpp"

namespace selvage::cpu {
namespace {

class MultirateKernel final : public LevelKernel<MultirateLoops> {
 public:
  MultirateKernel(const MultirateParts& parts, const ExecutionContext& context)
      : MultirateKernel(parts, context, fit_of(parts)) {}

 private:
  struct Worker {
    AlignedNumbers<Level> levels;          // [groups][rows][stride]
    AlignedNumbers<float> floats;          // [planes][stride]; of floats as `levels`
    AlignedNumbers<std::uint8_t> valid;    // [stride]
    AlignedNumbers<float> cells, means;    // [cells or means][pixels][numbers]
    AlignedNumbers<std::int32_t> running;  // [4][pixels][numbers]
    AlignedNumbers<std::int32_t> sums;     // [step][stride][numbers]
    AlignedNumbers<float> row;             // cells, means and parts of a row
    AlignedNumbers<std::int32_t> row_running;
    std::vector<const float*> pointers;
    AlignedNumbers<float> shifts;                   // [tile's rows][planes][stride]
    AlignedNumbers<std::uint8_t> failed, computed;  // [stride]
  };

  static CertifiedFit fit_of(const MultirateParts& parts) {
    const auto& step = std::get<WindowMean>(parts.pass.step);
    return certified_fit(step, level_form(step, parts.problem));
  }

  // A tile while it is filtered.
  struct Job {
    Rect rect;
    Worker& w;
    const DirectPixels* direct;  // of floats
    CertifiedSamples& samples;
  };

  MultirateKernel(const MultirateParts& parts, const ExecutionContext& context,
                  const CertifiedFit& fit)
      : LevelKernel(parts, context),
        shape_(loader_.layout(), parts.tile, fit),
        tables_(fit),
        down_(fit.down, fit.level_scale, fit.sum_scale.unit),
        across_(fit.across, fit.sum_scale, 1.0),
        repair_tables_(step_, full_scale(PixelType::u8) * fit.form.unit()),
        constant_(static_cast<float>(fit.series.constant * fit.weights)),
        of_weights_(static_cast<float>(1.0001 * fit.of_weights)),
        of_differences_(static_cast<float>(1.0001 * fit.of_differences)) {
    const auto stride = static_cast<std::size_t>(shape_.stride);
    const auto numbers = static_cast<std::size_t>(shape_.numbers);
    for (int i = 0; fit.form.floats && i < context.threads; ++i)
      direct_pixels_.emplace_back(parts.pass, parts.problem, parts.tile, context);
    for (int i = 0; i < context.threads; ++i)
      workers_.push_back(
          {.levels = AlignedNumbers<Level>(shape_.levels()),
           .floats = AlignedNumbers<float>(shape_.floats()),
           .valid = AlignedNumbers<std::uint8_t>(stride),
           .cells = AlignedNumbers<float>(checked_mul(shape_.cells, shape_.columns())),
           .means = AlignedNumbers<float>(checked_mul(MultirateShape::means, shape_.columns())),
           .running = AlignedNumbers<std::int32_t>(checked_mul(4, shape_.columns())),
           .sums = AlignedNumbers<std::int32_t>(shape_.sums()),
           .row = AlignedNumbers<float>(shape_.row_floats()),
           .row_running = AlignedNumbers<std::int32_t>(4 * numbers),
           .pointers = std::vector<const float*>(shape_.row_cells),
           .shifts = AlignedNumbers<float>(shape_.shifts()),
           .failed = AlignedNumbers<std::uint8_t>(stride),
           .computed = AlignedNumbers<std::uint8_t>(stride)});
  }

  void filter(const Source& source, const Rect& rect, const ImageView& target,
              int worker) override {
    Worker& w = workers_[static_cast<std::size_t>(worker)];
    CertifiedSamples samples{.certified = stored_groups() * rect.width * rect.height,
                             .recomputed = 0};
    if (!form_.floats) {
      load(source, rect, nullptr, w);
      filter_levels(source, target, {rect, w, nullptr, samples});
    } else {
      filter_floats(source, target, direct_pixels_[static_cast<std::size_t>(worker)],
                    {rect, w, nullptr, samples});
    }
    count(samples, worker);
  }

  // Filters a tile of floats, apart from the pixels whose windows have samples without a level.
  void filter_floats(const Source& source, const ImageView& target, DirectPixels& direct,
                     const Job& tile) const {
    load(source, tile.rect, &direct, tile.w);
    direct.find(tile.rect);
    const Rect rect = direct.others();
    if (rect.width > 0) {
      if (rect != tile.rect) load(source, rect, &direct, tile.w);
      const Rect place{rect.x - tile.rect.x, rect.y - tile.rect.y, rect.width, rect.height};
      filter_levels(source, target.region(place), {rect, tile.w, &direct, tile.samples});
    }
    direct.filter(source, target, cancel_);
    tile.samples.recomputed += stored_groups() * direct.count();
  }

  // Filters a tile whose levels are loaded.
  void filter_levels(const Source& source, const ImageView& target, const Job& job) const {
    const FlushDenormals flush;
    const Rect& rect = job.rect;
    Worker& w = job.w;
    for (int g = 0; g < shape_.groups; ++g) filter_group(job, g);
    for (int row = 0; row < rect.height; ++row) {
      if (form_.joint()) divide_row(job, row);
      store(source, rect, row, target,
            {.shifts = shifts_of(w, row, first_stored()),
             .plane = shape_.stride,
             .centres = centres_of(job, 0, rect.y + row),
             .computed = w.computed.data()});
    }
  }

  // Computes the shifts of a group, or its sums of a joint filter. Groups follow one another, since
  // the cells of one nearly fill a core's cache.
  void filter_group(const Job& job, int group) const {
    const AxisWeights axis = down_.weights();
    const Rect& rect = job.rect;
    const int first = rect.y / axis.step, last = (rect.y + rect.height - 1) / axis.step;
    start(job, group, first);
    int next_mean = first - 1, next_block = first - axis.reach - 2;
    for (int cell = first; cell <= last; ++cell) {
      if (next_mean <= cell + 2) {
        const int wanted = std::min(last + 3 - next_mean, cells_of_batch);
        const int count = (wanted + cells_together - 1) / cells_together * cells_together;
        means(job, group, {next_mean, count, next_block});
        next_mean += count;
        next_block = next_mean + axis.reach + 1;
      }
      const int top = std::max(cell * axis.step, rect.y);
      const int bottom = std::min((cell + 1) * axis.step, rect.y + rect.height);
      expand(job, group, cell, bottom - cell * axis.step);
      for (int y = top; y < bottom; ++y) filter_row(job, group, y, y - cell * axis.step);
    }
  }

  // Loads the levels of the tile and its halo; of floats, the samples too.
  void load(const Source& source, const Rect& rect, DirectPixels* direct, Worker& w) const {
    const int radius_x = step_.radius_x, radius_y = step_.radius_y;
    for (int y = rect.y - radius_y; y < rect.y + rect.height + radius_y; ++y) {
      RowRoom room{w.floats.data(), shape_.stride, w.valid.data()};
      if (direct != nullptr) {
        room.floats += levels_of(w, rect, 0, y) + shape_.pad_x - w.levels.data();
        room.plane = shape_.rows * shape_.stride;
        room.outside = direct->row(y - rect.y + radius_y);
      }
      load_levels(source, rect.x - radius_x, y, rect.width + 2 * radius_x, room,
                  [&](int g) { return levels_of(w, rect, g, y) + shape_.pad_x; });
    }
  }

  ExpandColumns columns(const Job& job, int group, int y) const {
    const std::ptrdiff_t plane = shape_.pixels * shape_.numbers;
    return {.levels = levels_of(job.w, job.rect, group, y) + shape_.pad_x,
            .stride = shape_.stride,
            .pixels = job.rect.width + 2 * step_.radius_x,
            .tables = tables_.tables(),
            .axis = down_.weights(),
            .running = {.sums = job.w.running.data(), .plane = plane},
            .sums = job.w.sums.data() + std::ptrdiff_t{shape_.pad_x} * shape_.numbers,
            .sums_row = shape_.stride * shape_.numbers};
  }

  void start(const Job& job, int group, int first) const {
    const AxisWeights axis = down_.weights();
    parts_.loops.start(columns(job, group, first * axis.step));
    for (std::ptrdiff_t x = 0; x < shape_.pixels; x += MultirateShape::chunk)
      for (const int cell : {first - axis.reach - 3, first - axis.reach - 2})
        std::fill_n(cell_of(job, x, cell), std::ptrdiff_t{MultirateShape::chunk} * shape_.numbers,
                    0.0f);
  }

  // Cells whose means are computed. The pixels of the cells before first_block have been added.
  struct Batch {
    int first, count, first_block;
  };

  // Computes the means of cells, some columns at a time.
  void means(const Job& job, int group, const Batch& batch) const {
    const AxisWeights axis = down_.weights();
    const int columns = job.rect.width + 2 * step_.radius_x;
    const int end = batch.first + batch.count;
    for (int x = 0; x < columns; x += MultirateShape::chunk) {
      const int pixels = std::min(MultirateShape::chunk, columns - x);
      for (int block = batch.first_block; block <= end + axis.reach; ++block)
        parts_.loops.reduce(
            {.levels = levels_of(job.w, job.rect, group, block * axis.step - axis.step / 2) +
                       shape_.pad_x + x,
             .stride = shape_.stride,
             .pixels = pixels,
             .tables = tables_.tables(),
             .axis = axis,
             .before = cell_of(job, x, block - 1),
             .at = cell_of(job, x, block),
             .after = cell_of(job, x, block + 1)});
      const bool fetch = x + MultirateShape::chunk < columns;
      for (int next = batch.first; next < end; next += cells_together)
        coarse_means(job, {x, pixels}, next, fetch);
    }
  }

  struct Columns {
    int first, count;
  };

  // Computes the means of cells_together cells of some columns; `fetch`: the same cells of the next
  // columns are wanted soon.
  void coarse_means(const Job& job, const Columns& columns, int first, bool fetch) const {
    const AxisWeights axis = down_.weights();
    for (int p = 0; p < 2 * axis.reach + cells_together; ++p)
      job.w.pointers[static_cast<std::size_t>(p)] =
          cell_of(job, columns.first, first - axis.reach + p);
    CoarseMeans coarse{
        .cells = job.w.pointers.data(),
        .count = std::ptrdiff_t{columns.count} * shape_.numbers,
        .next = fetch ? std::ptrdiff_t{MultirateShape::chunk} * shape_.cells * shape_.numbers : 0,
        .axis = axis};
    for (int b = 0; b < cells_together; ++b)
      coarse.means[b] = mean_of(job, first + b) + std::ptrdiff_t{columns.first} * shape_.numbers;
    parts_.loops.coarse(coarse);
  }

  void expand(const Job& job, int group, int cell, int rows) const {
    ExpandColumns expansion = columns(job, group, cell * down_.weights().step);
    expansion.rows = rows;
    for (int a = 0; a < 4; ++a) expansion.means[a] = mean_of(job, cell - 1 + a);
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
    const Level* const centres = levels_of(job.w, job.rect, group, y) + column;
    float* const shifts = shifts_of(w, y - rect.y, group);
    const std::size_t row_cells = shape_.row_cells * static_cast<std::size_t>(shape_.numbers);
    parts_.loops.row({.sums = w.sums.data() + (row * shape_.stride + column) * shape_.numbers,
                      .pixels = cells * axis.step,
                      .centres = centres,
                      .tables = tables_.tables(),
                      .constant = constant_,
                      .of_weights = of_weights_,
                      .of_differences = of_differences_,
                      .limit = static_cast<float>(form_.limit),
                      .axis = axis,
                      .cells = w.row.data(),
                      .means = w.row.data() + row_cells,
                      .cell_rows = w.pointers.data(),
                      .running = w.row_running.data(),
                      .parts = w.row.data() + 2 * row_cells,
                      .shifts = shifts,
                      .failed = w.failed.data()});
    if (!form_.joint()) recompute_row(job, y, before, centres, shifts);
    if (before > 0) std::copy(shifts + before, shifts + before + rect.width, shifts);
  }

  // Computes the pixels of a row that fail again, but for holes and those that "simd" computes.
  void recompute_row(const Job& job, int y, int before, const Level* centres, float* shifts) const {
    std::uint8_t* const failed = job.w.failed.data() + before;
    const Level* const levels = centres + before;
    float* const repaired = shifts + before;
    const int pixels = job.rect.width;
    for (int i = 0; form_.holes && i < pixels; ++i)
      if (is_hole(levels[i])) failed[i] = 0;
    for (int i = 0; job.direct != nullptr && job.direct->count() > 0 && i < pixels; ++i)
      if (job.direct->has(job.rect.x + i, y)) failed[i] = 0;
    const auto repair = [&]<class Item>(const Item* items, void (*loop)(const Repair<Item>&)) {
      const RepairRow<Item> row{.window = window_of(items),
                                .pixels = pixels,
                                .failed = failed,
                                .unit = static_cast<float>(form_.unit()),
                                .shifts = repaired};
      return repair_row(row, loop, parts_.loops.together);
    };
    job.samples.recomputed +=
        form_.floats ? repair(std::as_const(job.w.floats).data() + (levels - job.w.levels.data()),
                              parts_.loops.repair_samples)
                     : repair(levels, parts_.loops.repair_levels);
  }

  // Makes the shifts of a row of the tile from the sums of a joint filter.
  void divide_row(const Job& job, int row) const {
    job.samples.recomputed +=
        divide_joint_row({.window = window_of(centres_of(job, 0, job.rect.y + row)),
                          .plane = shape_.rows * shape_.stride,
                          .values = form_.values,
                          .pixels = job.rect.width,
                          .sums = shifts_of(job.w, row, 0),
                          .sums_plane = shape_.stride,
                          .of_weights = of_weights_,
                          .of_differences = of_differences_,
                          .limit = static_cast<float>(form_.limit),
                          .failed = job.w.failed.data()},
                         parts_.loops.repair_joint, parts_.loops.together);
  }

  template <class Item>
  RepairWindow<Item> window_of(const Item* pixel) const {
    RepairWindow<Item> window = repair_tables_.window<Item>(step_, form_);
    window.pixel = pixel;
    window.stride = shape_.stride;
    return window;
  }

  // Group 0 of a joint filter has D^.
  int first_stored() const { return form_.joint() ? 1 : 0; }
  std::int64_t stored_groups() const { return shape_.groups - first_stored(); }

  // Returns the leftmost level of a row, in the whole image's coordinates.
  Level* levels_of(Worker& w, const Rect& rect, int group, int y) const {
    const std::ptrdiff_t row = y - rect.y + step_.radius_y + shape_.pad_y;
    return w.levels.data() + (std::ptrdiff_t{group} * shape_.rows + row) * shape_.stride;
  }
  // Returns the level of the first pixel of a row.
  const Level* centres_of(const Job& job, int group, int y) const {
    return levels_of(job.w, job.rect, group, y) + shape_.pad_x + step_.radius_x;
  }
  // Rows of cells, for each chunk of columns, and of means lie in rings.
  float* cell_of(const Job& job, std::ptrdiff_t x, int cell) const {
    const std::ptrdiff_t row = x / MultirateShape::chunk * shape_.cells + ring(cell, shape_.cells);
    return job.w.cells.data() + row * MultirateShape::chunk * shape_.numbers;
  }
  float* mean_of(const Job& job, int cell) const {
    const std::ptrdiff_t row = ring(cell, MultirateShape::means);
    return job.w.means.data() + row * shape_.pixels * shape_.numbers;
  }
  static int ring(int cell, int size) { return (cell % size + size) % size; }
  float* shifts_of(Worker& w, int row, int group) const {
    return w.shifts.data() + (std::ptrdiff_t{row} * shape_.groups + group) * shape_.stride;
  }

  MultirateShape shape_;
  CosineTables tables_;
  AxisNumbers down_, across_;
  RepairTables repair_tables_;
  float constant_, of_weights_, of_differences_;
  std::vector<Worker> workers_;
  std::vector<DirectPixels> direct_pixels_;  // of floats, one for each worker
};

}  // namespace

std::unique_ptr<Kernel> make_multirate_kernel(const MultirateParts& parts,
                                              const ExecutionContext& context) {
  return std::make_unique<MultirateKernel>(parts, context);
}

}  // namespace selvage::cpu
