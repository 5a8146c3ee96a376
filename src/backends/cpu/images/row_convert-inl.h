// SPDX-License-Identifier: Apache-2.0
// RowConvert<float> for each instruction set.

#if defined(SELVAGE_ROW_CONVERT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_ROW_CONVERT_INL_H_
#undef SELVAGE_ROW_CONVERT_INL_H_
#else
#define SELVAGE_ROW_CONVERT_INL_H_
#endif

#include <cstring>

#include "backends/cpu/images/half_vectors-inl.h"
#include "backends/cpu/images/row_convert.hpp"
#include "backends/cpu/images/stream-inl.h"
#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using ConvertTag = hn::ScalableTag<float>;
using Floats = hn::Vec<ConvertTag>;

template <class T>
HWY_INLINE Floats load_numbers(const std::byte* from) {
  const ConvertTag d;
  if constexpr (std::is_same_v<T, float>) {
    return hn::LoadU(d, reinterpret_cast<const float*>(from));
  } else if constexpr (!std::is_same_v<T, Half>) {
    const hn::RebindToSigned<ConvertTag> di;
    const hn::Rebind<T, ConvertTag> dt;
    return hn::ConvertTo(d, hn::PromoteTo(di, hn::LoadU(dt, reinterpret_cast<const T*>(from))));
  } else if constexpr (has_half) {
    const hn::Rebind<hwy::float16_t, ConvertTag> dh;
    return hn::PromoteTo(d, hn::LoadU(dh, reinterpret_cast<const hwy::float16_t*>(from)));
  } else {
    HWY_ALIGN float values[hn::MaxLanes(ConvertTag())];
    for (std::size_t i = 0; i < hn::Lanes(d); ++i) values[i] = read_sample<T>(from + i * sizeof(T));
    return hn::Load(d, values);
  }
}

template <class T>
bool load_samples(const std::byte* from, std::ptrdiff_t samples, float* to) {
  const ConvertTag d;
  const hn::RebindToSigned<ConvertTag> di;
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  auto largest = hn::Zero(di);  // magnitude, by bits
  bool finite = true;
  std::ptrdiff_t i = 0;
  for (; i + lanes <= samples; i += lanes) {
    const auto value = load_numbers<T>(from + i * static_cast<std::ptrdiff_t>(sizeof(T)));
    if constexpr (!is_integer_sample<T>)
      largest = hn::Max(largest, hn::And(hn::BitCast(di, value), hn::Set(di, 0x7fffffff)));
    hn::StoreU(value, d, to + i);
  }
  for (; i < samples; ++i) {
    to[i] = read_sample<T>(from + i * static_cast<std::ptrdiff_t>(sizeof(T)));
    if constexpr (!is_integer_sample<T>) finite &= std::isfinite(to[i]);
  }
  if constexpr (is_integer_sample<T>) return true;
  return finite && hn::AllTrue(di, hn::Lt(largest, hn::Set(di, 0x7f800000)));
}

// Stores a vector of rounded samples. `stream` has an effect where the instruction set supports it.
template <class T>
HWY_INLINE void store_numbers(Floats value, std::byte* to, bool stream = false) {
  const ConvertTag d;
  if constexpr (std::is_same_v<T, float>) {
    store_or_stream(value, d, reinterpret_cast<float*>(to), stream);
  } else if constexpr (!std::is_same_v<T, Half>) {
    // Adding 1.5 * 2^23 leaves no room for a fraction: the sum is rounded to nearest, and its last
    // bits are the integer.
    const hn::Rebind<T, ConvertTag> dt;
    const hn::RebindToUnsigned<ConvertTag> du;
    const auto inside = hn::Min(hn::Max(value, hn::Zero(d)), hn::Set(d, sample_scale<T>));
    const auto bits = hn::BitCast(du, hn::Add(inside, hn::Set(d, 12582912.0f)));
    if constexpr (sizeof(T) == 1)
      hn::StoreU(hn::U8FromU32(hn::And(bits, hn::Set(du, 255u))), dt, reinterpret_cast<T*>(to));
    else
      hn::StoreU(hn::TruncateTo(dt, bits), dt, reinterpret_cast<T*>(to));
  } else if constexpr (has_half) {
    const hn::Rebind<hwy::float16_t, ConvertTag> dh;
    hn::StoreU(hn::DemoteTo(dh, value), dh, reinterpret_cast<hwy::float16_t*>(to));
  } else {
    HWY_ALIGN float values[hn::MaxLanes(ConvertTag())];
    hn::Store(value, d, values);
    for (std::size_t i = 0; i < hn::Lanes(d); ++i)
      write_sample(to + i * sizeof(T), round_sample<T>(values[i]));
  }
}

template <class T>
void store_samples(const float* from, std::ptrdiff_t samples, float gain, float offset,
                   std::byte* to, bool stream) {
  const ConvertTag d;
  constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(T));
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  const auto g = hn::Set(d, gain), o = hn::Set(d, offset);
  const auto value = [&](std::ptrdiff_t i)
                         HWY_ATTR { return hn::MulAdd(hn::LoadU(d, from + i), g, o); };
  // Fewer samples than a vector holds.
  const auto few = [&](std::ptrdiff_t i, std::ptrdiff_t count) HWY_ATTR {
    std::byte rounded[sizeof(T) * hn::MaxLanes(ConvertTag())];
    store_numbers<T>(value(i), rounded);
    std::memcpy(to + i * size, rounded, static_cast<std::size_t>(count * size));
  };
  std::ptrdiff_t i = 0;
  stream &= std::is_same_v<T, float>;  // leave partial cache lines to the caches
  if (stream) {
    const std::ptrdiff_t head = samples_to_alignment<T>(to, lanes, samples);
    stream = head < lanes;
    if (stream && head > 0) few(0, head);
    i = stream ? head : 0;
  }
  for (; i + lanes <= samples; i += lanes) store_numbers<T>(value(i), to + i * size, stream);
  if (i < samples) few(i, samples - i);
}

// By bits.
inline bool all_finite(const float* from, std::ptrdiff_t numbers) {
  const ConvertTag d;
  const hn::RebindToSigned<ConvertTag> di;
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  auto largest = hn::Zero(di);
  const auto magnitude = [&](std::ptrdiff_t i) HWY_ATTR {
    return hn::And(hn::BitCast(di, hn::LoadU(d, from + i)), hn::Set(di, 0x7fffffff));
  };
  std::ptrdiff_t i = 0;
  for (; i + lanes <= numbers; i += lanes) largest = hn::Max(largest, magnitude(i));
  bool finite = hn::AllTrue(di, hn::Lt(largest, hn::Set(di, 0x7f800000)));
  for (; i < numbers; ++i) finite &= std::isfinite(from[i]);
  return finite;
}

inline RowConvert<float> float_convert(PixelType reads, PixelType writes) {
  RowConvert<float> convert{.end_stream = end_stream, .finite = all_finite};
  with_pixel_type(reads, [&]<class T>() { convert.load = load_samples<T>; });
  with_pixel_type(writes, [&]<class T>() { convert.store = store_samples<T>; });
  return convert;
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_ROW_CONVERT_INL_H_
