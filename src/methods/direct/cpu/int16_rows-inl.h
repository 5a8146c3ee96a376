// SPDX-License-Identifier: Apache-2.0
// The taps of a row of pixels in 16-bit integers, for each instruction set.

#if defined(SELVAGE_INT16_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_INT16_ROWS_INL_H_
#undef SELVAGE_INT16_ROWS_INL_H_
#else
#define SELVAGE_INT16_ROWS_INL_H_
#endif

#include <algorithm>
#include <vector>

#include "filters/window.hpp"
#include "hwy/highway.h"
#include "methods/direct/cpu/row_filter.hpp"
#include "methods/direct/int16_weights.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using ShortTag = hn::ScalableTag<std::int16_t>;
using WordTag = hn::RebindToUnsigned<ShortTag>;
using IntTag = hn::RepartitionToWide<ShortTag>;
using FloatTag16 = hn::RebindToFloat<IntTag>;
using Shorts = hn::Vec<ShortTag>;
using Ints = hn::Vec<IntTag>;
using Floats16 = hn::Vec<FloatTag16>;

// c - v, doubled `doublings` times, all saturated.
template <int doublings>
HWY_INLINE Shorts int16_difference(Shorts centre, Shorts value) {
  Shorts y = hn::SaturatedSub(centre, value);
  for (int i = 0; i < doublings; ++i) y = hn::SaturatedAdd(y, y);
  return y;
}

// |a| + |b| + |c|, doubled `doublings` times, all saturated.
template <int doublings>
HWY_INLINE Shorts int16_l1(Shorts a, Shorts b, Shorts c) {
  const ShortTag d;
  const WordTag du;
  const auto size = [&](Shorts y) { return hn::BitCast(du, hn::Abs(y)); };
  auto sum = hn::SaturatedAdd(hn::SaturatedAdd(size(a), size(b)), size(c));
  for (int i = 0; i < doublings; ++i) sum = hn::SaturatedAdd(sum, sum);
  return hn::BitCast(d, hn::Min(sum, hn::Set(du, 32767)));
}

// y^2 / 2^15, rounded, as an unsigned integer. That of -32768 may be 0x7fff or 0x8000: no limit is
// as large, so its root is that of a weight of 0 in both cases.
static_assert(int16::limit < 0x7fff);
HWY_INLINE Shorts int16_square(Shorts y) {
#if HWY_TARGET == HWY_EMU128
  // The emulation overflows where every real instruction returns 0x8000.
  const ShortTag d;
  const Shorts least = hn::Set(d, -32768), rest = hn::Max(y, hn::Set(d, -32767));
  return hn::IfThenElse(hn::Eq(y, least), least, hn::MulFixedPoint15(rest, rest));
#else
  return hn::MulFixedPoint15(y, y);
#endif
}

// The sum of int16_square of several planes, saturated.
template <int planes>
HWY_INLINE Shorts int16_squares(const Shorts (&y)[planes]) {
  const ShortTag d;
  const WordTag du;
  auto sum = hn::BitCast(du, int16_square(y[0]));
  for (int p = 1; p < planes; ++p) sum = hn::SaturatedAdd(sum, hn::BitCast(du, int16_square(y[p])));
  return hn::BitCast(d, sum);
}

// The constants of a filter, in all lanes.
struct VectorCubic {
  Shorts linear, constant;

  explicit VectorCubic(const int16::Cubic& cubic)
      : linear(hn::Set(ShortTag{}, static_cast<std::int16_t>(cubic.linear))),
        constant(hn::Set(ShortTag{}, static_cast<std::int16_t>(cubic.constant))) {}
};

// v^2 / 2^16, rounded down, for v >= 0. The half of the rounded v^2 / 2^15 is too large by one
// where rounding carries: where bit 14 of v^2 is set.
HWY_INLINE Shorts int16_high_square(Shorts v) {
  const ShortTag d;
  const WordTag du;
  const auto rounded = hn::BitCast(du, hn::MulFixedPoint15(v, v));
  const auto low = hn::BitCast(du, hn::Mul(v, v));
  const auto carry = hn::ShiftRight<15>(hn::ShiftLeft<1>(low));
  return hn::BitCast(d, hn::ShiftRight<1>(hn::Sub(rounded, carry)));
}

// What a square leaves of a limit.
HWY_INLINE Shorts int16_rest(Shorts limit, Shorts square) {
  const WordTag du;
  return hn::BitCast(ShortTag{}, hn::SaturatedSub(hn::BitCast(du, limit), hn::BitCast(du, square)));
}

// int16::root_of_rest of several vectors, stage by stage (as exp2_of).
template <std::size_t count>
HWY_INLINE void int16_roots_of_rests(const VectorCubic& cubic, const Shorts (&v)[count],
                                     Shorts (&z)[count]) {
#if HWY_TARGET == HWY_WASM
  // It has no instruction for high halves of products (docs/journal/0065).
  for (std::size_t i = 0; i < count; ++i) z[i] = hn::Add(int16_high_square(v[i]), cubic.linear);
#else
  for (std::size_t i = 0; i < count; ++i) z[i] = hn::Add(hn::MulHigh(v[i], v[i]), cubic.linear);
#endif
  for (std::size_t i = 0; i < count; ++i)
    z[i] = hn::Add(hn::MulFixedPoint15(v[i], z[i]), cubic.constant);
  for (int k = 0; k < int16::squarings; ++k)
    for (std::size_t i = 0; i < count; ++i) z[i] = hn::MulFixedPoint15(z[i], z[i]);
}

// int16::root of several vectors of squares.
template <std::size_t count>
HWY_INLINE void int16_roots(const VectorCubic& cubic, const Shorts (&squares)[count], Shorts column,
                            Shorts (&z)[count]) {
  Shorts v[count];
  for (std::size_t i = 0; i < count; ++i) v[i] = int16_rest(column, squares[i]);
  int16_roots_of_rests(cubic, v, z);
}

#if HWY_TARGET <= HWY_AVX3
// AVX-512 without AVX512_VNNI lacks vpdpwssd, and Highway's target with it requires more
// extensions.
inline bool has_dot() {
  return __builtin_cpu_supports("avx512vnni") != 0;
}
#endif

// Returns total + the sum of products of each pair of neighbours, in one instruction if there is
// one.
template <bool dot>
HWY_INLINE Ints add_products(Ints total, Shorts a, Shorts b) {
#if HWY_TARGET <= HWY_AVX3
  if constexpr (dot) {
    // The intrinsic requires a function compiled for a larger instruction set.
    asm("vpdpwssd %2, %1, %0" : "+v"(total.raw) : "v"(a.raw), "v"(b.raw));
    return total;
  }
#endif
  const IntTag d;
  Ints more = hn::Zero(d);
  const Ints sum = hn::ReorderWidenMulAccumulate(d, a, b, hn::Zero(d), more);
  return hn::Add(total, hn::RearrangeToOddPlusEven(sum, more));
}

// The distances that an inner loop is compiled for: absolute values of one plane, sums of them, or
// Euclidean ones. Sums are doubled, otherwise the differences are.
template <int plane_count, bool l1_norm, int doubling_count>
struct Int16Distance {
  static constexpr int planes = plane_count, doublings = doubling_count;
  static constexpr bool sums = planes > 1 && l1_norm;
  // The factor of differences.
  static constexpr int factor = sums ? 1 : 1 << doublings;

  static HWY_INLINE Shorts difference(Shorts centre, Shorts value) {
    return int16_difference<sums ? 0 : doublings>(centre, value);
  }
  static HWY_INLINE Shorts square(const Shorts (&y)[planes]) {
    if constexpr (sums)
      return int16_square(int16_l1<doublings>(y[0], y[1], y[2]));
    else
      return int16_squares(y);
  }
};

// The sum of a vector's blocks of four lanes.
template <class Tag, class Vector>
HWY_INLINE auto sum_of_blocks(Tag, Vector v) {
  if constexpr (hn::MaxLanes(Tag{}) <= 4) {
    return v;
  } else {
    const hn::Half<Tag> half;
    return sum_of_blocks(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
}
// The sums of all lanes of each of four vectors.
HWY_INLINE auto four_sums(const Ints (&v)[4]) {
  const IntTag d;
  const hn::RepartitionToWide<IntTag> wide;
  const auto two = [&](Ints a, Ints b) {
    return hn::BitCast(wide, hn::Add(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b)));
  };
  const auto first = two(v[0], v[1]), last = two(v[2], v[3]);
  return sum_of_blocks(d, hn::Add(hn::BitCast(d, hn::InterleaveLower(wide, first, last)),
                                  hn::BitCast(d, hn::InterleaveUpper(wide, first, last))));
}

// Computes two neighbouring taps at a time. A vector from column x + dx on holds tap dx of the even
// pixels in its even lanes and tap dx + 1 of the same pixels in its odd lanes; the vector from the
// next column on serves the odd pixels. So products of pairs add up without shuffles.
template <class Distance, bool dot>
class Int16Rows final : public RowFilter<std::int16_t> {
 public:
  Int16Rows(const WindowMean& filter, const int16::Cubic& cubic)
      : middle_(static_cast<int>(tap_row(filter, 0, 0))), cubic_(cubic) {
    const double space = filter.sigma_space;
    for (const TapRow& taps : tap_rows(filter)) {
      const auto weight = static_cast<float>(std::exp(-taps.exponent));
      Row row{.weight = weight, .extent = weight > 0.0f ? taps.extent : -1};
      row.first = pairs_.size();
      for (int dx = -row.extent; dx <= row.extent; dx += 2) {
        const int right = dx < row.extent ? int16::column_limit(cubic, dx + 1, space) : 0;
        pairs_.push_back(right << 16 | int16::column_limit(cubic, dx, space));
      }
      row.last = pairs_.size();
      rows_.push_back(row);
    }
    pairs_.resize(pairs_.size() + lanes);  // filter_pixel loads whole vectors
  }

  int block() const override { return static_cast<int>(step); }

  void filter(const RowJob<std::int16_t>& job) const override {
    for (std::size_t x = 0; x < static_cast<std::size_t>(job.pixels); x += step)
      filter_block(job, x);
  }

  static constexpr int planes = Distance::planes;
  static constexpr std::size_t lanes = hn::MaxLanes(ShortTag{});
  static constexpr std::size_t vectors =
      planes == 1 ? 4 : 2;  // at a time, even and odd pixels in turn
  static constexpr std::size_t step = lanes / 2 * vectors;

  // Returns the start of vector v of a block.
  static constexpr std::size_t start(std::size_t v) { return v / 2 * lanes + v % 2; }

  // Sums of pairs of taps: of weights, and of their products with the differences of each plane.
  struct Integers {
    Ints weight[vectors], sum[planes][vectors];
  };
  struct Centre {
    Shorts plane[vectors][planes];
  };

  // Loads the even lanes of the vectors from column x on, twice.
  static HWY_INLINE Centre centre_of(const RowJob<std::int16_t>& job, std::size_t x) {
    Centre centre;
    for (std::size_t v = 0; v < vectors; ++v)
      for (int p = 0; p < planes; ++p) {
        const std::int16_t* const from = job.centre + p * job.centre_plane + x + start(v);
        const Ints even = hn::And(hn::BitCast(di, hn::LoadU(d, from)), hn::Set(di, 0xffff));
        centre.plane[v][p] = hn::BitCast(d, hn::Or(even, hn::ShiftLeft<16>(even)));
      }
    return centre;
  }

  // Filters the block of pixels from column x of the job on.
  HWY_INLINE void filter_block(const RowJob<std::int16_t>& job, std::size_t x) const {
    const Centre centre = centre_of(job, x);
    Floats16 weight[vectors], sum[planes][vectors];
    for (std::size_t v = 0; v < vectors; ++v) {
      weight[v] = hn::Zero(df);
      for (int p = 0; p < planes; ++p) sum[p][v] = hn::Zero(df);
    }
    const VectorCubic cubic(cubic_);
    for (int dy = job.dy_first; dy <= job.dy_last; ++dy) {
      const Row& row = rows_[static_cast<std::size_t>(dy + middle_)];
      const std::int16_t* tap = job.rows[dy - job.dy_first] + x - row.extent;
      for (std::size_t pair = row.first; pair < row.last;) {
        const std::size_t end = std::min(pair + int16::block_pairs, row.last);
        Integers integers;
        for (std::size_t v = 0; v < vectors; ++v) {
          integers.weight[v] = hn::Zero(di);
          for (int p = 0; p < planes; ++p) integers.sum[p][v] = hn::Zero(di);
        }
        for (; pair < end; ++pair, tap += 2)
          add_pair(tap, job.rows_plane, cubic, pairs_[pair], centre, integers);
        const Floats16 row_weight = hn::Set(df, row.weight);
        for (std::size_t v = 0; v < vectors; ++v) {
          weight[v] = hn::MulAdd(row_weight, hn::ConvertTo(df, integers.weight[v]), weight[v]);
          for (int p = 0; p < planes; ++p)
            sum[p][v] = hn::MulAdd(row_weight, hn::ConvertTo(df, integers.sum[p][v]), sum[p][v]);
        }
      }
    }
    const Floats16 units = hn::Set(df, unit);
    for (int p = 0; p < planes; ++p)
      for (std::size_t v = 0; v < vectors; v += 2)
        hn::StoreInterleaved2(hn::Mul(hn::Div(sum[p][v], weight[v]), units),
                              hn::Mul(hn::Div(sum[p][v + 1], weight[v + 1]), units), df,
                              job.mean_offset + p * job.mean_plane + x + start(v));
  }

  // Filters one pixel, to the bit as filter_block does: a vector holds the taps of a row.
  void filter_pixel(const RowJob<std::int16_t>& job, std::size_t x) const {
    constexpr std::size_t pairs = lanes / 2;
    static_assert(int16::block_pairs % pairs == 0 || pairs > int16::block_pairs);
    const hn::CappedTag<float, 4> d4;
    Shorts centre[planes];
    for (int p = 0; p < planes; ++p)
      centre[p] = hn::Set(d, job.centre[p * job.centre_plane + static_cast<std::ptrdiff_t>(x)]);
    const VectorCubic cubic(cubic_);
    auto totals = hn::Zero(d4);  // weight, then the sums
    for (int dy = job.dy_first; dy <= job.dy_last; ++dy) {
      const Row& row = rows_[static_cast<std::size_t>(dy + middle_)];
      const std::int16_t* tap = job.rows[dy - job.dy_first] + x - row.extent;
      for (std::size_t pair = row.first; pair < row.last;) {
        const std::size_t end = std::min(pair + int16::block_pairs, row.last);
        Ints part[4] = {hn::Zero(di), hn::Zero(di), hn::Zero(di), hn::Zero(di)};
        for (std::size_t left = 0; pair < end; pair += left, tap += 2 * left) {
          left = std::min(end - pair, pairs);
          const Shorts limits = hn::BitCast(
              d, hn::IfThenElseZero(hn::FirstN(di, left), hn::LoadU(di, pairs_.data() + pair)));
          Shorts y[planes], square[1], z[1];
          for (int p = 0; p < planes; ++p)
            y[p] = Distance::difference(centre[p], hn::LoadU(d, tap + p * job.rows_plane));
          square[0] = Distance::square(y);
          int16_roots(cubic, square, limits, z);
          part[0] = add_products<dot>(part[0], z[0], z[0]);
          for (int p = 0; p < planes; ++p)
            part[1 + p] = add_products<dot>(part[1 + p], z[0], hn::MulFixedPoint15(z[0], y[p]));
        }
        totals = hn::MulAdd(hn::Set(d4, row.weight), hn::ConvertTo(d4, four_sums(part)), totals);
      }
    }
    HWY_ALIGN float total[4];
    hn::Store(totals, d4, total);
    for (int p = 0; p < planes; ++p)
      job.mean_offset[p * job.mean_plane + static_cast<std::ptrdiff_t>(x)] =
          total[1 + p] / total[0] * unit;
  }

 private:
  static constexpr ShortTag d{};
  static constexpr IntTag di{};
  static constexpr FloatTag16 df{};
  // Sums are of root * (root * (centre - value) / 2^15).
  static constexpr float unit = -32768.0f / Distance::factor;

  struct Row {
    float weight = 0;
    int extent = 0;                   // -1: the row has no weight
    std::size_t first = 0, last = 0;  // range in pairs_
  };

  static HWY_INLINE void add_pair(const std::int16_t* tap, std::ptrdiff_t plane,
                                  const VectorCubic& cubic, std::int32_t limits,
                                  const Centre& centre, Integers& integers) {
    Shorts y[vectors][planes], square[vectors], z[vectors];
    for (std::size_t v = 0; v < vectors; ++v)
      for (int p = 0; p < planes; ++p)
        y[v][p] =
            Distance::difference(centre.plane[v][p], hn::LoadU(d, tap + p * plane + start(v)));
    for (std::size_t v = 0; v < vectors; ++v) square[v] = Distance::square(y[v]);
    int16_roots(cubic, square, hn::BitCast(d, hn::Set(di, limits)), z);
    for (std::size_t v = 0; v < vectors; ++v)
      integers.weight[v] = add_products<dot>(integers.weight[v], z[v], z[v]);
    for (int p = 0; p < planes; ++p)
      for (std::size_t v = 0; v < vectors; ++v)
        integers.sum[p][v] =
            add_products<dot>(integers.sum[p][v], z[v], hn::MulFixedPoint15(z[v], y[v][p]));
  }

  int middle_;  // the index of the centre's row
  int16::Cubic cubic_;
  std::vector<Row> rows_;
  std::vector<std::int32_t> pairs_;  // limits of two columns, the right one in the high half
};

// An Int16Row (int16_loader.hpp).
inline void int16_row(const float* from, int pixels, float middle, std::int16_t* to) {
  const hn::ScalableTag<float> df;
  const hn::Rebind<std::int16_t, decltype(df)> half;
  const int lanes = static_cast<int>(hn::Lanes(df));
  int i = 0;
  for (; i + lanes <= pixels; i += lanes) {
    const auto value = hn::Sub(hn::LoadU(df, from + i), hn::Set(df, middle));
    const auto inside = hn::Min(value, hn::Set(df, 32767.0f));
    hn::StoreU(hn::DemoteTo(half, hn::NearestInt(inside)), half, to + i);
  }
  for (; i < pixels; ++i)
    to[i] = static_cast<std::int16_t>(std::lrint(std::min(from[i] - middle, 32767.0f)));
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_INT16_ROWS_INL_H_
