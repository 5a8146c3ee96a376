// SPDX-License-Identifier: Apache-2.0
// ByteRows for each instruction set.

#if defined(SELVAGE_SIMD_BYTES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_SIMD_BYTES_INL_H_
#undef SELVAGE_SIMD_BYTES_INL_H_
#else
#define SELVAGE_SIMD_BYTES_INL_H_
#endif

#include <cstdint>

#include "backends/cpu/byte_rows.hpp"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// As many bytes as a vector has floats.
using ByteTag = hn::Rebind<std::uint8_t, hn::ScalableTag<float>>;
using Bytes = hn::Vec<ByteTag>;

template <int channels>
HWY_INLINE void load_bytes(const std::uint8_t* from, Bytes (&v)[4]) {
  const ByteTag d;
  if constexpr (channels == 1)
    v[0] = hn::LoadU(d, from);
  else if constexpr (channels == 3)
    hn::LoadInterleaved3(d, from, v[0], v[1], v[2]);
  else
    hn::LoadInterleaved4(d, from, v[0], v[1], v[2], v[3]);
}

template <int channels>
HWY_INLINE void store_bytes(const Bytes (&v)[4], std::uint8_t* to) {
  const ByteTag d;
  if constexpr (channels == 1)
    hn::StoreU(v[0], d, to);
  else if constexpr (channels == 3)
    hn::StoreInterleaved3(v[0], v[1], v[2], d, to);
  else
    hn::StoreInterleaved4(v[0], v[1], v[2], v[3], d, to);
}

HWY_INLINE hn::Vec<hn::ScalableTag<float>> bytes_to_floats(Bytes v) {
  const hn::ScalableTag<float> d;
  const hn::RebindToSigned<decltype(d)> di;
  return hn::ConvertTo(d, hn::PromoteTo(di, v));
}

template <int channels>
int load_channels(const std::uint8_t* from, int pixels, int planes, float scale, float* out,
                  std::ptrdiff_t plane) {
  const hn::ScalableTag<float> d;
  const int step = static_cast<int>(hn::Lanes(d));
  int i = 0;
  for (; i + step <= pixels; i += step) {
    Bytes v[4];
    load_bytes<channels>(from + std::ptrdiff_t{i} * channels, v);
    for (int c = 0; c < planes; ++c)
      hn::StoreU(hn::Mul(bytes_to_floats(v[c]), hn::Set(d, scale)), d, out + c * plane + i);
  }
  return i;
}

template <int channels>
int store_channels(const std::uint8_t* centre, std::uint8_t* to, int pixels, int planes,
                   float scale, const float* mean, std::ptrdiff_t plane) {
  const hn::ScalableTag<float> d;
  const int step = static_cast<int>(hn::Lanes(d));
  int i = 0;
  for (; i + step <= pixels; i += step) {
    Bytes v[4];
    load_bytes<channels>(centre + std::ptrdiff_t{i} * channels, v);
    for (int c = 0; c < planes; ++c) {
      // Not fused: the portable loop does the rest of the row, and must give the same bits.
      const auto offset = hn::Mul(hn::LoadU(d, mean + c * plane + i), hn::Set(d, scale));
      const auto value = hn::Add(bytes_to_floats(v[c]), offset);
      v[c] = hn::DemoteTo(ByteTag(), hn::NearestInt(value));
    }
    store_bytes<channels>(v, to + std::ptrdiff_t{i} * channels);
  }
  return i;
}

inline int load_byte_row(const std::uint8_t* from, int pixels, int channels, int planes,
                         float scale, float* out, std::ptrdiff_t plane) {
  switch (channels) {
    case 1: return load_channels<1>(from, pixels, planes, scale, out, plane);
    case 3: return load_channels<3>(from, pixels, planes, scale, out, plane);
    case 4: return load_channels<4>(from, pixels, planes, scale, out, plane);
    default: return 0;
  }
}

inline int store_byte_row(const std::uint8_t* centre, std::uint8_t* to, int pixels, int channels,
                          int planes, float scale, const float* mean, std::ptrdiff_t plane) {
  switch (channels) {
    case 1: return store_channels<1>(centre, to, pixels, planes, scale, mean, plane);
    case 3: return store_channels<3>(centre, to, pixels, planes, scale, mean, plane);
    case 4: return store_channels<4>(centre, to, pixels, planes, scale, mean, plane);
    default: return 0;
  }
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_SIMD_BYTES_INL_H_
