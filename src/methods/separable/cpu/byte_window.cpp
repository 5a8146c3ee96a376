// SPDX-License-Identifier: Apache-2.0
// The window of candidate "separable_int16": the sums of "separable" in 16-bit integers.

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "backends/cpu/aligned_numbers.hpp"
#include "methods/convolution/cpu/line_places.hpp"
#include "methods/separable/cpu/separable_cpu.hpp"
#include "methods/separable/int16_weights.hpp"

namespace selvage::cpu {
namespace {

class ByteWindow final : public WindowSums<std::uint16_t> {
 public:
  ByteWindow(const Int16Weights& weights, const LineShape& shape, const LineSums& sums, int workers)
      : row_(weights.row), column_(weights.column), sums_(sums) {
    const std::size_t taps = 2 * std::max(row_.pairs.size(), column_.pairs.size()) + 1;
    for (int i = 0; i < workers; ++i) workers_.emplace_back(shape, taps);
  }

  void sums(const std::uint16_t* const* rows, const Segment& segment, std::uint16_t* out) override {
    Worker& w = workers_[static_cast<std::size_t>(segment.worker)];
    const MiddleSegment middle =
        middle_segment(segment, 2 * static_cast<int>(row_.pairs.size()) + 1, w.middle_done);
    set(w.places, column_, [&](int i) { return rows[i] + middle.first; });
    sums_.byte_column(taps(w.places, column_, int16_column_start), middle.count,
                      w.middle.data() + middle.first);
    const std::uint16_t* const left =
        w.middle.data() + std::ptrdiff_t{segment.first} * segment.channels;
    set(w.places, row_, [&](int i) { return left + std::ptrdiff_t{i} * segment.channels; });
    sums_.byte_row(taps(w.places, row_, int16_row_start),
                   std::ptrdiff_t{segment.last - segment.first} * segment.channels, out);
  }

  void weights(const std::uint16_t* const*, int, double*, int) override {
    throw std::logic_error("all taps of a mean in 16 bits take part");
  }

 private:
  struct Worker {
    Worker(const LineShape& shape, std::size_t taps)
        : middle(shape.loaded_numbers()), places(taps) {}
    AlignedNumbers<std::uint16_t> middle;  // the column sums of a row
    std::ptrdiff_t middle_done = 0;
    Places<std::uint16_t> places;
  };

  template <class At>
  static void set(Places<std::uint16_t>& places, const Int16Weights1d& weights, At&& at) {
    const int pairs = static_cast<int>(weights.pairs.size());
    places.set(2 * pairs + 1, pairs, at);
  }

  static ByteTaps taps(const Places<std::uint16_t>& places, const Int16Weights1d& weights,
                       std::uint16_t (*start)(int)) {
    const int pairs = static_cast<int>(weights.pairs.size());
    return {.before = places.at.data(),
            .after = places.after.data(),
            .weight = weights.pairs.data(),
            .pairs = pairs,
            .centre = places.at[weights.pairs.size()],
            .centre_weight = weights.centre,
            .start = start(pairs + 1)};
  }

  Int16Weights1d row_, column_;
  LineSums sums_;
  std::vector<Worker> workers_;
};

}  // namespace

std::unique_ptr<WindowSums<std::uint16_t>> byte_window(const LinearStep& step,
                                                       const LineShape& shape, const LineSums& sums,
                                                       int workers) {
  return std::make_unique<ByteWindow>(int16_weights(step).value(), shape, sums, workers);
}

}  // namespace selvage::cpu
