// SPDX-License-Identifier: Apache-2.0
// The inner loop over the rows of a tile of one plane. The weight of a pair of pixels is computed
// once and serves both.
//   upper row -> takes the taps below and to its right as their weights are computed
//   lower row -> takes the same weights from memory, right after: they are still in the first cache
// A pixel's sums follow the order of its window's rows, whichever tile it is in.

#if defined(SELVAGE_SIMD_PAIRS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_SIMD_PAIRS_INL_H_
#undef SELVAGE_SIMD_PAIRS_INL_H_
#else
#define SELVAGE_SIMD_PAIRS_INL_H_
#endif

#include <algorithm>
#include <vector>

#include "methods/direct/cpu/simd_rows-inl.h"
#include "methods/direct/loop_sums.hpp"
#include "methods/direct/pair_shape.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

// Filters one plane, averaged by its own differences.
class PairRows final : public RowFilter<float> {
 public:
  PairRows(const WindowMean& filter, double range_scale)
      : window_(filter),
        range_scale_(static_cast<float>(range_scale)),
        least_(least_exponent / range_scale_),
        flushed_(PairGroups(filter).ends()) {
    for (float& exponent : window_.column_exponent) exponent /= range_scale_;
  }

  int block() const override { return static_cast<int>(step); }
  bool carries() const override { return true; }

  void filter(const RowJob<float>& job) const override {
    if (job.row == 0) begin_tile(job);
    const bool is_near = has_scalef || reaches_no_least(job);
    for (int dy = 0; dy <= window_.radius_y && extent(dy) >= 0; ++dy) {
      start_row(job, 0, dy);
      if (is_near)
        add_lower<true>(job, dy);
      else
        add_lower<false>(job, dy);
    }
    finish_row(job);
  }

 private:
  static constexpr FloatTag d{};
  static constexpr DoubleTag dd{};
  static constexpr std::ptrdiff_t lanes = hn::MaxLanes(FloatTag{});
  static constexpr int vectors = 2;  // vectors of pixels at a time
  static constexpr std::ptrdiff_t step = lanes * vectors;
  static constexpr int degree = pair_degree;

  // The taps dx = first..last of a row of the window.
  struct Taps {
    int dy, first, last;
  };

  std::size_t index(int dy) const { return static_cast<std::size_t>(dy + window_.radius_y); }
  int extent(int dy) const { return window_.extent[index(dy)]; }

  static const float* row(const RowJob<float>& job, int y) { return job.rows[y - job.dy_first]; }

  // Cuts taps into equal blocks and calls add(taps) for each.
  template <class Add>
  static void cut(const Taps& taps, Add add) {
    const int length = block_length(taps.last - taps.first + 1, pair_block);
    for (int dx = taps.first; dx <= taps.last; dx += length)
      add(Taps{taps.dy, dx, std::min(dx + length - 1, taps.last)});
  }

  // Returns whether no exponent of the row's pairs below is less than the least. Samples that are
  // no numbers are huge.
  bool reaches_no_least(const RowJob<float>& job) const {
    Floats low = hn::LoadU(d, job.centre), high = low;
    for (int dy = 0; dy <= window_.radius_y; ++dy)
      for (std::ptrdiff_t x = -window_.radius_x; x < job.pixels + window_.radius_x; x += lanes) {
        const Floats values = hn::LoadU(d, row(job, dy) + x);
        low = hn::Min(low, values);
        high = hn::Max(high, values);
      }
    const float most = hn::GetLane(hn::MaxOfLanes(d, high)) - hn::GetLane(hn::MinOfLanes(d, low));
    return window_.column_exponent.front() - 1.001f * most * most > least_;
  }

  // Rows above the tile pair only with rows of the tile, so they are added first.
  void begin_tile(const RowJob<float>& job) const {
    std::fill_n(job.pairs.groups, job.pairs.numbers, 0.0f);
    std::fill_n(job.pairs.totals, job.pairs.numbers, 0.0);
    for (int y = -window_.radius_y; y < 0; ++y)
      for (int dy = -y; dy <= std::min(window_.radius_y, job.rows_below - y); ++dy) {
        if (extent(dy) < 0) break;
        for (int dx = -extent(dy); dx <= extent(dy); ++dx)
          weigh<false>(job, y, dy, dx, -dx, job.pixels - dx);
        add_upper(job, y, {dy, -extent(dy), extent(dy)});
      }
  }

  // Adds the row dy below the job's row to it, and the job's row to that one. `is_near`: no
  // exponent is below the least.
  template <bool is_near>
  void add_lower(const RowJob<float>& job, int dy) const {
    const Taps taps{dy, dy == 0 ? 0 : -extent(dy), extent(dy)};
    if (dy > job.rows_below)
      return cut(taps, [&](const Taps& block) { add_taps<false, is_near>(job, block); });
    cut(taps, [&](const Taps& block) { add_taps<true, is_near>(job, block); });
    for (int dx = taps.first; dx < 0; ++dx)
      weigh<is_near>(job, 0, dy, dx, job.pixels, job.pixels - dx);
    for (int dx = 1; dx <= taps.last; ++dx) weigh<is_near>(job, 0, dy, dx, -dx, 0);
    add_upper(job, 0, {dy, dy == 0 ? 1 : -extent(dy), extent(dy)});
  }

  // Adds the row y to the row taps.dy below it, for the pairs of these distances.
  void add_upper(const RowJob<float>& job, int y, const Taps& taps) const {
    if (taps.dy > 0) start_row(job, y + taps.dy, -taps.dy);
    cut(taps, [&](const Taps& block) { add_kept(job, y, block); });
  }

  // The operands of the weights of a row's pairs. They stay in registers, since the compiler must
  // assume that stores of weights change memory.
  struct Range {
    Floats scale, least;
    const float* exponent;  // [dx], from -radius_x

    template <bool is_near, int count>
    HWY_INLINE void weigh(const Floats (&difference)[count], std::ptrdiff_t dx,
                          Floats (&w)[count]) const {
      const Floats column = hn::Set(d, exponent[dx]);
      for (int v = 0; v < count; ++v) w[v] = hn::NegMulAdd(difference[v], difference[v], column);
#if HWY_TARGET <= HWY_AVX3
      for (int v = 0; v < count; ++v) w[v] = hn::Mul(w[v], scale);
      exp2_of<degree>(d, w);
#else
      if constexpr (is_near)
        exp2_times_near(w);
      else
        exp2_times<degree>(d, scale, least, w);
#endif
    }

#if HWY_TARGET > HWY_AVX3
    // As exp2_times, to the bit, for exponents that are not below the least.
    template <int count>
    HWY_INLINE void exp2_times_near(Floats (&w)[count]) const {
      const Floats magic = hn::Set(d, 12582912.0f);
      Floats fraction[count], integer[count];
      for (int v = 0; v < count; ++v) integer[v] = hn::MulAdd(w[v], scale, magic);
      for (int v = 0; v < count; ++v) fraction[v] = hn::Sub(integer[v], magic);
      for (int v = 0; v < count; ++v) fraction[v] = hn::MulSub(w[v], scale, fraction[v]);
      power<degree>(d, fraction, integer, w);
    }
#endif
  };
  Range range() const {
    return {hn::Set(d, range_scale_), hn::Set(d, least_),
            window_.column_exponent.data() + window_.radius_x};
  }

  // Returns the weights of the pairs of a row's pixels with those dx to the right in the other row.
  // They lie where the other row's pixels lie, so that loads are aligned, of which there are more
  // than of stores.
  float* weights(const RowJob<float>& job, int dx) const {
    return job.pairs.weights + (dx + window_.radius_x) * job.pairs.weight_stride +
           PairShape::margin + dx;
  }

  // Computes the weights of the pixels from..to-1 of row y with those dx to the right in row y +
  // dy.
  template <bool is_near>
  void weigh(const RowJob<float>& job, int y, int dy, int dx, int from, int to) const {
    const Range weights_of = range();
    const float* const upper = row(job, y);
    const float* const lower = row(job, y + dy) + dx;
    float* const kept = weights(job, dx);
    for (std::ptrdiff_t x = from; x < to; x += lanes) {
      const Floats difference[1] = {hn::Sub(hn::LoadU(d, upper + x), hn::LoadU(d, lower + x))};
      Floats w[1];
      weights_of.template weigh<is_near>(difference, dx, w);
      hn::StoreU(w[0], d, kept + x);
    }
  }

  struct Sums {
    Floats weight[vectors], sum[vectors];  // sum: weight x (value - centre)

    Sums() {
      for (int v = 0; v < vectors; ++v) weight[v] = sum[v] = hn::Zero(d);
    }
    // `difference` is the centre less the value.
    HWY_INLINE void add(const Floats (&w)[vectors], const Floats (&difference)[vectors]) {
      for (int v = 0; v < vectors; ++v) weight[v] = hn::Add(weight[v], w[v]);
      for (int v = 0; v < vectors; ++v) sum[v] = hn::NegMulAdd(w[v], difference[v], sum[v]);
    }
  };

  // Adds taps below the job's row, or to its right in it.
  template <bool kept, bool is_near>
  void add_taps(const RowJob<float>& job, const Taps& taps) const {
    const Range weights_of = range();
    const Group group = group_of(job, 0, taps.dy);
    const float* const centres = job.centre;
    const float* const values = row(job, taps.dy);
    float* const keep = weights(job, 0);
    const std::ptrdiff_t stride = job.pairs.weight_stride + 1, pixels = job.pixels;
    const std::ptrdiff_t first = taps.first, last = taps.last;
    for (std::ptrdiff_t x = 0; x < pixels; x += step) {
      Floats centre[vectors];
      for (int v = 0; v < vectors; ++v) centre[v] = hn::LoadU(d, centres + x + v * lanes);
      Sums sums;
      for (std::ptrdiff_t dx = first; dx <= last; ++dx) {
        Floats difference[vectors], w[vectors];
        for (int v = 0; v < vectors; ++v)
          difference[v] = hn::Sub(centre[v], hn::LoadU(d, values + x + dx + v * lanes));
        weights_of.template weigh<is_near>(difference, dx, w);
        for (int v = 0; kept && v < vectors; ++v)
          hn::StoreU(w[v], d, keep + dx * stride + x + v * lanes);
        sums.add(w, difference);
      }
      group.add(sums, x);
    }
  }

  // Adds the same pairs for the lower row: the pixels -dx to the right in row y.
  void add_kept(const RowJob<float>& job, int y, const Taps& taps) const {
    const Group group = group_of(job, y + taps.dy, taps.dy);
    const float* const centres = row(job, y + taps.dy);
    const float* const values = row(job, y);
    const float* const kept = weights(job, 0);
    const std::ptrdiff_t stride = job.pairs.weight_stride, pixels = job.pixels;
    const std::ptrdiff_t first = taps.first, last = taps.last;
    for (std::ptrdiff_t x = 0; x < pixels; x += step) {
      Floats centre[vectors];
      for (int v = 0; v < vectors; ++v) centre[v] = hn::LoadU(d, centres + x + v * lanes);
      Sums sums;
      for (std::ptrdiff_t dx = first; dx <= last; ++dx) {
        Floats difference[vectors], w[vectors];
        for (int v = 0; v < vectors; ++v) w[v] = hn::LoadU(d, kept + dx * stride + x + v * lanes);
        for (int v = 0; v < vectors; ++v)
          difference[v] = hn::Sub(centre[v], hn::LoadU(d, values + x - dx + v * lanes));
        sums.add(w, difference);
      }
      group.add(sums, x);
    }
  }

  // Sums of some rows of the window, in single precision.
  struct Group {
    float* weight;
    float* sum;
    Floats row_weight;

    HWY_INLINE void add(const Sums& sums, std::ptrdiff_t x) const {
      for (int v = 0; v < vectors; ++v) {
        add_to(sums.weight[v], weight + x + v * lanes);
        add_to(sums.sum[v], sum + x + v * lanes);
      }
    }
    HWY_INLINE void add_to(Floats sums, float* to) const {
      hn::StoreU(hn::MulAdd(row_weight, sums, hn::LoadU(d, to)), d, to);
    }
  };

  // Returns the position of the sums of the row y below the job's: 2 x totals_plane elements,
  // weights first.
  std::ptrdiff_t place(const RowJob<float>& job, int y) const {
    return std::ptrdiff_t{(job.row + y) % (window_.radius_y + 1)} * 2 * job.totals_plane;
  }

  Group group_of(const RowJob<float>& job, int y, int dy) const {
    float* const weight = job.pairs.groups + place(job, y);
    return {weight, weight + job.totals_plane, hn::Set(d, window_.row_weight[index(dy)])};
  }

  // Prepares row y for the row dy of its window.
  void start_row(const RowJob<float>& job, int y, int dy) const {
    if (flushed_[index(dy)]) flush(job, y);
  }

  // Adds a group to the totals in double precision and begins another.
  void flush(const RowJob<float>& job, int y) const {
    float* const group = job.pairs.groups + place(job, y);
    double* const total = job.pairs.totals + place(job, y);
    for (std::ptrdiff_t i = 0; i < 2 * job.totals_plane; i += lanes) {
      add_wide_to(hn::LoadU(d, group + i), hn::Set(dd, 1.0), total + i);
      hn::StoreU(hn::Zero(d), d, group + i);
    }
  }

  // Stores the job's means. Another row may then reuse the place of its totals.
  void finish_row(const RowJob<float>& job) const {
    flush(job, 0);
    double* const weight = job.pairs.totals + place(job, 0);
    double* const sum = weight + job.totals_plane;
    for (std::ptrdiff_t x = 0; x < job.pixels; x += lanes)
      hn::StoreU(hn::Div(narrowed(sum + x), narrowed(weight + x)), d, job.mean_offset + x);
    std::fill_n(weight, 2 * job.totals_plane, 0.0);
  }

  static HWY_INLINE Floats narrowed(const double* from) {
    const hn::Half<FloatTag> half;
    return hn::Combine(d, hn::DemoteTo(half, hn::LoadU(dd, from + lanes / 2)),
                       hn::DemoteTo(half, hn::LoadU(dd, from)));
  }

  WindowTable<float> window_;
  float range_scale_, least_;
  std::vector<bool> flushed_;  // [dy + radius_y]: PairGroups
};

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_SIMD_PAIRS_INL_H_
