// SPDX-License-Identifier: Apache-2.0
// LineSums of single and double precision for each instruction set.

#if defined(SELVAGE_LINE_SUMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_LINE_SUMS_INL_H_
#undef SELVAGE_LINE_SUMS_INL_H_
#else
#define SELVAGE_LINE_SUMS_INL_H_
#endif

#include <algorithm>

#include "hwy/highway.h"
#include "methods/convolution/cpu/line_sums.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Converts a number to the tag's type: the same type, or float to double.
template <class D, class In>
HWY_INLINE hn::Vec<D> load_as(D d, const In* from) {
  if constexpr (std::is_same_v<In, hn::TFromD<D>>) {
    return hn::LoadU(d, from);
  } else {
    const hn::Rebind<In, D> narrow;
    return hn::PromoteTo(d, hn::LoadU(narrow, from));
  }
}

// The terms of a row or a column: a first one and others, each for the vector at x. `few` keeps the
// pointers of so many of them in registers; compilers cannot, since vectors may alias all memory.
template <class In, class Out>
struct PairTerms {
  using Number = Out;
  const PairTaps<In, Out>& taps;

  template <class D>
  HWY_INLINE hn::Vec<D> first(D d, std::ptrdiff_t x) const {
    return hn::Mul(load_as(d, taps.centre + x), hn::Set(d, taps.centre_weight));
  }
  template <class D>
  HWY_INLINE hn::Vec<D> add(D d, hn::Vec<D> sum, int i, std::ptrdiff_t x) const {
    const auto both = hn::Add(load_as(d, taps.before[i] + x), load_as(d, taps.after[i] + x));
    return hn::MulAdd(both, hn::Set(d, taps.weight[i]), sum);
  }

  template <int terms>
  struct Few {
    HWY_INLINE explicit Few(const PairTerms& all)
        : centre(all.taps.centre), centre_weight(all.taps.centre_weight) {
      for (int i = 0; i < terms; ++i) {
        before[i] = all.taps.before[i];
        after[i] = all.taps.after[i];
        weight[i] = all.taps.weight[i];
      }
    }
    template <class D>
    HWY_INLINE hn::Vec<D> sum(D d, std::ptrdiff_t x) const {
      auto total = hn::Mul(load_as(d, centre + x), hn::Set(d, centre_weight));
      for (int i = 0; i < terms; ++i)
        total = hn::MulAdd(hn::Add(load_as(d, before[i] + x), load_as(d, after[i] + x)),
                           hn::Set(d, weight[i]), total);
      return total;
    }
    const In *centre, *before[terms + 1], *after[terms + 1];
    Out centre_weight, weight[terms + 1];
  };
};

template <class In, class Out>
struct TapTerms {
  using Number = Out;
  const Taps<In, Out>& taps;

  template <class D>
  HWY_INLINE hn::Vec<D> first(D d, std::ptrdiff_t x) const {
    return hn::Mul(load_as(d, taps.at[0] + x), hn::Set(d, taps.weight[0]));
  }
  template <class D>
  HWY_INLINE hn::Vec<D> add(D d, hn::Vec<D> sum, int i, std::ptrdiff_t x) const {
    return hn::MulAdd(load_as(d, taps.at[i + 1] + x), hn::Set(d, taps.weight[i + 1]), sum);
  }

  template <int terms>
  struct Few {
    HWY_INLINE explicit Few(const TapTerms& all) {
      for (int i = 0; i <= terms; ++i) {
        at[i] = all.taps.at[i];
        weight[i] = all.taps.weight[i];
      }
    }
    template <class D>
    HWY_INLINE hn::Vec<D> sum(D d, std::ptrdiff_t x) const {
      auto total = hn::Mul(load_as(d, at[0] + x), hn::Set(d, weight[0]));
      for (int i = 1; i <= terms; ++i)
        total = hn::MulAdd(load_as(d, at[i] + x), hn::Set(d, weight[i]), total);
      return total;
    }
    const In* at[terms + 1];
    Out weight[terms + 1];
  };
};

template <int terms, class T>
HWY_NOINLINE void sum_few(const T& all, std::ptrdiff_t numbers, typename T::Number* out) {
  const hn::ScalableTag<typename T::Number> d;
  const typename T::template Few<terms> few(all);
  for (std::ptrdiff_t x = 0; x < numbers; x += static_cast<std::ptrdiff_t>(hn::Lanes(d)))
    hn::StoreU(few.sum(d, x), d, out + x);
}

// Sums the terms of one block for `count` neighbouring vectors.
template <int count, class T>
HWY_INLINE void block_at(const T& all, int terms, std::ptrdiff_t x, typename T::Number* out) {
  const hn::ScalableTag<typename T::Number> d;
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  hn::Vec<decltype(d)> sum[count];
  for (int v = 0; v < count; ++v) sum[v] = all.first(d, x + v * lanes);
  for (int i = 0; i < terms; ++i)
    for (int v = 0; v < count; ++v) sum[v] = all.add(d, sum[v], i, x + v * lanes);
  for (int v = 0; v < count; ++v) hn::StoreU(sum[v], d, out + x + v * lanes);
}

// Sums the terms of up to `block` blocks.
template <int count, int block, class T>
HWY_INLINE void blocks_at(const T& all, int terms, std::ptrdiff_t x, typename T::Number* out) {
  const hn::ScalableTag<typename T::Number> d;
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  hn::Vec<decltype(d)> total[count];
  for (int v = 0; v < count; ++v) total[v] = all.first(d, x + v * lanes);
  for (int p = 0; p < terms; p += block) {
    hn::Vec<decltype(d)> sum[count];
    for (int v = 0; v < count; ++v) sum[v] = hn::Zero(d);
    for (int i = p; i < std::min(terms, p + block); ++i)
      for (int v = 0; v < count; ++v) sum[v] = all.add(d, sum[v], i, x + v * lanes);
    for (int v = 0; v < count; ++v) total[v] = hn::Add(total[v], sum[v]);
  }
  for (int v = 0; v < count; ++v) hn::StoreU(total[v], d, out + x + v * lanes);
}

// Sums the terms of more blocks, `block` of which make a larger one.
template <int count, int block, class T>
HWY_INLINE void large_blocks_at(const T& all, int terms, std::ptrdiff_t x,
                                typename T::Number* out) {
  const hn::ScalableTag<typename T::Number> d;
  using V = hn::Vec<decltype(d)>;
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  V total[count];
  for (int v = 0; v < count; ++v) total[v] = all.first(d, x + v * lanes);
  for (int large = 0; large < terms; large += block * block) {
    const int end = std::min(terms, large + block * block);
    V blocks[count];
    for (int v = 0; v < count; ++v) blocks[v] = hn::Zero(d);
    for (int p = large; p < end; p += block) {
      V sum[count];
      for (int v = 0; v < count; ++v) sum[v] = hn::Zero(d);
      for (int i = p; i < std::min(end, p + block); ++i)
        for (int v = 0; v < count; ++v) sum[v] = all.add(d, sum[v], i, x + v * lanes);
      for (int v = 0; v < count; ++v) blocks[v] = hn::Add(blocks[v], sum[v]);
    }
    for (int v = 0; v < count; ++v) total[v] = hn::Add(total[v], blocks[v]);
  }
  for (int v = 0; v < count; ++v) hn::StoreU(total[v], d, out + x + v * lanes);
}

// As many vectors at a time as fit into registers with their partial sums.
constexpr int vectors_at_once = HWY_TARGET <= HWY_AVX3 ? 8 : 4;

// Calls at(count, x) with compile-time counts of vectors that cover `numbers` numbers.
template <class Out, class At>
HWY_INLINE void each_vector_group(std::ptrdiff_t numbers, At&& at) {
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(hn::ScalableTag<Out>()));
  std::ptrdiff_t x = 0;
  for (; x + vectors_at_once * lanes <= numbers; x += vectors_at_once * lanes)
    at(std::integral_constant<int, vectors_at_once>(), x);
  for (; x < numbers; x += lanes) at(std::integral_constant<int, 1>(), x);
}

template <class T>
HWY_NOINLINE void sum_block(const T& all, int terms, std::ptrdiff_t numbers,
                            typename T::Number* out) {
  each_vector_group<typename T::Number>(numbers, [&](auto count, std::ptrdiff_t x) HWY_ATTR {
    block_at<decltype(count)::value>(all, terms, x, out);
  });
}

template <int block, class T>
HWY_NOINLINE void sum_blocks(const T& all, int terms, std::ptrdiff_t numbers,
                             typename T::Number* out) {
  each_vector_group<typename T::Number>(numbers, [&](auto count, std::ptrdiff_t x) HWY_ATTR {
    blocks_at<decltype(count)::value, block>(all, terms, x, out);
  });
}

template <int block, class T>
HWY_NOINLINE void sum_large_blocks(const T& all, int terms, std::ptrdiff_t numbers,
                                   typename T::Number* out) {
  each_vector_group<typename T::Number>(numbers, [&](auto count, std::ptrdiff_t x) HWY_ATTR {
    large_blocks_at<decltype(count)::value, block>(all, terms, x, out);
  });
}

// Sums the first term and `terms` others in the order of methods/convolution/sum_order.hpp.
template <int block, class T>
void sum_terms(const T& all, int terms, std::ptrdiff_t numbers, typename T::Number* out) {
  switch (terms) {
    case 0: return sum_few<0>(all, numbers, out);
    case 1: return sum_few<1>(all, numbers, out);
    case 2: return sum_few<2>(all, numbers, out);
    case 3: return sum_few<3>(all, numbers, out);
    case 4: return sum_few<4>(all, numbers, out);
    case 8: return sum_few<8>(all, numbers, out);
    default: break;
  }
  if (terms <= block) return sum_block(all, terms, numbers, out);
  if (terms <= block * block) return sum_blocks<block>(all, terms, numbers, out);
  sum_large_blocks<block>(all, terms, numbers, out);
}

template <class In, class Out>
void sum_pairs(const PairTaps<In, Out>& taps, std::ptrdiff_t numbers, Out* out) {
  sum_terms<short_sum>(PairTerms<In, Out>{taps}, taps.pairs, numbers, out);
}

template <class In, class Out>
void sum_taps(const Taps<In, Out>& taps, std::ptrdiff_t numbers, Out* out) {
  sum_terms<2 * short_sum>(TapTerms<In, Out>{taps}, taps.count - 1, numbers, out);
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_LINE_SUMS_INL_H_
