// SPDX-License-Identifier: Apache-2.0
// Candidate "sliding_box": box means by sliding-window sums [mcdonnell1981].
//   one task -> a tile, row by row: column sums, then sums of neighbours among them
// Bound by loads: the row that enters, the row that leaves, and a few per sum of neighbours.

#include <algorithm>
#include <memory>
#include <vector>

#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/kernel.hpp"
#include "backends/cpu/tile_runs.hpp"
#include "methods/convolution/cpu/computed_pixels.hpp"
#include "methods/convolution/cpu/line_store.hpp"
#include "methods/convolution/tuning.hpp"
#include "methods/sliding_box/cpu/row_sums.hpp"
#include "methods/sliding_box/cpu/sliding_rows.hpp"

namespace selvage::cpu {
namespace {

struct SlidingParts {
  Pass pass;
  Problem problem;
  LineTuning tuning;
  LinearStep step;
  SlidingShape shape;
  LineSums sums;
  RowConvert<float> convert;
};

// Returns the step that scales a sum of all taps to their mean: all weights are 1.
LinearStep mean_of_sums(LinearStep step) {
  const double side = 2.0 * step.radius_x + 1.0;
  step.scale = 1.0 / (side * side);
  step.mean = false;
  const std::vector<double> ones(2 * static_cast<std::size_t>(step.radius_x) + 1, 1.0);
  step.separable = SeparableWeights{.row = ones, .column = ones};
  return step;
}

template <class Rows>
class SlidingKernel final : public Kernel {
 public:
  // make() returns the rows of one worker.
  template <class Make>
  SlidingKernel(const SlidingParts& parts, const ExecutionContext& context, Make&& make)
      : parts_(parts),
        store_(mean_of_sums(parts.step), parts.pass, parts.problem, parts.convert),
        runner_(context.runner),
        full_((2.0f * static_cast<float>(parts.shape.radius) + 1.0f) *
              (2.0f * static_cast<float>(parts.shape.radius) + 1.0f)) {
    const SlidingShape& shape = parts_.shape;
    for (int i = 0; i < context.threads; ++i)
      workers_.push_back(
          {.rows = make(),
           .sums = {2 * shape.radius + 1, shape.channels, shape.numbers(), parts.sums},
           .results = AlignedNumbers<float>(shape.numbers()),
           .counts = AlignedNumbers<int>(shape.pixels()),
           .computed = AlignedNumbers<std::uint8_t>(shape.pixels()),
           .samples = AlignedNumbers<std::byte>(shape.sample_bytes())});
  }

  void run(const Inputs& inputs, const Outputs& outputs, const Frame& frame,
           const Controls& controls) override {
    const Rect& c = frame.compute;
    const bool stream = is_large(outputs.image);
    run_tiles(runner_, frame, inputs.image.batch, parts_.tuning.tile, controls,
              [&](const TileRun& t) {
                const Source source{inputs.image.image(t.batch),
                                    image_of_batch(inputs.mask, t.batch), frame};
                const Rect there{t.rect.x - c.x, t.rect.y - c.y, t.rect.width, t.rect.height};
                const ImageView target = outputs.image.image(t.batch).region(there);
                Worker& w = workers_[static_cast<std::size_t>(t.worker)];
                const SlidingTile tile{source, t.rect};
                w.rows.run(tile, [&](const SlidingRow& row) {
                  stop_if_asked(controls);
                  emit(tile, target, row, stream, w);
                });
                if (stream) parts_.convert.end_stream();
              });
  }

 private:
  struct Worker {
    Rows rows;
    RowSums sums;
    AlignedNumbers<float> results;
    AlignedNumbers<int> counts;  // taps that count, for each result
    AlignedNumbers<std::uint8_t> computed;
    AlignedNumbers<std::byte> samples;
  };

  void emit(const SlidingTile& tile, const ImageView& target, const SlidingRow& row, bool stream,
            Worker& w) const {
    if (row.counts) count_taps(row.counts, tile.rect.width, w.counts.data());
    const bool copying = mark(tile, row, w);
    const Frame& frame = tile.source.frame;
    const int segment = parts_.tuning.segment;
    for (int x = 0; x < tile.rect.width; x += segment) {
      const int width = std::min(segment, tile.rect.width - x);
      const std::ptrdiff_t channels = parts_.shape.channels;
      w.sums.sum(row.sums + x * channels, width * channels, w.results.data());
      if (row.counts) normalise(w.counts.data() + x, width, w.results.data());
      const bool transparent = store_.weighs() && store_.divide(w.results.data(), width);
      const Rect here{tile.rect.x + x - frame.x, tile.rect.y + row.y - frame.y, width, 1};
      store_.store({.from = tile.source.image.region(here),
                    .to = target.region({x, row.y, width, 1}),
                    .numbers = w.results.data(),
                    .computed = copying ? w.computed.data() + x : nullptr,
                    .samples = w.samples.data(),
                    .transparent = transparent,
                    .stream = stream});
    }
  }

  // Sums the counts of a window's columns.
  void count_taps(const int* columns, int pixels, int* counts) const {
    const int side = 2 * parts_.shape.radius + 1;
    int sum = 0;
    for (int i = 0; i < side - 1; ++i) sum += columns[i];
    for (int x = 0; x < pixels; ++x) {
      sum += columns[x + side - 1];
      counts[x] = sum;
      sum -= columns[x];
    }
  }

  // Scales sums of fewer taps to the sum that all taps with the same mean would have.
  void normalise(const int* counts, int pixels, float* sums) const {
    const int channels = parts_.shape.channels;
    for (int x = 0; x < pixels; ++x) {
      const auto count = static_cast<float>(counts[x]);
      if (count == full_ || count == 0.0f) continue;
      for (int c = 0; c < channels; ++c)
        sums[x * channels + c] = sums[x * channels + c] / count * full_;
    }
  }

  // Marks the pixels of the row that are computed. Returns false if all are.
  bool mark(const SlidingTile& tile, const SlidingRow& row, Worker& w) const {
    const int r = parts_.shape.radius;
    const bool fills = parts_.step.fill && row.counts;
    return mark_computed(
        {.frame = tile.source.frame,
         .x = tile.rect.x,
         .y = tile.rect.y + row.y,
         .pixels = tile.rect.width,
         .radius_x = r,
         .radius_y = r,
         .border = parts_.step.border,
         .valid = row.valid ? row.valid + r : nullptr},
        [&](int x) { return fills && w.counts.data()[x] > 0; }, w.computed.data());
  }

  SlidingParts parts_;
  LineStore<float> store_;
  TaskRunner& runner_;
  float full_;  // taps
  std::vector<Worker> workers_;
};

template <class Sample, class Sum, class Term>
std::unique_ptr<Kernel> make_integers(const SlidingParts& parts, const ExecutionContext& context,
                                      const IntegerSums<Sample, Sum, Term>& sums) {
  using Rows = IntegerRows<Sample, Sum, Term>;
  return std::make_unique<SlidingKernel<Rows>>(
      parts, context, [&] { return Rows(parts.step, parts.problem, parts.shape, sums); });
}

std::unique_ptr<Kernel> sliding_kernel(const Pass& pass, const Problem& problem, LineTuning tuning,
                                       const ExecutionContext& context) {
  constexpr int most_rows_of_bytes = 257;  // 257 * 255 = 65535
  const LinearStep step = linear_step(pass.step);
  const ColumnLoops columns = column_sums(context.simd.target);
  const LineSums sums = line_sums(context.simd.target);
  const SlidingShape shape(step.radius_x, problem.channels, pass.reads);
  // The tile width depends on the type that the pass reads.
  tuning.tile.width = shape.width;
  SlidingParts parts{
      pass, problem, tuning, step, shape, sums, sums.convert(pass.reads, pass.writes)};
  if (is_integer(pass.reads) && weighs_alpha(step, problem))
    return pass.reads == PixelType::u8 ? make_integers(parts, context, columns.weighted_bytes)
                                       : make_integers(parts, context, columns.weighted_words);
  if (pass.reads == PixelType::u16) return make_integers(parts, context, columns.words);
  if (pass.reads == PixelType::u8)
    return 2 * step.radius_x + 1 <= most_rows_of_bytes
               ? make_integers(parts, context, columns.bytes)
               : make_integers(parts, context, columns.many_bytes);
  return std::make_unique<SlidingKernel<FloatRows>>(parts, context, [&] {
    return FloatRows(step, pass, problem, shape, columns, parts.convert);
  });
}

}  // namespace

Factory make_sliding_box;

std::unique_ptr<Pipeline> make_sliding_box(const planner::Decision& decision, const Frame& frame,
                                           const ExecutionContext& context) {
  return make_pipeline(decision, frame, [&](const Pass& pass) {
    return sliding_kernel(pass, decision.problem, decision.offer.tuning.as<LineTuning>(), context);
  });
}

}  // namespace selvage::cpu
