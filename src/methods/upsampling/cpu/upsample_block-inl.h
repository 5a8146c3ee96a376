// SPDX-License-Identifier: Apache-2.0
// A vector of neighbouring output pixels of an upsampling and their taps, for each instruction set.

#if defined(SELVAGE_UPSAMPLE_BLOCK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_UPSAMPLE_BLOCK_INL_H_
#undef SELVAGE_UPSAMPLE_BLOCK_INL_H_
#else
#define SELVAGE_UPSAMPLE_BLOCK_INL_H_
#endif

#include "backends/cpu/simd_exp2-inl.h"
#include "hwy/highway.h"
#include "methods/upsampling/cpu/upsample_loop.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

struct UpsampleVectors {
  using FloatTag = hn::ScalableTag<float>;
  using DoubleTag = hn::ScalableTag<double>;
  using Floats = hn::Vec<FloatTag>;
  using Doubles = hn::Vec<DoubleTag>;
  static constexpr FloatTag d{};
  static constexpr DoubleTag dd{};
  static constexpr hn::RebindToSigned<FloatTag> di{};
  static constexpr hn::RebindToSigned<DoubleTag> ddi{};
  static constexpr std::size_t lanes = hn::MaxLanes(FloatTag{}), half = lanes / 2;

  // A vector of doubles for a block of pixels, in two halves.
  struct Wide {
    Doubles half[2];
  };

  static HWY_INLINE Wide wide(double value) { return {{hn::Set(dd, value), hn::Set(dd, value)}}; }

  static HWY_INLINE Wide widened(Floats v) {
    const hn::Half<FloatTag> h;
    return {{hn::PromoteTo(dd, hn::LowerHalf(h, v)), hn::PromoteTo(dd, hn::UpperHalf(h, v))}};
  }

  static HWY_INLINE Floats narrowed(const Wide& v) {
    const hn::Half<FloatTag> h;
    return hn::Combine(d, hn::DemoteTo(h, v.half[1]), hn::DemoteTo(h, v.half[0]));
  }

  using Places = decltype(hn::IndicesFromVec(d, hn::Zero(di)));
  using HalfPlaces = decltype(hn::IndicesFromVec(dd, hn::Zero(ddi)));

  // The position of a block's pixels in the small image. The same small pixel or the next one holds
  // a pixel's neighbour, so one load has the taps of all, and a permutation distributes them.
  struct Block {
    std::ptrdiff_t column;     // column of the first pixel's holder
    std::ptrdiff_t halves[2];  // likewise for each half
    Places place;
    HalfPlaces place_of_half[2];
    Wide slope;  // slope of the spatial exponent: -2 space_scale right
    double below;

    HWY_INLINE Block(const UpsampleRow& row, std::size_t x, double space_scale)
        : column(row.holders[x]),
          place(hn::IndicesFromVec(
              d, hn::Sub(hn::LoadU(di, row.holders + x), hn::Set(di, row.holders[x])))),
          below(row.below) {
      for (std::size_t h = 0; h < 2; ++h) {
        const std::size_t first = x + h * half;
        halves[h] = row.holders[first];
        place_of_half[h] = places(row, first);
        slope.half[h] = hn::Mul(hn::LoadU(dd, row.right + first), hn::Set(dd, -2.0 * space_scale));
      }
    }

    static HWY_INLINE HalfPlaces places(const UpsampleRow& row, std::size_t x) {
      const hn::Rebind<std::int32_t, DoubleTag> narrow;
      const auto from_first =
          hn::Sub(hn::LoadU(narrow, row.holders + x), hn::Set(narrow, row.holders[x]));
      return hn::IndicesFromVec(dd, hn::PromoteTo(ddi, from_first));
    }

    // Returns the pixels' taps dx to the right, in planes that begin at column 0.
    HWY_INLINE Floats taps(const float* plane, int dx) const {
      return hn::TableLookupLanes(hn::LoadU(d, plane + column + dx), place);
    }
    HWY_INLINE Doubles taps(const double* plane, int dx, int h) const {
      return hn::TableLookupLanes(hn::LoadU(dd, plane + halves[h] + dx), place_of_half[h]);
    }
  };

  // Returns 2^k for integers k, -1022 <= k <= 0.
  static HWY_INLINE Doubles whole_power(Doubles k) {
    // Adding 1.5 * 2^52 leaves the integer in the low bits.
    const auto low_bits = hn::BitCast(ddi, hn::Add(k, hn::Set(dd, 6755399441055744.0)));
    return hn::BitCast(
        dd, hn::Add(hn::BitCast(ddi, hn::Set(dd, 1.0)), hn::template ShiftLeft<52>(low_bits)));
  }

  static HWY_INLINE void add(Floats v, Wide& sum) {
    const Wide term = widened(v);
    for (int h = 0; h < 2; ++h) sum.half[h] = hn::Add(sum.half[h], term.half[h]);
  }
};

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_UPSAMPLE_BLOCK_INL_H_
