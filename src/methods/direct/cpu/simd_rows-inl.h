// SPDX-License-Identifier: Apache-2.0
// The inner loop over the taps of a row of pixels, for each instruction set.

#if defined(SELVAGE_SIMD_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_SIMD_ROWS_INL_H_
#undef SELVAGE_SIMD_ROWS_INL_H_
#else
#define SELVAGE_SIMD_ROWS_INL_H_
#endif

#include <algorithm>

#include "backends/cpu/simd_exp2-inl.h"
#include "hwy/highway.h"
#include "methods/direct/cpu/row_filter.hpp"
#include "methods/direct/cpu/window_table.hpp"
#include "methods/direct/loop_sums.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

using FloatTag = hn::ScalableTag<float>;
using DoubleTag = hn::ScalableTag<double>;
using Floats = hn::Vec<FloatTag>;
using Doubles = hn::Vec<DoubleTag>;

// The form of distance planes.
enum class Distances {
  scaled,  // an exponent is -|d|^2
  raw,     // an exponent is -range_scale |d|^2
  split,   // as raw; each has a second plane with the rounding error of the first
  none,    // one plane marks the valid pixels by 0; there is no range weight
};

// The parameters that an inner loop is compiled for. Border, window, radius, sample type and layout
// are data.
template <int distance_planes, int value_planes, bool l1_norm, bool fine_sums, Distances kept,
          bool own_scales = false>
struct Shape {
  static constexpr int distances = distance_planes;
  static constexpr int values = value_planes;  // 0: the distance planes are averaged
  static constexpr int sums = values > 0 ? values : distances;
  static constexpr bool l1 = l1_norm;
  // exp2 has a higher degree, and sums are made in short blocks, then in double precision.
  static constexpr bool fine = fine_sums;
  static constexpr bool split = kept == Distances::split;
  static constexpr bool scales_exponent = kept == Distances::raw || split;
  static constexpr bool ranged = kept != Distances::none;
  static constexpr bool by_lane = own_scales;  // pixels have range scales of their own
  static constexpr int planes = distances * (split ? 2 : 1) + values;
  static constexpr int narrow_degree = exp2_degree(fine, true, values > 0);
  static constexpr int wide_degree = exp2_degree(fine, false, values > 0);
  // Vectors of pixels at a time: as many as keep sums and centres in registers.
  static constexpr int vectors = has_scalef ? (planes == 1 ? 4 : 2) : (planes == 1 ? 2 : 1);
};

// Sums of one block of pixels, over some taps.
template <class S>
struct Partial {
  Floats weight[S::vectors];
  Floats sum[S::vectors][S::sums];  // weight x (value - centre)
};

struct Wide {
  Doubles low, high;
};

HWY_INLINE void add_wide(Floats partial, Doubles row_weight, Wide& total) {
  const DoubleTag dd;
  const hn::Half<FloatTag> half;
  total.low = hn::MulAdd(row_weight, hn::PromoteTo(dd, hn::LowerHalf(half, partial)), total.low);
  total.high = hn::MulAdd(row_weight, hn::PromoteTo(dd, hn::UpperHalf(half, partial)), total.high);
}

// Adds row_weight x partial to totals in memory.
HWY_INLINE void add_wide_to(Floats partial, Doubles row_weight, double* totals) {
  const DoubleTag dd;
  Wide total{hn::LoadU(dd, totals), hn::LoadU(dd, totals + hn::MaxLanes(dd))};
  add_wide(partial, row_weight, total);
  hn::StoreU(total.low, dd, totals);
  hn::StoreU(total.high, dd, totals + hn::MaxLanes(dd));
}

// All shapes share this function.
HWY_NOINLINE inline void divide_totals(const RowJob<float>& job, int sums) {
  for (int s = 0; s < sums; ++s) {
    const double* const total = job.totals + (1 + s) * job.totals_plane;
    float* const mean = job.mean_offset + s * job.mean_plane;
    for (int x = 0; x < job.pixels; ++x) mean[x] = static_cast<float>(total[x] / job.totals[x]);
  }
}

template <class S>
class SimdRows final : public RowFilter<float> {
 public:
  SimdRows(const WindowMean& filter, double range_scale)
      : window_(filter),
        range_scale_(static_cast<float>(range_scale)),
        least_(least_exponent / range_scale_) {
    if constexpr (late_scale)
      for (float& exponent : window_.column_exponent) exponent /= range_scale_;
  }

  int block() const override { return static_cast<int>(step); }

  void filter(const RowJob<float>& job) const override {
    if (2 * window_.radius_x + 1 <= narrow_columns) {
      for (std::size_t x = 0; x < static_cast<std::size_t>(job.pixels); x += step)
        filter_block(job, x);
      return;
    }
    for (int s = 0; s <= S::sums; ++s)
      std::fill_n(job.totals + s * job.totals_plane, job.pixels + block(), 0.0);
    accumulate(job);
    finish(job);
  }

  void accumulate(const RowJob<float>& job) const override {
    for (int dy = job.dy_first; dy <= job.dy_last; ++dy)
      for (std::size_t x = 0; x < static_cast<std::size_t>(job.pixels); x += step)
        accumulate_block(job, dy, x);
  }

  void finish(const RowJob<float>& job) const override { divide_totals(job, S::sums); }

 private:
  static constexpr FloatTag d{};
  static constexpr DoubleTag dd{};
  static constexpr std::size_t lanes = hn::MaxLanes(FloatTag{});
  static constexpr std::size_t step = lanes * S::vectors;
  // Exponents are in units of 1 / range_scale until exp2 splits them.
  static constexpr bool late_scale = !has_scalef && S::fine && S::planes == 1;
  static constexpr bool gray = S::planes == 1;

  struct Centre {
    Floats plane[S::vectors][S::planes];
    Floats scale[S::by_lane ? S::vectors : 1];
  };

  HWY_INLINE Centre load_centre(const RowJob<float>& job, std::size_t x) const {
    Centre centre;
    for (int v = 0; v < S::vectors; ++v)
      for (int p = 0; p < S::planes; ++p)
        centre.plane[v][p] = hn::LoadU(d, job.centre + p * job.centre_plane + x + v * lanes);
    if constexpr (S::by_lane)
      for (int v = 0; v < S::vectors; ++v)
        centre.scale[v] =
            job.scales ? hn::LoadU(d, job.scales + x + v * lanes) : hn::Set(d, range_scale_);
    return centre;
  }

  HWY_INLINE Floats scale_of(const Centre& centre, int v) const {
    if constexpr (S::by_lane)
      return centre.scale[v];
    else
      return hn::Set(d, range_scale_);
  }

  // Adds one tap: the pixels dx to the right in a loaded row. `column` is the table's exponent, or
  // its weight if there is no range. Differences are the centre less the tap, so that on x86 the
  // load is part of the subtraction.
  template <int degree>
  HWY_INLINE void add_tap(const float* tap, std::ptrdiff_t plane, float column,
                          const Centre& centre, Partial<S>& partial) const {
    const Floats exponent = hn::Set(d, column);
    Floats difference[S::vectors][S::planes], w[S::vectors];
    for (int p = S::ranged ? 0 : 1; p < S::planes; ++p)
      for (int v = 0; v < S::vectors; ++v)
        difference[v][p] = hn::Sub(centre.plane[v][p], hn::LoadU(d, tap + p * plane + v * lanes));
    for (int p = 0; S::split && p < S::distances; ++p)
      for (int v = 0; v < S::vectors; ++v)
        difference[v][p] = hn::Add(difference[v][p], difference[v][S::distances + p]);
#if HWY_TARGET > HWY_AVX3
    if constexpr (late_scale) {
      for (int v = 0; v < S::vectors; ++v)
        w[v] = hn::NegMulAdd(difference[v][0], difference[v][0], exponent);
      exp2_times<degree>(d, hn::Set(d, range_scale_), hn::Set(d, least_), w);
    }
#endif
    if constexpr (!S::ranged) {
      for (int v = 0; v < S::vectors; ++v)
        w[v] = hn::IfThenElseZero(hn::Eq(hn::LoadU(d, tap + v * lanes), hn::Zero(d)), exponent);
    } else if constexpr (!late_scale) {
      for (int v = 0; v < S::vectors; ++v)
        w[v] = range_exponent(difference[v], exponent, scale_of(centre, v));
      exp2_of<degree>(d, w);
    }
    for (int v = 0; v < S::vectors; ++v) partial.weight[v] = hn::Add(partial.weight[v], w[v]);
    for (int s = 0; s < S::sums; ++s)
      for (int v = 0; v < S::vectors; ++v)
        partial.sum[v][s] =
            hn::NegMulAdd(w[v], difference[v][S::planes - S::sums + s], partial.sum[v][s]);
  }

  // exponent - scale |difference|^2
  static HWY_INLINE Floats range_exponent(const Floats (&difference)[S::planes], Floats exponent,
                                          Floats scale) {
    if constexpr (S::l1) {
      Floats sum = hn::Abs(difference[0]);
      for (int p = 1; p < S::distances; ++p) sum = hn::Add(sum, hn::Abs(difference[p]));
      return hn::NegMulAdd(S::scales_exponent ? hn::Mul(sum, scale) : sum, sum, exponent);
    } else if constexpr (S::scales_exponent && S::distances > 1) {
      Floats sum = hn::Mul(difference[0], difference[0]);
      for (int p = 1; p < S::distances; ++p) sum = hn::MulAdd(difference[p], difference[p], sum);
      return hn::NegMulAdd(sum, scale, exponent);
    } else {
      for (int p = 0; p < S::distances; ++p)
        exponent = hn::NegMulAdd(S::scales_exponent ? hn::Mul(difference[p], scale) : difference[p],
                                 difference[p], exponent);
      return exponent;
    }
  }

  static HWY_INLINE Partial<S> zero_partial() {
    Partial<S> partial;
    for (int v = 0; v < S::vectors; ++v) {
      partial.weight[v] = hn::Zero(d);
      for (int s = 0; s < S::sums; ++s) partial.sum[v][s] = hn::Zero(d);
    }
    return partial;
  }

  // Returns the sums over the taps first..last of one row of the window.
  template <int degree>
  HWY_INLINE Partial<S> sum_taps(const float* row, std::ptrdiff_t plane, int first, int last,
                                 const Centre& centre) const {
    if constexpr (!S::fine) return sum_block<degree>(row, plane, first, last, centre);
    Partial<S> total = zero_partial();
    for (int dx = first; dx <= last; dx += fine_block) {
      const int end = std::min(dx + fine_block - 1, last);
      total = plus(total, sum_block<degree>(row, plane, dx, end, centre));
    }
    return total;
  }

  // As sum_taps, in one summation block.
  template <int degree>
  HWY_INLINE Partial<S> sum_block(const float* row, std::ptrdiff_t plane, int first, int last,
                                  const Centre& centre) const {
    const auto& table = S::ranged ? window_.column_exponent : window_.column_weight;
    const float* const columns = table.data() + window_.radius_x;
    Partial<S> sum = zero_partial();
    for (int dx = first; dx <= last; ++dx)
      add_tap<degree>(row + dx, plane, columns[dx], centre, sum);
    return sum;
  }

  static HWY_INLINE Partial<S> plus(Partial<S> a, const Partial<S>& b) {
    for (int v = 0; v < S::vectors; ++v) {
      a.weight[v] = hn::Add(a.weight[v], b.weight[v]);
      for (int s = 0; s < S::sums; ++s) a.sum[v][s] = hn::Add(a.sum[v][s], b.sum[v][s]);
    }
    return a;
  }

  // Computes all rows of a narrow window, with totals in registers.
  HWY_INLINE void filter_block(const RowJob<float>& job, std::size_t x) const {
    const Centre centre = load_centre(job, x);
    if constexpr (S::fine)
      filter_block_fine(job, x, centre);
    else
      filter_block_fast(job, x, centre);
  }

  HWY_INLINE void filter_block_fast(const RowJob<float>& job, std::size_t x,
                                    const Centre& centre) const {
    Floats weight[S::vectors], sum[S::vectors][S::sums];
    for (int v = 0; v < S::vectors; ++v) {
      weight[v] = hn::Zero(d);
      for (int s = 0; s < S::sums; ++s) sum[v][s] = hn::Zero(d);
    }
    for (int dy = job.dy_first; dy <= job.dy_last; ++dy) {
      const auto i = static_cast<std::size_t>(dy + window_.middle);
      const int extent = window_.extent[i];
      const Partial<S> partial = sum_taps<S::narrow_degree>(
          job.rows[dy - job.dy_first] + x, job.rows_plane, -extent, extent, centre);
      const Floats row_weight = hn::Set(d, window_.row_weight[i]);
      for (int v = 0; v < S::vectors; ++v) {
        weight[v] = hn::MulAdd(row_weight, partial.weight[v], weight[v]);
        for (int s = 0; s < S::sums; ++s)
          sum[v][s] = hn::MulAdd(row_weight, partial.sum[v][s], sum[v][s]);
      }
    }
    for (int v = 0; v < S::vectors; ++v)
      for (int s = 0; s < S::sums; ++s)
        hn::StoreU(hn::Div(sum[v][s], weight[v]), d,
                   job.mean_offset + s * job.mean_plane + x + v * lanes);
  }

  static HWY_INLINE Floats divide(const Wide& sum, const Wide& weight) {
    const hn::Half<FloatTag> half;
    const auto single = [&](Doubles low, Doubles high) {
      return hn::Combine(d, hn::DemoteTo(half, high), hn::DemoteTo(half, low));
    };
    if constexpr (gray) return hn::Div(single(sum.low, sum.high), single(weight.low, weight.high));
    return single(hn::Div(sum.low, weight.low), hn::Div(sum.high, weight.high));
  }

  static HWY_INLINE void add_group(const Partial<S>& group, Wide (&weight)[S::vectors],
                                   Wide (&sum)[S::vectors][S::sums]) {
    const Doubles one = hn::Set(dd, 1.0);
    for (int v = 0; v < S::vectors; ++v) {
      add_wide(group.weight[v], one, weight[v]);
      for (int s = 0; s < S::sums; ++s) add_wide(group.sum[v][s], one, sum[v][s]);
    }
  }

  HWY_INLINE void filter_block_fine(const RowJob<float>& job, std::size_t x,
                                    const Centre& centre) const {
    Wide weight[S::vectors], sum[S::vectors][S::sums];
    for (int v = 0; v < S::vectors; ++v) {
      weight[v] = {hn::Zero(dd), hn::Zero(dd)};
      for (int s = 0; s < S::sums; ++s) sum[v][s] = {hn::Zero(dd), hn::Zero(dd)};
    }
    Partial<S> group = zero_partial();
    // In a window of one column, each block is one tap.
    const int most =
        window_.radius_x == 0 ? fine_block : group_blocks(S::ranged, gray, S::values > 0);
    int blocks = 0;  // in the group
    for (int dy = job.dy_first; dy <= job.dy_last; ++dy) {
      const auto i = static_cast<std::size_t>(dy + window_.middle);
      const int extent = window_.extent[i], taps = 2 * extent + 1;
      if (extent < 0) continue;
      const int length = block_length(taps);
      const int more = (taps + length - 1) / length;
      if (blocks > 0 && blocks + more > most) {
        add_group(group, weight, sum);
        group = zero_partial();
        blocks = 0;
      }
      blocks += more;
      const Floats row_weight = hn::Set(d, window_.row_weight[i]);
      for (int first = -extent; first <= extent; first += length) {
        const Partial<S> partial =
            sum_block<S::narrow_degree>(job.rows[dy - job.dy_first] + x, job.rows_plane, first,
                                        std::min(first + length - 1, extent), centre);
        for (int v = 0; v < S::vectors; ++v) {
          group.weight[v] = hn::MulAdd(row_weight, partial.weight[v], group.weight[v]);
          for (int s = 0; s < S::sums; ++s)
            group.sum[v][s] = hn::MulAdd(row_weight, partial.sum[v][s], group.sum[v][s]);
        }
      }
    }
    add_group(group, weight, sum);
    for (int v = 0; v < S::vectors; ++v)
      for (int s = 0; s < S::sums; ++s)
        hn::StoreU(divide(sum[v][s], weight[v]), d,
                   job.mean_offset + s * job.mean_plane + x + v * lanes);
  }

  // Computes one row of a wide window. The row's blocks are added to totals in memory.
  HWY_INLINE void accumulate_block(const RowJob<float>& job, int dy, std::size_t x) const {
    const auto i = static_cast<std::size_t>(dy + window_.middle);
    const int extent = window_.extent[i];
    const Doubles row_weight = hn::Set(dd, double{window_.row_weight[i]});
    const float* const row = job.rows[dy - job.dy_first] + x;
    const Centre centre = load_centre(job, x);
    for (int first = -extent; first <= extent; first += wide_block) {
      const int last = std::min(first + wide_block - 1, extent);
      const Partial<S> partial = sum_taps<S::wide_degree>(row, job.rows_plane, first, last, centre);
      for (int v = 0; v < S::vectors; ++v) {
        double* const totals = job.totals + x + v * lanes;
        add_wide_to(partial.weight[v], row_weight, totals);
        for (int s = 0; s < S::sums; ++s)
          add_wide_to(partial.sum[v][s], row_weight, totals + (1 + s) * job.totals_plane);
      }
    }
  }

  WindowTable<float> window_;
  float range_scale_, least_;
};

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_SIMD_ROWS_INL_H_
