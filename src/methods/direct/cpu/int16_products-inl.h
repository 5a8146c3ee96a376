// SPDX-License-Identifier: Apache-2.0
// The taps of a row of pixels with weights that are products of entries of two tables, for AVX-512
// with VNNI. The loop of the other instruction sets, which lack its look-up, is for tests alone.

#if defined(SELVAGE_INT16_PRODUCTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_INT16_PRODUCTS_INL_H_
#undef SELVAGE_INT16_PRODUCTS_INL_H_
#else
#define SELVAGE_INT16_PRODUCTS_INL_H_
#endif

#include <array>
#include <cstdint>
#include <vector>

#include "hwy/highway.h"
#include "methods/direct/cpu/int16_rows-inl.h"
#include "methods/direct/cpu/row_filter.hpp"
#include "methods/direct/int16_products.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Words = hn::Vec<WordTag>;

// table[index & 63] for each word; a table has 64.
#if HWY_TARGET <= HWY_AVX3
struct WordTable {
  Words low, high;

  explicit WordTable(const std::uint16_t* table)
      : low(hn::LoadU(WordTag{}, table)),
        high(hn::LoadU(WordTag{}, table + hn::MaxLanes(WordTag{}))) {}
};
HWY_INLINE Words look_up_words(Words index, const WordTable& table) {
  asm("vpermi2w %2, %1, %0" : "+v"(index.raw) : "v"(table.low.raw), "v"(table.high.raw));
  return index;
}
#else
using WordTable = const std::uint16_t*;
HWY_INLINE Words look_up_words(Words index, WordTable table) {
  const WordTag d;
  HWY_ALIGN std::uint16_t words[hn::MaxLanes(WordTag{})];
  hn::Store(index, d, words);
  for (std::uint16_t& word : words) word = table[word % int16_products::entries];
  return hn::Load(d, words);
}
#endif

// Computes two neighbouring taps at a time, as Int16Rows does: a vector from column x + dx on holds
// both taps of the even pixels of a block, and the vector from the next column on those of the odd
// ones.
//   distance_planes, value_planes  of a group; value_planes = 0: the distance planes are averaged
//   scaled                         distances are multiplied (int16_products::Scale)
//   dot                            the processor has the dot product of Int16Rows
template <int distance_planes, int value_planes, bool scaled, bool dot>
class Int16Products final : public RowFilter<std::int16_t> {
 public:
  explicit Int16Products(const WindowMean& filter) {
    const double space = filter.sigma_space;
    const int16_products::Scale scale =
        int16_products::scale(255.0 * double{filter.sigma_range}, space);
    multiplier_ = static_cast<std::uint16_t>(scale.multiplier);
    tables_ = int16_products::tables(scale.step);
    const auto pairs = int16_products::pairs(filter, scale.step);
    for (const int16_products::Pair& pair : pairs)
      pairs_.push_back(
          {tap_row(filter, pair.dy, pair.dz), pair.dx,
           static_cast<std::int32_t>(std::uint32_t{pair.steps[1]} << 16 | pair.steps[0])});
    runs_ = int16_products::runs(pairs, scale.step);
  }

  int block() const override { return static_cast<int>(step); }

  void filter(const RowJob<std::int16_t>& job) const override {
    for (std::size_t x = 0; x < static_cast<std::size_t>(job.pixels); x += step)
      filter_block(job, x);
  }

 private:
  static constexpr ShortTag d{};
  static constexpr WordTag du{};
  static constexpr IntTag di{};
  static constexpr FloatTag16 df{};
  static constexpr std::size_t step = hn::MaxLanes(ShortTag{});
  static constexpr int planes = distance_planes + value_planes;
  static constexpr int sums = value_planes > 0 ? value_planes : distance_planes;
  static constexpr int first_value = planes - sums;

  struct Taps {
    std::size_t row;  // in the window
    std::ptrdiff_t dx;
    std::int32_t steps;  // of the right tap in the high half
  };
  // Vectors of even pixels, then of odd ones.
  struct Centre {
    Words plane[distance_planes][2];
  };
  // The last of each are those of the weights alone.
  struct Integers {
    Ints of[sums + 1][2];
  };
  struct Totals {
    Floats16 of[sums + 1][2];
  };
  struct Weights {
    WordTable high, low;
    Words multiplier;
  };

  static HWY_INLINE Words load(const std::int16_t* from) {
    return hn::BitCast(du, hn::LoadU(d, from));
  }
  HWY_INLINE void filter_block(const RowJob<std::int16_t>& job, std::size_t x) const {
    const Weights weights{WordTable(tables_.high.data()), WordTable(tables_.low.data()),
                          hn::Set(du, multiplier_)};
    Centre centre;
#pragma GCC unroll 3
    for (int p = 0; p < distance_planes; ++p) {
      const auto lanes = hn::BitCast(di, load(job.centre + p * job.centre_plane + x));
      const auto even = hn::And(lanes, hn::Set(di, 0xffff));
      const auto odd =
          hn::BitCast(di, hn::ShiftRight<16>(hn::BitCast(hn::RebindToUnsigned<IntTag>{}, lanes)));
      centre.plane[p][0] = hn::BitCast(du, hn::Or(even, hn::ShiftLeft<16>(even)));
      centre.plane[p][1] = hn::BitCast(du, hn::Or(odd, hn::ShiftLeft<16>(odd)));
    }
    Totals totals;
    for (int s = 0; s <= sums; ++s) totals.of[s][0] = totals.of[s][1] = hn::Zero(df);
    for (const int16_products::Run& run : runs_) {
      const Integers integers = sums_of_run(job, x, run, centre, weights);
      const Floats16 unit = hn::Set(df, static_cast<float>(run.unit));
#pragma GCC unroll 4
      for (int s = 0; s <= sums; ++s)
        for (int side = 0; side < 2; ++side)
          totals.of[s][side] =
              hn::MulAdd(unit, hn::ConvertTo(df, integers.of[s][side]), totals.of[s][side]);
    }
    for (int s = 0; s < sums; ++s) {
      const auto lanes =
          hn::BitCast(di, load(job.centre + (first_value + s) * job.centre_plane + x));
      const Floats16 even = hn::ConvertTo(df, hn::ShiftRight<16>(hn::ShiftLeft<16>(lanes)));
      const Floats16 odd = hn::ConvertTo(df, hn::ShiftRight<16>(lanes));
      hn::StoreInterleaved2(mean(totals, s, 0, even), mean(totals, s, 1, odd), df,
                            job.mean_offset + s * job.mean_plane + x);
    }
  }

  static HWY_INLINE Floats16 mean(const Totals& totals, int s, int side, Floats16 centre) {
    const Floats16 weight = totals.of[sums][side];
    return hn::Div(hn::NegMulAdd(centre, weight, totals.of[s][side]), weight);
  }

  HWY_INLINE Integers sums_of_run(const RowJob<std::int16_t>& job, std::size_t x,
                                  const int16_products::Run& run, const Centre& centre,
                                  const Weights& weights) const {
    Integers integers;
#pragma GCC unroll 4
    for (int s = 0; s <= sums; ++s) integers.of[s][0] = integers.of[s][1] = hn::Zero(di);
    const Taps* const pairs = pairs_.data();
    for (std::size_t i = run.first; i < run.last; ++i)
      add_pair(job.rows[pairs[i].row] + x + pairs[i].dx, job.rows_plane, pairs[i].steps, centre,
               weights, integers);
    return integers;
  }

  static HWY_INLINE void add_pair(const std::int16_t* tap, std::ptrdiff_t plane, std::int32_t steps,
                                  const Centre& centre, const Weights& weights,
                                  Integers& integers) {
    const Words spatial = hn::BitCast(du, hn::Set(di, steps));
#pragma GCC unroll 2
    for (int side = 0; side < 2; ++side) {
      Words value[planes];
#pragma GCC unroll 6
      for (int p = 0; p < planes; ++p) value[p] = load(tap + p * plane + side);
      Words distance;
#pragma GCC unroll 3
      for (int p = 0; p < distance_planes; ++p) {
        const Words difference = hn::Sub(value[p], centre.plane[p][side]);
        const Words square = hn::Mul(difference, difference);
        distance = p == 0 ? square : hn::SaturatedAdd(distance, square);
      }
      if constexpr (scaled) distance = hn::MulHigh(distance, weights.multiplier);
      const Words index = hn::SaturatedAdd(distance, spatial);
      const Words high = look_up_words(hn::ShiftRight<6>(index), weights.high);
      const Shorts weight = hn::BitCast(d, hn::MulHigh(high, look_up_words(index, weights.low)));
#pragma GCC unroll 3
      for (int s = 0; s < sums; ++s)
        integers.of[s][side] =
            add_products<dot>(integers.of[s][side], weight, hn::BitCast(d, value[first_value + s]));
      integers.of[sums][side] = add_products<dot>(integers.of[sums][side], weight, hn::Set(d, 1));
    }
  }

  std::uint16_t multiplier_ = 0;
  int16_products::Tables tables_;
  std::vector<Taps> pairs_;
  std::vector<int16_products::Run> runs_;
};

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_INT16_PRODUCTS_INL_H_
