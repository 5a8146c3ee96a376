// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/line_kernel.hpp"

#include <algorithm>
#include <vector>

#include "backends/cpu/line_loader.hpp"
#include "backends/cpu/line_store.hpp"
#include "backends/cpu/line_worker.hpp"
#include "backends/cpu/tile_runs.hpp"

namespace selvage::cpu {
namespace {

template <class Number>
class LineKernel final : public Kernel {
 public:
  LineKernel(LineParts<Number> parts, const Crew& crew)
      : parts_(std::move(parts)),
        step_(parts_.step),
        shape_(parts_.shape),
        window_(*parts_.window),
        loader_(step_, parts_.pass, parts_.problem, parts_.convert),
        store_(step_, parts_.pass, parts_.problem, parts_.convert),
        runner_(crew.runner) {
    for (int i = 0; i < crew.threads; ++i)
      workers_.emplace_back(shape_, window_.rows_first(), makes_gray(step_, parts_.problem));
    if (step_.mean && !std::is_integral_v<Number>) find_full_weight();
  }

  void run(const Inputs& inputs, const Outputs& outputs, const Frame& frame,
           const Controls& controls) override {
    const Rect& c = frame.compute;
    run_tiles(runner_, frame, inputs.image.batch, parts_.tuning, controls, [&](const TileRun& t) {
      const Source source{inputs.image.image(t.batch), image_of_batch(inputs.mask, t.batch), frame};
      const Rect there{t.rect.x - c.x, t.rect.y - c.y, t.rect.width, t.rect.height};
      const Tile tile{source, outputs.image.image(t.batch).region(there), t.rect, t.worker};
      run_tile(tile, controls);
    });
  }

 private:
  using Worker = LineWorker<Number>;

  struct Tile {
    const Source& source;
    ImageView target;
    Rect rect;
    int worker;
  };

  // The weight of a window in which all taps take part, by the sums that are to be compared with
  // it.
  void find_full_weight() {
    Worker& w = workers_.front();
    std::fill_n(w.loaded_part.data(), w.loaded_part.size(), Number{1});
    const Number* part = w.loaded_part.data();
    if (window_.rows_first()) {
      window_.row(part, 1, 1, w.clean_part.data());
      part = w.clean_part.data();
    }
    std::ranges::fill(w.part_rows, part);
    window_.weights(w.part_rows.data(), 1, w.weights.data(), 0);
    full_weight_ = *w.weights.data();
  }

  void run_tile(const Tile& tile, const Controls& controls) {
    Worker& w = workers_[static_cast<std::size_t>(tile.worker)];
    start(tile, w);
    const int before = 2 * shape_.radius_y;
    for (int i = 0; i < tile.rect.height + before; ++i) {
      if (window_.rows_first()) stop_if_asked(controls);  // rows may be long
      load(tile, i, w);
      if (i >= before) emit(tile, i - before, w);
    }
  }

  // The weights of rows without holes.
  void start(const Tile& tile, Worker& w) {
    w.clean_ready = false;
    if (!step_.mean) return;
    Number* const loaded = window_.rows_first() ? w.loaded_part.data() : w.clean_part.data();
    const int pixels = tile.rect.width + 2 * shape_.radius_x;
    loader_.clean_part(tile.source.frame.width, tile.rect.x - shape_.radius_x, pixels, loaded);
    if (window_.rows_first()) window_.row(loaded, tile.rect.width, 1, w.clean_part.data());
  }

  // Row i of the tile and what it reads above and below.
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
    const auto row = loader_.load(tile.source, tile.rect.x - rx, tile.rect.y + i - shape_.radius_y,
                                  tile.rect.width + 2 * rx, to);
    w.states[slot] = {row.inside, row.holes};
    if (row.holes)
      std::copy_n(to.valid + rx, tile.rect.width, w.valid.data() + slot * shape_.result_pixels());
    if (!first) return;
    window_.row(to.numbers, tile.rect.width, shape_.channels, kept);
    if (row.holes && part) window_.row(to.part, tile.rect.width, 1, part);
  }

  // Computes and stores row y of the tile: the ring holds its window.
  void emit(const Tile& tile, int y, Worker& w) {
    bool partial = false;  // a row in which not all pixels take part
    for (int k = 0; k < shape_.ring; ++k) {
      const std::size_t slot = slot_of(y + k);
      w.rows[static_cast<std::size_t>(k)] = w.ring.data() + slot * shape_.kept_numbers();
      partial |= w.states[slot].holes || (!w.states[slot].inside && loader_.outside_is_missing());
    }
    window_.sums(w.rows.data(), tile.rect.width, shape_.channels, w.results.data(), tile.worker);
    const double* weights = nullptr;
    if (step_.mean && partial)
      weights = partial_weights(tile, y, w);
    else if (step_.mean && cut_off(tile))
      weights = clean_weights(tile, w);
    if (weights) normalise(weights, tile.rect.width, w.results.data());
    store(tile, y, weights, w);
  }

  std::size_t slot_of(int row) const { return static_cast<std::size_t>(row % shape_.ring); }

  // Whether columns outside the image are read, and take no part.
  bool cut_off(const Tile& tile) const {
    const int rx = shape_.radius_x;
    return loader_.outside_is_missing() &&
           (tile.rect.x < rx || tile.rect.x + tile.rect.width > tile.source.frame.width - rx);
  }

  const double* partial_weights(const Tile& tile, int y, Worker& w) {
    for (int k = 0; k < shape_.ring; ++k) {
      const std::size_t slot = slot_of(y + k);
      const RingRow& state = w.states[slot];
      const bool takes_part = state.inside || !loader_.outside_is_missing();
      w.part_rows[static_cast<std::size_t>(k)] =
          state.holes ? w.parts.data() + slot * shape_.kept_pixels()
                      : (takes_part ? w.clean_part : w.none_part).data();
    }
    window_.weights(w.part_rows.data(), tile.rect.width, w.weights.data(), tile.worker);
    return w.weights.data();
  }

  // The same for all rows of a tile whose window has no holes.
  const double* clean_weights(const Tile& tile, Worker& w) {
    if (!w.clean_ready) {
      std::ranges::fill(w.part_rows, w.clean_part.data());
      window_.weights(w.part_rows.data(), tile.rect.width, w.clean_weights.data(), tile.worker);
      w.clean_ready = true;
    }
    return w.clean_weights.data();
  }

  // A pixel all of whose taps take part keeps its sum, whatever its neighbours do: so a result
  // depends on nothing but its window.
  void normalise(const double* weights, int pixels, Number* sums) const {
    for (int x = 0; x < pixels; ++x) {
      if (weights[x] == full_weight_ || weights[x] == 0.0) continue;
      for (int c = 0; c < shape_.channels; ++c)
        sums[x * shape_.channels + c] =
            static_cast<Number>(sums[x * shape_.channels + c] / static_cast<Number>(weights[x]));
    }
  }

  // Which pixels of the row are computed; false: all.
  bool mark_computed(const Tile& tile, int y, const double* weights, Worker& w) const {
    const std::size_t slot = slot_of(y + shape_.radius_y);
    const bool holes = w.states[slot].holes;
    if (!holes && step_.border != Border::copy) return false;
    const std::uint8_t* const valid = w.valid.data() + slot * shape_.result_pixels();
    const int rx = shape_.radius_x, ry = shape_.radius_y, row = tile.rect.y + y;
    const Frame& frame = tile.source.frame;
    const bool copies = step_.border == Border::copy;
    const bool leaves = copies && (row < ry || row >= frame.height - ry);
    for (int x = 0; x < tile.rect.width; ++x) {
      const int column = tile.rect.x + x;
      const bool stays = leaves || (copies && (column < rx || column >= frame.width - rx));
      const bool fills = step_.fill && weights && weights[x] > 0.0;
      w.computed.data()[x] = !stays && (!holes || valid[x] || fills);
    }
    return true;
  }

  void store(const Tile& tile, int y, const double* weights, Worker& w) const {
    const Frame& frame = tile.source.frame;
    const Rect here{tile.rect.x - frame.x, tile.rect.y + y - frame.y, tile.rect.width, 1};
    const bool copying = mark_computed(tile, y, weights, w);
    store_.store({.from = tile.source.image.region(here),
                  .to = tile.target.region({0, y, tile.rect.width, 1}),
                  .numbers = w.results.data(),
                  .computed = copying ? w.computed.data() : nullptr,
                  .samples = w.samples.data()});
  }

  LineParts<Number> parts_;
  const LinearStep& step_;
  const LineShape& shape_;
  WindowSums<Number>& window_;
  LineLoader<Number> loader_;
  LineStore<Number> store_;
  TaskRunner& runner_;
  std::vector<Worker> workers_;
  double full_weight_ = 1.0;
};

}  // namespace

template <class Number>
std::unique_ptr<Kernel> make_line_kernel(LineParts<Number> parts, const Crew& crew) {
  return std::make_unique<LineKernel<Number>>(std::move(parts), crew);
}

template std::unique_ptr<Kernel> make_line_kernel(LineParts<float>, const Crew&);
template std::unique_ptr<Kernel> make_line_kernel(LineParts<double>, const Crew&);
template std::unique_ptr<Kernel> make_line_kernel(LineParts<std::uint16_t>, const Crew&);

}  // namespace selvage::cpu
