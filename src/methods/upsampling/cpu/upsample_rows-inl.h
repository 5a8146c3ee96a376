// SPDX-License-Identifier: Apache-2.0
// The inner loop over the taps of a row of pixels of joint bilateral upsampling, for each
// instruction set.

#if defined(SELVAGE_UPSAMPLE_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_UPSAMPLE_ROWS_INL_H_
#undef SELVAGE_UPSAMPLE_ROWS_INL_H_
#else
#define SELVAGE_UPSAMPLE_ROWS_INL_H_
#endif

#include <algorithm>
#include <limits>

#include "backends/cpu/simd_exp2-inl.h"
#include "hwy/highway.h"
#include "methods/upsampling/cpu/upsample_block-inl.h"
#include "methods/upsampling/cpu/upsample_loop.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

// Exponents are in double precision, since only their differences count and all exponents of a
// window may be large. Weights are relative to the largest so far, rounded down to a power of two,
// so that a larger weight rescales sums without an error. Short sums are in single precision.
//   distances  planes of a group;  degree  of exp2
template <int distances, bool l1, int degree>
class UpsampleRows final : public UpsampleLoop<float>, private UpsampleVectors {
 public:
  explicit UpsampleRows(const Upsampling& problem) : window_(problem) {}

  int block() const override { return static_cast<int>(lanes); }

  void filter(const UpsampleRow& row, float* offset, std::ptrdiff_t plane) const override {
    for (std::size_t x = 0; x < static_cast<std::size_t>(row.pixels); x += lanes) {
      const Block block(row, x, window_.space_scale);
      for (int g = 0; g < window_.groups; ++g) filter_block(row, block, x, g, offset + x, plane);
    }
  }

 private:
  static constexpr int longest_run = upsample_block;
  static constexpr int together = 4;     // weights computed at a time
  static constexpr double none = 1e300;  // exceeds the exponents of all taps
  static constexpr double nan = std::numeric_limits<double>::quiet_NaN();

  struct Sums {
    Wide least;  // the exponent that weights are relative to
    Wide weight;
    Wide value[4];  // weight x (value - holder's value)
  };

  // Computes the exponents of the taps first..last of a row and returns the smallest.
  HWY_INLINE Wide exponents(const UpsampleRow& row, const Block& block, const SmallRow& small,
                            const Wide (&centre)[distances], int g, int dy, int first, int last,
                            Wide* e) const {
    const double* const guide = small.guide + std::ptrdiff_t{g} * distances * row.small_plane;
    const double scale = window_.space_scale;
    const double of_row = scale * (dy * (dy - 2.0 * block.below));
    Wide least = wide(none);
    for (int dx = first; dx <= last; ++dx, ++e)
      for (int h = 0; h < 2; ++h) {
        Doubles sum = hn::Zero(dd);
        for (int p = 0; p < distances; ++p) {
          const Doubles difference =
              hn::Sub(block.taps(guide + p * row.small_plane, dx, h), centre[p].half[h]);
          sum = l1 ? hn::Add(hn::Abs(difference), sum) : hn::MulAdd(difference, difference, sum);
        }
        if (l1) sum = hn::Mul(sum, sum);
        const Doubles space = hn::MulAdd(block.slope.half[h], hn::Set(dd, dx),
                                         hn::Set(dd, scale * (double{1} * dx * dx) + of_row));
        e->half[h] = hn::MulAdd(sum, hn::Set(dd, window_.range_scale), space);
        least.half[h] = hn::Min(least.half[h], e->half[h]);
      }
    return least;
  }

  // Makes the sums relative to a smaller exponent.
  HWY_INLINE void lower(const Wide& least, int first_value, int last_value, Sums& sums) const {
    for (int h = 0; h < 2; ++h) {
      const Doubles next = hn::Min(sums.least.half[h], hn::Floor(least.half[h]));
      const Doubles fall = hn::Sub(next, sums.least.half[h]);
      if (hn::AllTrue(dd, hn::Eq(fall, hn::Zero(dd)))) continue;
      sums.least.half[h] = next;
      const Doubles factor = whole_power(hn::Max(fall, hn::Set(dd, -1000.0)));
      sums.weight.half[h] = hn::Mul(sums.weight.half[h], factor);
      for (int c = first_value; c < last_value; ++c)
        sums.value[c].half[h] = hn::Mul(sums.value[c].half[h], factor);
    }
  }

  // Adds the taps first..last of a row, at most longest_run of them.
  HWY_INLINE void add_run(const UpsampleRow& row, const Block& block, const SmallRow& small,
                          const Wide (&centre)[distances], const Floats* holder, int g, int dy,
                          int first, int last, Sums& sums) const {
    Wide e[longest_run + together];
    Floats w[longest_run + together];
    const int taps = last - first + 1;
    const int first_value = window_.first_value(g), last_value = window_.last_value(g);
    const Wide least = exponents(row, block, small, centre, g, dy, first, last, e);
    lower(least, first_value, last_value, sums);
    Floats weight = hn::Zero(d);
    for (int i = 0; i < taps; i += together) {
      Floats t[together];
      for (int k = 0; k < together; ++k) {
        const Wide& of_tap = e[std::min(i + k, taps - 1)];
        t[k] = narrowed({{hn::Sub(sums.least.half[0], of_tap.half[0]),
                          hn::Sub(sums.least.half[1], of_tap.half[1])}});
      }
      exp2_of<degree>(d, t);
      for (int k = 0; k < together; ++k) w[i + k] = t[k];
    }
    for (int i = 0; i < taps; ++i) weight = hn::Add(weight, w[i]);
    add(weight, sums.weight);
    for (int c = first_value; c < last_value; ++c) {
      const float* const plane = small.value + c * row.small_plane + first;
      Floats sum = hn::Zero(d);
      for (int i = 0; i < taps; ++i)
        sum = hn::MulAdd(w[i], hn::Sub(block.taps(plane, i), holder[c]), sum);
      add(sum, sums.value[c]);
    }
  }

  HWY_INLINE void filter_block(const UpsampleRow& row, const Block& block, std::size_t x, int g,
                               float* offset, std::ptrdiff_t plane) const {
    Wide centre[distances];
    for (int p = 0; p < distances; ++p)
      for (std::size_t h = 0; h < 2; ++h)
        centre[p].half[h] =
            hn::LoadU(dd, row.centre + (g * distances + p) * row.centre_plane + x + h * half);
    Floats holder[4];
    Sums sums{.least = wide(none), .weight = wide(0.0), .value = {}};
    for (int c = window_.first_value(g); c < window_.last_value(g); ++c) {
      holder[c] = hn::Zero(d);
      if (!window_.weighs)
        holder[c] = block.taps(row.rows[window_.radius].value + c * row.small_plane, 0);
      sums.value[c] = wide(0.0);
    }
    for (int dy = -window_.radius; dy <= window_.radius; ++dy) {
      const SmallRow& small = row.rows[dy + window_.radius];
      if (small.guide == nullptr) continue;
      const int extent = window_.extent[static_cast<std::size_t>(dy + window_.radius)];
      const int taps = 2 * extent + 1, runs = (taps + longest_run - 1) / longest_run;
      const int length = (taps + runs - 1) / runs;
      for (int first = -extent; first <= extent; first += length)
        add_run(row, block, small, centre, holder, g, dy, first,
                std::min(first + length - 1, extent), sums);
    }
    const auto mean = [&](int c, int h) {
      const auto empty = hn::Eq(sums.least.half[h], hn::Set(dd, none));
      return hn::IfThenElse(empty, hn::Set(dd, nan),
                            hn::Div(sums.value[c].half[h], sums.weight.half[h]));
    };
    for (int c = window_.first_value(g); c < window_.last_value(g); ++c)
      hn::StoreU(narrowed({{mean(c, 0), mean(c, 1)}}), d, offset + c * plane);
  }

  UpsampleWindow window_;
};

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_UPSAMPLE_ROWS_INL_H_
