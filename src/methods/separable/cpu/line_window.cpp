// SPDX-License-Identifier: Apache-2.0
// The window of candidate "separable": column sums for a row of pixels, then sums along that row.

#include <algorithm>
#include <vector>

#include "backends/cpu/aligned_numbers.hpp"
#include "methods/convolution/cpu/line_places.hpp"
#include "methods/separable/cpu/separable_cpu.hpp"

namespace selvage::cpu {
namespace {

bool symmetric(const std::vector<double>& weights) {
  return std::equal(weights.begin(), weights.end(), weights.rbegin());
}

// The weights of a row or a column in single precision, as pairs if they are symmetric.
struct Line {
  explicit Line(const std::vector<double>& weights)
      : single(weights.begin(), weights.end()),
        wide(single.begin(), single.end()),
        pairs(symmetric(weights) ? static_cast<int>(weights.size() / 2) : 0) {}

  int count() const { return static_cast<int>(single.size()); }
  bool copies() const { return count() == 1 && single[0] == 1.0f; }

  std::vector<float> single;
  std::vector<double> wide;  // the same in double precision
  int pairs;
};

class FloatSeparable final : public WindowSums<float> {
 public:
  FloatSeparable(const LinearStep& step, const LineShape& shape, const std::vector<float>& outside,
                 const LineSums& sums, int workers)
      : row_(step.separable->row), column_(step.separable->column), sums_(sums) {
    const auto taps = static_cast<std::size_t>(std::max(row_.count(), column_.count()));
    if (row_.pairs == column_.pairs && row_.pairs > 0 && row_.pairs <= RowGroup::largest_radius)
      group_ = sums.groups.pairs.at(static_cast<std::size_t>(row_.pairs - 1));
    for (int i = 0; i < workers; ++i) workers_.emplace_back(shape, taps, step.mean);
    find_outside(outside);
  }

  bool extends_rows() const override { return true; }

  bool grouped() const override { return group_.front() != nullptr; }

  bool group(const RowGroup& group, int worker) override {
    return group_.at(static_cast<std::size_t>(group.channels - 1))(
        group, {column_.single.data(), row_.single.data()},
        workers_[static_cast<std::size_t>(worker)].group.data());
  }

  void sums(const float* const* rows, const Segment& segment, float* out) override {
    Worker& w = workers_[static_cast<std::size_t>(segment.worker)];
    const MiddleSegment middle = middle_segment(segment, row_.count(), w.middle_done);
    if (row_.copies() && !segment.columns)
      return add_column(rows, middle, false, out - middle.first, w);
    if (segment.columns)
      add_inside(rows, middle, segment, w);
    else
      add_column(rows, middle, false, w.middle.data(), w);
    const float* const left = w.middle.data() + std::ptrdiff_t{segment.first} * segment.channels;
    const std::ptrdiff_t results = std::ptrdiff_t{segment.last - segment.first} * segment.channels;
    if (row_.copies()) {
      std::copy_n(left, results, out);
      return;
    }
    w.places.set(row_.count(), row_.pairs,
                 [&](int i) { return left + std::ptrdiff_t{i} * segment.channels; });
    sum(row_, w.places, results, out);
  }

  void weights(const float* const* parts, int pixels, double* out, int worker) override {
    Worker& w = workers_[static_cast<std::size_t>(worker)];
    double* const middle = w.middle_weights.data();
    w.places.set(column_.count(), column_.pairs, [&](int i) { return parts[i]; });
    sums_.column_weights(pair_taps(w.places, column_.wide), pixels + row_.count() - 1, middle);
    w.weight_places.set(row_.count(), row_.pairs, [&](int i) { return middle + i; });
    sums_.wide_pairs(pair_taps(w.weight_places, row_.wide), pixels, out);
  }

 private:
  struct Worker {
    Worker(const LineShape& shape, std::size_t taps, bool means)
        : middle(shape.loaded_numbers()),
          middle_weights(means ? shape.loaded_pixels() : 0),
          places(taps),
          weight_places(means ? taps : 0) {}
    AlignedNumbers<float> middle;  // the column sums of a row
    AlignedNumbers<float> group = AlignedNumbers<float>(RowGroup::sums);  // likewise
    std::ptrdiff_t middle_done = 0;
    AlignedNumbers<double> middle_weights;
    Places<float> places;
    Places<double> weight_places;
  };

  void sum(const Line& line, const Places<float>& places, std::ptrdiff_t numbers,
           float* out) const {
    if (line.pairs > 0)
      sums_.pairs(pair_taps(places, line.single), numbers, out);
    else
      sums_.taps({places.at.data(), line.single.data(), line.count()}, numbers, out);
  }

  // Computes the column sums of a segment. `exact`: reads nothing past its end if there are enough
  // numbers before it.
  void add_column(const float* const* rows, const MiddleSegment& segment, bool exact, float* middle,
                  Worker& w) const {
    constexpr std::ptrdiff_t vector = 16;  // numbers of a vector, at most
    const auto add = [&](std::ptrdiff_t first, std::ptrdiff_t count) {
      w.places.set(column_.count(), column_.pairs, [&](int i) { return rows[i] + first; });
      sum(column_, w.places, count, middle + first);
    };
    const std::ptrdiff_t rest = segment.count % vector;
    if (!exact || rest == 0) return add(segment.first, segment.count);
    if (segment.count > rest) add(segment.first, segment.count - rest);
    add(segment.first + segment.count - vector, vector);
  }

  // The same for columns inside the image; repeats the sums of those that the border maps outside.
  void add_inside(const float* const* rows, const MiddleSegment& segment, const Segment& of,
                  Worker& w) const {
    const BorderColumns& columns = *of.columns;
    const std::ptrdiff_t first =
        std::max(segment.first, std::ptrdiff_t{columns.first} * of.channels);
    const std::ptrdiff_t end =
        std::min(segment.first + segment.count, std::ptrdiff_t{columns.last} * of.channels);
    if (first < end) add_column(rows, {first, end - first}, true, w.middle.data(), w);
    const int last = static_cast<int>((segment.first + segment.count) / of.channels);
    columns.extend(w.middle.data(), of.channels, outside_.data(),
                   static_cast<int>(segment.first / of.channels), last);
  }

  // Computes the sum of a column outside the image with a constant border.
  void find_outside(const std::vector<float>& pixel) {
    Worker& w = workers_.front();
    std::array<float, LineShape::padding> row = {}, sums = {};
    std::copy_n(pixel.begin(), 4, row.begin());
    w.places.set(column_.count(), column_.pairs, [&](int) { return row.data(); });
    sum(column_, w.places, 4, sums.data());
    outside_.assign(pixel.size(), sums[3]);
    std::copy_n(sums.begin(), 4, outside_.begin());
  }

  Line row_, column_;
  LineSums sums_;
  decltype(RowGroups::pairs)::value_type group_ = {};  // null: windows without groups
  std::vector<Worker> workers_;
  std::vector<float> outside_ = {};
};

}  // namespace

std::unique_ptr<WindowSums<float>> line_window(const LinearStep& step, const LineShape& shape,
                                               const std::vector<float>& outside,
                                               const LineSums& sums, int workers) {
  return std::make_unique<FloatSeparable>(step, shape, outside, sums, workers);
}

}  // namespace selvage::cpu
