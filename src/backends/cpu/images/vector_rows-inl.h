// SPDX-License-Identifier: Apache-2.0
// VectorRows for each instruction set.

#if defined(SELVAGE_VECTOR_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_VECTOR_ROWS_INL_H_
#undef SELVAGE_VECTOR_ROWS_INL_H_
#else
#define SELVAGE_VECTOR_ROWS_INL_H_
#endif

#include <cstdint>
#include <type_traits>

#include "backends/cpu/images/half_vectors-inl.h"
#include "backends/cpu/images/vector_rows.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// As many samples as a vector has floats; binary16 as bits.
template <class T>
using SampleBits = std::conditional_t<std::is_same_v<T, Half>, std::uint16_t, T>;
template <class T>
using SampleTag = hn::Rebind<SampleBits<T>, hn::ScalableTag<float>>;
template <class T>
using Samples = hn::Vec<SampleTag<T>>;

template <class T, int channels>
HWY_INLINE void load_pixels(const std::byte* from, Samples<T> (&v)[4]) {
  const SampleTag<T> d;
  const auto* const samples = reinterpret_cast<const SampleBits<T>*>(from);
  if constexpr (channels == 1)
    v[0] = hn::LoadU(d, samples);
  else if constexpr (channels == 2)
    hn::LoadInterleaved2(d, samples, v[0], v[1]);
  else if constexpr (channels == 3)
    hn::LoadInterleaved3(d, samples, v[0], v[1], v[2]);
  else
    hn::LoadInterleaved4(d, samples, v[0], v[1], v[2], v[3]);
}

template <class T, int channels>
HWY_INLINE void store_pixels(const Samples<T> (&v)[4], std::byte* to) {
  const SampleTag<T> d;
  auto* const samples = reinterpret_cast<SampleBits<T>*>(to);
  if constexpr (channels == 1)
    hn::StoreU(v[0], d, samples);
  else if constexpr (channels == 2)
    hn::StoreInterleaved2(v[0], v[1], d, samples);
  else if constexpr (channels == 3)
    hn::StoreInterleaved3(v[0], v[1], v[2], d, samples);
  else
    hn::StoreInterleaved4(v[0], v[1], v[2], v[3], d, samples);
}

template <class T>
HWY_INLINE hn::Vec<hn::ScalableTag<float>> to_floats(Samples<T> v) {
  const hn::ScalableTag<float> d;
  if constexpr (std::is_same_v<T, float>) {
    return v;
  } else if constexpr (std::is_same_v<T, Half>) {
    return hn::PromoteTo(d, hn::BitCast(hn::Rebind<hwy::float16_t, hn::ScalableTag<float>>(), v));
  } else {
    const hn::RebindToSigned<decltype(d)> di;
    return hn::ConvertTo(d, hn::PromoteTo(di, v));
  }
}

// Rounded; integers clamped.
template <class T>
HWY_INLINE Samples<T> to_samples(hn::Vec<hn::ScalableTag<float>> v) {
  if constexpr (std::is_same_v<T, float>)
    return v;
  else if constexpr (std::is_same_v<T, Half>)
    return hn::BitCast(SampleTag<T>(),
                       hn::DemoteTo(hn::Rebind<hwy::float16_t, hn::ScalableTag<float>>(), v));
  else
    return hn::DemoteTo(SampleTag<T>(), hn::NearestInt(v));
}

template <class T, int channels>
int load_channels(const std::byte* from, int pixels, int planes, float scale, float* out,
                  std::ptrdiff_t plane) {
  const hn::ScalableTag<float> d;
  const int step = static_cast<int>(hn::Lanes(d));
  constexpr std::ptrdiff_t pixel = channels * static_cast<std::ptrdiff_t>(sizeof(T));
  int i = 0;
  for (; i + step <= pixels; i += step) {
    Samples<T> v[4];
    load_pixels<T, channels>(from + i * pixel, v);
    for (int c = 0; c < planes; ++c)
      hn::StoreU(hn::Mul(to_floats<T>(v[c]), hn::Set(d, scale)), d, out + c * plane + i);
  }
  return i;
}

template <class T, int channels>
int store_channels(const std::byte* centre, std::byte* to, int pixels, int planes, float scale,
                   const float* mean, std::ptrdiff_t plane) {
  const hn::ScalableTag<float> d;
  const int step = static_cast<int>(hn::Lanes(d));
  constexpr std::ptrdiff_t pixel = channels * static_cast<std::ptrdiff_t>(sizeof(T));
  int i = 0;
  for (; i + step <= pixels; i += step) {
    Samples<T> v[4];
    load_pixels<T, channels>(centre + i * pixel, v);
    for (int c = 0; c < planes; ++c) {
      // Not fused, because the portable loop does the rest of the row and must give the same bits.
      const auto offset = hn::Mul(hn::LoadU(d, mean + c * plane + i), hn::Set(d, scale));
      v[c] = to_samples<T>(hn::Add(to_floats<T>(v[c]), offset));
    }
    store_pixels<T, channels>(v, to + i * pixel);
  }
  return i;
}

template <class T>
int load_vectors(const std::byte* from, int pixels, int channels, int planes, float scale,
                 float* out, std::ptrdiff_t plane) {
  switch (channels) {
    case 1: return load_channels<T, 1>(from, pixels, planes, scale, out, plane);
    case 2: return load_channels<T, 2>(from, pixels, planes, scale, out, plane);
    case 3: return load_channels<T, 3>(from, pixels, planes, scale, out, plane);
    default: return load_channels<T, 4>(from, pixels, planes, scale, out, plane);
  }
}

template <class T>
int store_vectors(const std::byte* centre, std::byte* to, int pixels, int channels, int planes,
                  float scale, const float* mean, std::ptrdiff_t plane) {
  switch (channels) {
    case 1: return store_channels<T, 1>(centre, to, pixels, planes, scale, mean, plane);
    case 2: return store_channels<T, 2>(centre, to, pixels, planes, scale, mean, plane);
    case 3: return store_channels<T, 3>(centre, to, pixels, planes, scale, mean, plane);
    default: return store_channels<T, 4>(centre, to, pixels, planes, scale, mean, plane);
  }
}

inline VectorRows every_vector_row() {
  VectorRows rows;
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    with_pixel_type(type, [&]<class T>() {
      if constexpr (has_half || !std::is_same_v<T, Half>) {
        rows.loads.at(static_cast<std::size_t>(type)) = load_vectors<T>;
        rows.stores.at(static_cast<std::size_t>(type)) = store_vectors<T>;
      }
    });
  return rows;
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_VECTOR_ROWS_INL_H_
