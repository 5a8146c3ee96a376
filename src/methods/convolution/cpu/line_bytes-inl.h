// SPDX-License-Identifier: Apache-2.0
// LineSums in 16-bit integers for each instruction set; methods/separable/int16_weights.hpp defines
// the sums.

#if defined(SELVAGE_LINE_BYTES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_LINE_BYTES_INL_H_
#undef SELVAGE_LINE_BYTES_INL_H_
#else
#define SELVAGE_LINE_BYTES_INL_H_
#endif

#include "hwy/highway.h"
#include "methods/convolution/cpu/line_sums-inl.h"
#include "methods/convolution/cpu/line_sums.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Tag16 = hn::ScalableTag<std::uint16_t>;
using Vec16 = hn::Vec<Tag16>;

// The two taps of a pair as one number: their sum in the column, their mean in the row.
struct ColumnPair {
  HWY_INLINE static Vec16 of(Vec16 a, Vec16 b) { return hn::Add(a, b); }
  HWY_INLINE static Vec16 centre(Vec16 c) { return hn::Add(c, c); }
};
struct RowPair {
  HWY_INLINE static Vec16 of(Vec16 a, Vec16 b) { return hn::AverageRound(a, b); }
  HWY_INLINE static Vec16 centre(Vec16 c) { return c; }
};

template <class Pair, int count>
HWY_INLINE void bytes_at(const ByteTaps& taps, std::ptrdiff_t x, std::uint16_t* out) {
  const Tag16 d;
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  Vec16 sum[count];
  const auto load = [&](const std::uint16_t* row, int v)
                        HWY_ATTR { return hn::LoadU(d, row + x + v * lanes); };
  const auto w0 = hn::Set(d, taps.centre_weight), start = hn::Set(d, taps.start);
  for (int v = 0; v < count; ++v)
    sum[v] = hn::Add(start, hn::MulHigh(Pair::centre(load(taps.centre, v)), w0));
  for (int i = 0; i < taps.pairs; ++i) {
    const auto w = hn::Set(d, taps.weight[i]);
    for (int v = 0; v < count; ++v) {
      const auto pair = Pair::of(load(taps.before[i], v), load(taps.after[i], v));
      sum[v] = hn::Add(sum[v], hn::MulHigh(pair, w));
    }
  }
  for (int v = 0; v < count; ++v) hn::StoreU(sum[v], d, out + x + v * lanes);
}

template <class Pair>
void sum_bytes(const ByteTaps& taps, std::ptrdiff_t numbers, std::uint16_t* out) {
  each_vector_group<std::uint16_t>(numbers, [&](auto count, std::ptrdiff_t x) HWY_ATTR {
    bytes_at<Pair, decltype(count)::value>(taps, x, out);
  });
}

// Converts samples to samples times 128.
inline bool load_bytes_by_128(const std::byte* from, std::ptrdiff_t samples, std::uint16_t* to) {
  const Tag16 d;
  const hn::Rebind<std::uint8_t, Tag16> d8;
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(from);
  std::ptrdiff_t i = 0;
  for (; i + lanes <= samples; i += lanes)
    hn::StoreU(hn::ShiftLeft<7>(hn::PromoteTo(d, hn::LoadU(d8, bytes + i))), d, to + i);
  for (; i < samples; ++i) to[i] = static_cast<std::uint16_t>(bytes[i] * 128);
  return true;
}

// Drops 8 bits of fraction. The sums start with what rounds the result.
inline void store_bytes_by_256(const std::uint16_t* from, std::ptrdiff_t samples, std::uint16_t,
                               std::uint16_t, std::byte* to, bool) {
  const Tag16 d;
  const hn::RebindToSigned<Tag16> di;
  const hn::Rebind<std::uint8_t, Tag16> d8;
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  auto* const bytes = reinterpret_cast<std::uint8_t*>(to);
  std::ptrdiff_t i = 0;
  for (; i + lanes <= samples; i += lanes) {
    const auto whole = hn::ShiftRight<8>(hn::LoadU(d, from + i));
    hn::StoreU(hn::DemoteTo(d8, hn::BitCast(di, whole)), d8, bytes + i);
  }
  for (; i < samples; ++i) bytes[i] = static_cast<std::uint8_t>(from[i] >> 8);
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_LINE_BYTES_INL_H_
