// SPDX-License-Identifier: Apache-2.0
// The inner loop over the taps of a row of pixels whose colours count as much as their alpha, for
// each instruction set.

#if defined(SELVAGE_SIMD_WEIGHTED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_SIMD_WEIGHTED_INL_H_
#undef SELVAGE_SIMD_WEIGHTED_INL_H_
#else
#define SELVAGE_SIMD_WEIGHTED_INL_H_
#endif

#include <algorithm>
#include <vector>

#include "backends/cpu/simd_exp2-inl.h"
#include "filters/exponent_scale.hpp"
#include "hwy/highway.h"
#include "methods/direct/cpu/row_filter.hpp"
#include "methods/direct/cpu/simd_rows-inl.h"
#include "methods/direct/cpu/window_table.hpp"
#include "methods/direct/loop_sums.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

// Where only far taps have alpha, all exponents that count are large, and so are their roundings.
// So they are computed in double precision and split there; the fraction alone becomes a float.
// Weights, their products and short sums are in single precision.
//   distances  planes of a group;  split  each has a second plane with its rounding error
template <int distances, bool l1, bool split>
class WeightedRows final : public RowFilter<float> {
 public:
  WeightedRows(const WindowMean& step, const PlaneLayout& layout, double range_scale)
      : window_(step), values_(layout.value_planes), range_scale_(range_scale) {
    const double scale = exponent_scale(step.sigma_space);
    const double depth_scale = step.radius_z > 0 ? exponent_scale(step.sigma_depth) : 0.0;
    for (int dz = -step.radius_z; dz <= step.slices_after(); ++dz)
      for (int dy = -step.radius_y; dy <= step.radius_y; ++dy)
        row_exponent_.push_back(-scale * dy * dy - depth_scale * dz * dz);
  }

  int block() const override { return static_cast<int>(lanes); }

  void filter(const RowJob<float>& job) const override {
    for (int s = 0; s <= values_; ++s)
      std::fill_n(job.totals + s * job.totals_plane, job.pixels + block(), 0.0);
    accumulate(job);
    finish(job);
  }

  void accumulate(const RowJob<float>& job) const override {
    for (std::size_t x = 0; x < static_cast<std::size_t>(job.pixels); x += lanes) {
      const Centre centre = load_centre(job, x);
      for (int dy = job.dy_first; dy <= job.dy_last; ++dy) add_row(job, centre, dy, x);
    }
  }

  void finish(const RowJob<float>& job) const override { divide_totals(job, values_); }

 private:
  static constexpr FloatTag d{};
  static constexpr DoubleTag dd{};
  static constexpr hn::Half<FloatTag> half{};
  static constexpr std::size_t lanes = hn::MaxLanes(FloatTag{}), half_lanes = lanes / 2;
  static constexpr int together = 4;  // weights computed at a time
  // Weights below 2^-126 count as 0. The polynomial of a fraction may be as small as 0.7.
  static constexpr double least = has_scalef ? -160.0 : double{least_exponent};

  struct Centre {
    Doubles plane[2][distances];
    Doubles scale[2];
  };

  // Returns half a vector of a distance plane.
  static HWY_INLINE Doubles distance(const float* plane, std::ptrdiff_t stride, int p) {
    const Doubles value = hn::PromoteTo(dd, hn::LoadU(half, plane + p * stride));
    if constexpr (!split) return value;
    return hn::Add(value, hn::PromoteTo(dd, hn::LoadU(half, plane + (distances + p) * stride)));
  }

  HWY_INLINE Centre load_centre(const RowJob<float>& job, std::size_t x) const {
    Centre centre;
    for (std::size_t h = 0; h < 2; ++h) {
      const std::size_t at = x + h * half_lanes;
      for (int p = 0; p < distances; ++p)
        centre.plane[h][p] = distance(job.centre + at, job.centre_plane, p);
      centre.scale[h] = hn::Set(dd, range_scale_);
      if (job.scales) {  // 0 or the loop's own
        const Doubles own = hn::PromoteTo(dd, hn::LoadU(half, job.scales + at));
        centre.scale[h] = hn::IfThenElseZero(hn::Gt(own, hn::Zero(dd)), centre.scale[h]);
      }
    }
    return centre;
  }

  // Returns space - scale |difference|^2, of half a vector.
  static HWY_INLINE Doubles exponent(const float* tap, std::ptrdiff_t stride, const Centre& centre,
                                     std::size_t h, double space) {
    Doubles sum = hn::Zero(dd);
    for (int p = 0; p < distances; ++p) {
      const Doubles difference =
          hn::Sub(distance(tap + h * half_lanes, stride, p), centre.plane[h][p]);
      if constexpr (l1)
        sum = hn::Add(sum, hn::Abs(difference));
      else
        sum = p == 0 ? hn::Mul(difference, difference) : hn::MulAdd(difference, difference, sum);
    }
    if constexpr (l1) sum = hn::Mul(sum, sum);
    return hn::Max(hn::NegMulAdd(sum, centre.scale[h], hn::Set(dd, space)), hn::Set(dd, least));
  }

  static HWY_INLINE Doubles whole_part(Doubles e) {
    return has_scalef ? hn::Floor(e) : hn::Round(e);
  }

  static HWY_INLINE Floats narrowed(Doubles low, Doubles high) {
    return hn::Combine(d, hn::DemoteTo(half, high), hn::DemoteTo(half, low));
  }

  // Computes the weights of `together` taps, which begin at `tap`; `space` has their exponents.
  HWY_INLINE void weights(const float* tap, std::ptrdiff_t stride, const Centre& centre,
                          double row_exponent, const double* space, int taps, Floats* w) const {
    Floats fraction[together], whole[together], e[together];
    for (int k = 0; k < together; ++k) {
      const int i = std::min(k, taps - 1);
      const Doubles low = exponent(tap + i, stride, centre, 0, space[i] + row_exponent);
      const Doubles high = exponent(tap + i, stride, centre, 1, space[i] + row_exponent);
      const Doubles low_whole = whole_part(low), high_whole = whole_part(high);
      fraction[k] = narrowed(hn::Sub(low, low_whole), hn::Sub(high, high_whole));
      whole[k] = narrowed(low_whole, high_whole);
      if constexpr (!has_scalef)  // leaves the integer in the low bits
        whole[k] = hn::Add(whole[k], hn::Set(d, 12582912.0f));
    }
    power<weighted_degree>(d, fraction, whole, e);
    for (int k = 0; k < together; ++k) w[k] = e[k];
  }

  // Adds a row of the window to totals in memory, in runs of equal length.
  HWY_INLINE void add_row(const RowJob<float>& job, const Centre& centre, int dy,
                          std::size_t x) const {
    const auto i = static_cast<std::size_t>(dy + window_.middle);
    const int extent = window_.extent[i];
    if (extent < 0 || row_exponent_[i] < -126.0) return;
    const int length = block_length(2 * extent + 1, weighted_run);
    const float* const row = job.rows[dy - job.dy_first] + x;
    for (int first = -extent; first <= extent; first += length)
      add_run(job, row + first, centre, row_exponent_[i], first,
              std::min(length, extent - first + 1), job.totals + x);
  }

  HWY_INLINE void add_run(const RowJob<float>& job, const float* tap, const Centre& centre,
                          double row_exponent, int first, int taps, double* totals) const {
    Floats w[weighted_run + together];
    const double* const space = window_.column_exponent.data() + window_.radius_x + first;
    for (int i = 0; i < taps; i += together)
      weights(tap + i, job.rows_plane, centre, row_exponent, space + i, taps - i, w + i);
    const Doubles one = hn::Set(dd, 1.0);
    Floats sum = hn::Zero(d);
    for (int i = 0; i < taps; ++i) sum = hn::Add(sum, w[i]);
    add_wide_to(sum, one, totals);
    for (int s = 0; s < values_; ++s) {
      const float* const value = tap + (planes_before + s) * job.rows_plane;
      sum = hn::Zero(d);
      for (int i = 0; i < taps; ++i) sum = hn::MulAdd(w[i], hn::LoadU(d, value + i), sum);
      add_wide_to(sum, one, totals + (1 + s) * job.totals_plane);
    }
  }

  static constexpr int planes_before = distances * (split ? 2 : 1);
  WindowTable<double> window_;
  std::vector<double> row_exponent_;  // [row + middle]
  int values_;
  double range_scale_;
};

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_SIMD_WEIGHTED_INL_H_
