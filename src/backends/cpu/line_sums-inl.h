// SPDX-License-Identifier: Apache-2.0
// LineSums of single and double precision for each instruction set.

#if defined(SELVAGE_LINE_SUMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_LINE_SUMS_INL_H_
#undef SELVAGE_LINE_SUMS_INL_H_
#else
#define SELVAGE_LINE_SUMS_INL_H_
#endif

#include <algorithm>

#include "backends/cpu/line_sums.hpp"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A number of the tag's type from one of the same type, or floats in double precision.
template <class D, class In>
HWY_INLINE hn::Vec<D> load_as(D d, const In* from) {
  if constexpr (std::is_same_v<In, hn::TFromD<D>>) {
    return hn::LoadU(d, from);
  } else {
    const hn::Rebind<In, D> narrow;
    return hn::PromoteTo(d, hn::LoadU(narrow, from));
  }
}

// `count` vectors side by side.
template <class D, int count>
struct Block {
  hn::Vec<D> v[count];

  HWY_INLINE void clear() {
    for (auto& part : v) part = hn::Zero(D());
  }
  HWY_INLINE void add(const Block& other) {
    for (int i = 0; i < count; ++i) v[i] = hn::Add(v[i], other.v[i]);
  }
  HWY_INLINE void store(hn::TFromD<D>* to) const {
    const D d;
    for (int i = 0; i < count; ++i)
      hn::StoreU(v[i], d, to + i * static_cast<std::ptrdiff_t>(hn::Lanes(d)));
  }
};

template <class D, int count, class In>
HWY_INLINE void add_pair(Block<D, count>& sum, const In* before, const In* after,
                         hn::TFromD<D> weight) {
  const D d;
  const auto w = hn::Set(d, weight);
  for (int i = 0; i < count; ++i) {
    const std::ptrdiff_t at = i * static_cast<std::ptrdiff_t>(hn::Lanes(d));
    const auto both = hn::Add(load_as(d, before + at), load_as(d, after + at));
    sum.v[i] = hn::MulAdd(both, w, sum.v[i]);
  }
}

template <class D, int count, class In>
HWY_INLINE void add_tap(Block<D, count>& sum, const In* tap, hn::TFromD<D> weight) {
  const D d;
  const auto w = hn::Set(d, weight);
  for (int i = 0; i < count; ++i)
    sum.v[i] = hn::MulAdd(load_as(d, tap + i * static_cast<std::ptrdiff_t>(hn::Lanes(d))), w,
                          sum.v[i]);
}

// Calls add(piece, i) for all terms: those of a piece, pieces of a larger one, then these.
template <int piece_size, class D, int count, class Add>
HWY_INLINE void add_terms(Block<D, count>& sum, int terms, Add&& add) {
  if (terms <= piece_size) {
    for (int i = 0; i < terms; ++i) add(sum, i);
    return;
  }
  constexpr int large = piece_size * piece_size;
  for (int first = 0; first < terms; first += large) {
    Block<D, count> pieces;
    pieces.clear();
    for (int p = first; p < std::min(terms, first + large); p += piece_size) {
      Block<D, count> piece;
      piece.clear();
      for (int i = p; i < std::min(terms, p + piece_size); ++i) add(piece, i);
      pieces.add(piece);
    }
    sum.add(pieces);
  }
}

template <int count, class In, class Out>
HWY_INLINE void pairs_at(const PairTaps<In, Out>& taps, std::ptrdiff_t x, Out* out) {
  Block<hn::ScalableTag<Out>, count> sum;
  sum.clear();
  add_tap(sum, taps.centre + x, taps.centre_weight);
  add_terms<short_sum>(sum, taps.pairs, [&](auto& piece, int i) HWY_ATTR {
    add_pair(piece, taps.before[i] + x, taps.after[i] + x, taps.weight[i]);
  });
  sum.store(out + x);
}

template <int count, class In, class Out>
HWY_INLINE void taps_at(const Taps<In, Out>& taps, std::ptrdiff_t x, Out* out) {
  Block<hn::ScalableTag<Out>, count> sum;
  sum.clear();
  add_terms<2 * short_sum>(sum, taps.count, [&](auto& piece, int i) HWY_ATTR {
    add_tap(piece, taps.at[i] + x, taps.weight[i]);
  });
  sum.store(out + x);
}

// As many vectors at a time as registers hold with their partial sums.
constexpr int vectors_at_once = HWY_TARGET <= HWY_AVX3 ? 8 : 4;

// Calls at(count, x) with the constants that cover `numbers` numbers.
template <class Out, class At>
HWY_INLINE void each_block(std::ptrdiff_t numbers, At&& at) {
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(hn::ScalableTag<Out>()));
  std::ptrdiff_t x = 0;
  for (; x + vectors_at_once * lanes <= numbers; x += vectors_at_once * lanes)
    at(std::integral_constant<int, vectors_at_once>(), x);
  for (; x < numbers; x += lanes) at(std::integral_constant<int, 1>(), x);
}

template <class In, class Out>
void sum_pairs(const PairTaps<In, Out>& taps, std::ptrdiff_t numbers, Out* out) {
  each_block<Out>(numbers, [&](auto count, std::ptrdiff_t x) HWY_ATTR {
    pairs_at<decltype(count)::value>(taps, x, out);
  });
}

template <class In, class Out>
void sum_taps(const Taps<In, Out>& taps, std::ptrdiff_t numbers, Out* out) {
  each_block<Out>(numbers, [&](auto count, std::ptrdiff_t x) HWY_ATTR {
    taps_at<decltype(count)::value>(taps, x, out);
  });
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_LINE_SUMS_INL_H_
