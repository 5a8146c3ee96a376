// SPDX-License-Identifier: Apache-2.0
#include "methods/convolution/cpu/line_kernel.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "backends/cpu/tile_runs.hpp"
#include "core/border.hpp"
#include "core/samples.hpp"
#include "methods/convolution/cpu/computed_pixels.hpp"
#include "methods/convolution/cpu/grouped_rows.hpp"
#include "methods/convolution/cpu/line_loader.hpp"
#include "methods/convolution/cpu/line_store.hpp"
#include "methods/convolution/cpu/line_worker.hpp"
#include "methods/convolution/cpu/part_weights.hpp"

namespace selvage::cpu {
namespace {

template <class Number>
class LineKernel final : public Kernel {
 public:
  LineKernel(LineParts<Number> parts, const ExecutionContext& context)
      : parts_(std::move(parts)),
        step_(parts_.step),
        shape_(parts_.shape),
        window_(*parts_.window),
        loader_(step_, parts_.pass, parts_.problem, parts_.convert),
        weights_(step_, shape_, loader_, window_),
        store_(step_, parts_.pass, parts_.problem, parts_.convert),
        runner_(context.runner) {
    const bool gray = makes_gray(step_, parts_.problem);
    for (int i = 0; i < context.threads; ++i) {
      Worker& w = workers_.emplace_back(shape_, window_.rows_first(), gray);
      const auto channels = static_cast<std::size_t>(shape_.channels);
      for (std::size_t k = 0, c = 0; k < shape_.loaded_numbers(); ++k) {
        w.outside.data()[k] = loader_.outside_pixel()[c];
        c = c + 1 == channels ? 0 : c + 1;
      }
    }
    reads_in_place_ = std::is_same_v<Number, float> && parts_.pass.reads == PixelType::f32 &&
                      !gray && !step_.invalid && !parts_.problem.mask && !store_.weighs();
    weights_.find_full(workers_.front());
    if constexpr (std::is_same_v<Number, float>)
      if (reads_in_place_ && window_.grouped() && shape_.channels <= RowGroup::most_channels &&
          !loader_.outside_is_missing() && step_.border != Border::copy)
        groups_.emplace(shape_, step_.border, workers_.front().outside.data(), window_,
                        context.threads);
  }

  void run(const Inputs& inputs, const Outputs& outputs, const Frame& frame,
           const Controls& controls) override {
    const Rect& c = frame.compute;
    const bool stream = parts_.convert.end_stream && is_large(outputs.image);
    run_tiles(
        runner_, frame, inputs.image.batch, parts_.tuning.tile, controls, [&](const TileRun& t) {
          const Source source{inputs.image.image(t.batch), image_of_batch(inputs.mask, t.batch),
                              frame};
          const Rect there{t.rect.x - c.x, t.rect.y - c.y, t.rect.width, t.rect.height};
          workers_[static_cast<std::size_t>(t.worker)].start();
          run_tile({source, outputs.image.image(t.batch).region(there), t.rect, t.worker, stream},
                   controls);
          if (stream) parts_.convert.end_stream();
        });
  }

 private:
  using Worker = LineWorker<Number>;

  struct Tile {
    const Source& source;
    ImageView target;
    Rect rect;
    int worker;
    bool stream;  // see LineStore

    // Returns columns first..end - 1 of the tile.
    Tile columns(int first, int end) const {
      return {source,
              target.region({first, 0, end - first, rect.height}),
              {rect.x + first, rect.y, end - first, rect.height},
              worker,
              stream};
    }
    // Returns the rows from `first` on.
    Tile rows(int first) const {
      const int left = rect.height - first;
      return {source,
              target.region({0, first, rect.width, left}),
              {rect.x, rect.y + first, rect.width, left},
              worker,
              stream};
    }
  };

  // Computes the tile in up to three parts. Near the left and right edge of the image, rows are
  // loaded with their borders; between them they may be read in place. The results are the same.
  void run_tile(const Tile& tile, const Controls& controls) {
    constexpr int narrow = 64;    // pixels; a narrower part is not worth while
    constexpr int line = 16;      // numbers of a cache line
    constexpr int past_row = 16;  // numbers that a vector may read beyond the needed ones
    const int rx = shape_.radius_x, width = tile.rect.width;
    int first = 0, end = 0;  // of the columns between the edges
    const bool in_place = reads_in_place_ && is_in_place(tile.source.image);
    if (in_place && groups_ && groups_->serves(tile.rect, tile.source.frame.width) &&
        store_.is_plain(tile.target)) {
      const int done = run_groups(tile);
      if (done < tile.rect.height) run_part(tile.rows(done), false, controls);
      return;
    }
    if (in_place && extends_rows(tile)) return run_part(tile, true, controls);
    if (in_place) {
      const int view_end = tile.source.frame.x + tile.source.image.width;
      // Parts begin at cache lines.
      first = std::clamp((rx - tile.rect.x + line - 1) / line * line, 0, width);
      end = std::clamp((view_end - rx - past_row - tile.rect.x) / line * line, first, width);
      if (end - first < narrow) first = end = 0;
    }
    if (first > 0) run_part(tile.columns(0, first), false, controls);
    if (first < end) run_part(tile.columns(first, end), true, controls);
    const int rest = end;
    if (rest < width) run_part(tile.columns(rest, width), false, controls);
  }

  // Returns the number of rows that were computed.
  int run_groups(const Tile& tile) {
    // Results that a third-level cache may hold are stored faster than streamed.
    constexpr double streamed = 16 << 20;  // bytes, docs/journal/0037
    BorderColumns& columns = workers_[static_cast<std::size_t>(tile.worker)].columns;
    set_columns(tile, columns);
    return groups_->run({.source = tile.source,
                         .target = tile.target,
                         .rect = tile.rect,
                         .columns = columns,
                         .gain = static_cast<float>(store_.gain()),
                         .offset = static_cast<float>(store_.offset()),
                         .stream = tile.stream && is_large(tile.source.image, streamed),
                         .worker = tile.worker});
  }

  // Returns whether the rows of a view need no conversion.
  static bool is_in_place(const ConstImageView& image) {
    constexpr std::ptrdiff_t size = sizeof(Number);
    return rows_are_solid(image) && image.stride.row % size == 0 &&
           reinterpret_cast<std::uintptr_t>(image.data) % sizeof(Number) == 0;
  }

  // Returns whether the window extends rows beyond the image itself, by repeating column sums.
  bool extends_rows(const Tile& tile) {
    constexpr int narrow = 32;
    if (!window_.extends_rows() || step_.border == Border::wrap) return false;
    BorderColumns& columns = workers_[static_cast<std::size_t>(tile.worker)].columns;
    set_columns(tile, columns);
    return columns.near && columns.last - columns.first >= narrow &&
           shape_.radius_x < parts_.tuning.segment;
  }

  void set_columns(const Tile& tile, BorderColumns& columns) const {
    columns.set(tile.rect.x - shape_.radius_x, tile.rect.width + 2 * shape_.radius_x,
                tile.source.frame.width, step_.border);
  }

  // `in_place`: rows are read where they lie, until a result is not finite.
  void run_part(const Tile& tile, bool in_place, const Controls& controls) {
    Worker& w = workers_[static_cast<std::size_t>(tile.worker)];
    set_columns(tile, w.columns);
    weights_.start(tile.rect.width, w);
    const int window = 2 * shape_.radius_y;
    int next = 0;  // row to load
    for (int y = 0; y < tile.rect.height; ++y) {
      if (in_place && emit_in_place(tile, y, w)) continue;
      if (in_place) next = y;
      in_place = false;
      for (; next <= y + window; ++next) {
        if (window_.rows_first()) stop_if_asked(controls);  // rows may be long
        load(tile, next, w);
      }
      emit_loaded(tile, y, w);
    }
  }

  // Row i of the tile, with the rows that it reads above and below.
  void load(const Tile& tile, int i, Worker& w) const {
    const std::size_t slot = static_cast<std::size_t>(i % shape_.ring);
    Number* const kept = w.ring.data() + slot * shape_.kept_numbers();
    Number* const part = step_.mean ? w.parts.data() + slot * shape_.kept_pixels() : nullptr;
    const bool first = window_.rows_first();
    const LineTarget<Number> to{.numbers = first ? w.loaded.data() : kept,
                                .part = first && part ? w.loaded_part.data() : part,
                                .valid = w.row_valid.data(),
                                .samples = w.samples.data(),
                                .colours = w.colours.data()};
    const int rx = shape_.radius_x;
    const auto row = loader_.load(tile.source, tile.rect.y + i - shape_.radius_y, w.columns, to);
    w.states[slot] = {row.inside, row.holes};
    if (row.holes)
      std::copy_n(to.valid + rx, tile.rect.width, w.valid.data() + slot * shape_.result_pixels());
    if (!first) return;
    window_.row(to.numbers, tile.rect.width, shape_.channels, kept);
    if (row.holes && part) window_.row(to.part, tile.rect.width, 1, part);
  }

  // Computes and stores row y of the tile, whose window is in the ring.
  void emit_loaded(const Tile& tile, int y, Worker& w) {
    bool partial = false;  // a row of the window has pixels that do not count
    for (int k = 0; k < shape_.ring; ++k) {
      const std::size_t slot = slot_of(y + k), i = static_cast<std::size_t>(k);
      const RingRow& state = w.states[slot];
      const bool missing = !state.inside && loader_.outside_is_missing();
      partial |= state.holes || missing;
      w.rows[i] = w.ring.data() + slot * shape_.kept_numbers();
      if (step_.mean)
        w.part_rows[i] = state.holes ? w.parts.data() + slot * shape_.kept_pixels()
                                     : (missing ? w.none_part : w.clean_part).data();
    }
    const double* const weights = weights_.of(partial, tile.rect.width, tile.worker, w);
    const std::size_t centre = slot_of(y + shape_.radius_y);
    const std::uint8_t* const valid =
        w.states[centre].holes ? w.valid.data() + centre * shape_.result_pixels() : nullptr;
    const bool copying = mark(tile, y, valid, weights, w);
    for (int x = 0; x < tile.rect.width; x += parts_.tuning.segment)
      (void)emit_segment(tile, x, y, weights, copying, false, w);
  }

  // The same with rows that are read in place. Returns false if there may be a hole; then nothing
  // or only part of the row was stored.
  bool emit_in_place(const Tile& tile, int y, Worker& w) {
    const Source& source = tile.source;
    bool partial = false;
    for (int k = 0; k < shape_.ring; ++k) {
      const std::size_t i = static_cast<std::size_t>(k);
      const int row = border_index(std::int64_t{tile.rect.y} + y + k - shape_.radius_y,
                                   source.frame.height, step_.border);
      const bool missing = row == outside && loader_.outside_is_missing();
      partial |= missing;
      w.rows[i] = row == outside
                      ? w.outside.data()
                      : reinterpret_cast<const Number*>(source.image.at(
                            tile.rect.x - shape_.radius_x - source.frame.x, row - source.frame.y));
      if (step_.mean) w.part_rows[i] = (missing ? w.none_part : w.clean_part).data();
    }
    const double* const weights = weights_.of(partial, tile.rect.width, tile.worker, w);
    const bool copying = mark(tile, y, nullptr, weights, w);
    for (int x = 0; x < tile.rect.width; x += parts_.tuning.segment)
      if (!emit_segment(tile, x, y, weights, copying, true, w)) return false;
    return true;
  }

  // Computes and stores up to parts_.tuning.segment pixels of a row from (x, y). Returns false if
  // the rows are `in_place` and a result is not finite.
  bool emit_segment(const Tile& tile, int x, int y, const double* weights, bool copying,
                    bool in_place, Worker& w) {
    const int last = std::min(tile.rect.width, x + parts_.tuning.segment);
    window_.sums(w.rows.data(),
                 {x, last, shape_.channels, tile.worker, in_place ? &w.columns : nullptr},
                 w.results.data());
    if (in_place && !parts_.convert.finite(w.results.data(), (last - x) * shape_.channels))
      return false;
    if (weights) weights_.normalise(weights + x, last - x, w.results.data());
    const bool transparent = store_.weighs() && store_.divide(w.results.data(), last - x);
    store(tile, {x, y, last - x, 1}, copying ? w.computed.data() + x : nullptr, transparent, w);
    return true;
  }

  std::size_t slot_of(int row) const { return static_cast<std::size_t>(row % shape_.ring); }

  // Marks the pixels of row y of the tile that are computed. Returns false if all are.
  bool mark(const Tile& tile, int y, const std::uint8_t* valid, const double* weights,
            Worker& w) const {
    return mark_computed(
        {.frame = tile.source.frame,
         .x = tile.rect.x,
         .y = tile.rect.y + y,
         .pixels = tile.rect.width,
         .radius_x = shape_.radius_x,
         .radius_y = shape_.radius_y,
         .border = step_.border,
         .valid = valid},
        [&](int x) { return step_.fill && weights && weights[x] > 0.0; }, w.computed.data());
  }

  // Stores a segment of a row of the tile.
  void store(const Tile& tile, const Rect& segment, const std::uint8_t* computed, bool transparent,
             Worker& w) const {
    const Frame& frame = tile.source.frame;
    const Rect here{tile.rect.x + segment.x - frame.x, tile.rect.y + segment.y - frame.y,
                    segment.width, 1};
    store_.store({.from = tile.source.image.region(here),
                  .to = tile.target.region(segment),
                  .numbers = w.results.data(),
                  .computed = computed,
                  .samples = w.samples.data(),
                  .transparent = transparent,
                  .stream = tile.stream});
  }

  LineParts<Number> parts_;
  const LinearStep& step_;
  const LineShape& shape_;
  WindowSums<Number>& window_;
  LineLoader<Number> loader_;
  PartWeights<Number> weights_;
  LineStore<Number> store_;
  TaskRunner& runner_;
  std::vector<Worker> workers_;
  std::optional<GroupedRows> groups_;
  bool reads_in_place_ = false;  // if the layout of a view allows it
};

}  // namespace

template <class Number>
std::unique_ptr<Kernel> make_line_kernel(LineParts<Number> parts, const ExecutionContext& context) {
  return std::make_unique<LineKernel<Number>>(std::move(parts), context);
}

template std::unique_ptr<Kernel> make_line_kernel(LineParts<float>, const ExecutionContext&);
template std::unique_ptr<Kernel> make_line_kernel(LineParts<double>, const ExecutionContext&);
template std::unique_ptr<Kernel> make_line_kernel(LineParts<std::uint16_t>,
                                                  const ExecutionContext&);

}  // namespace selvage::cpu
