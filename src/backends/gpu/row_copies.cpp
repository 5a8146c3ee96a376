// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/row_copies.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/gpu/row_copies.cpp"
#include "hwy/cache_control.h"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace selvage::gpu::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

void stream_bytes(std::byte* to, const std::byte* from, std::size_t bytes) {
  const hn::ScalableTag<std::uint8_t> tag;
  const std::size_t lanes = hn::Lanes(tag);
  const std::size_t past = reinterpret_cast<std::uintptr_t>(to) % lanes;
  const std::size_t head = past == 0 ? 0 : std::min(bytes, lanes - past);
  std::memcpy(to, from, head);
  std::size_t i = head;
  for (; i + lanes <= bytes; i += lanes)
    hn::Stream(hn::LoadU(tag, reinterpret_cast<const std::uint8_t*>(from + i)), tag,
               reinterpret_cast<std::uint8_t*>(to + i));
  std::memcpy(to + i, from + i, bytes - i);
  hwy::FlushStream();  // before the device is told to read
}

template <class T, class Byte>
auto* plane_of(const Planes<Byte>& planes, std::size_t c) {
  if constexpr (std::is_const_v<Byte>)
    return reinterpret_cast<const T*>(planes[c]);
  else
    return reinterpret_cast<T*>(planes[c]);
}

template <class T>
void interleave_rows(std::byte* bytes, const Planes<const std::byte>& from, std::size_t pixels) {
  const hn::ScalableTag<T> tag;
  const std::size_t lanes = hn::Lanes(tag), channels = from[3] ? 4 : from[2] ? 3 : 2;
  const auto row = [&](std::size_t c, std::size_t x) {
    return hn::LoadU(tag, plane_of<T>(from, c) + x);
  };
  auto* to = reinterpret_cast<T*>(bytes);
  std::size_t x = 0;
  for (; x + lanes <= pixels; x += lanes) {
    T* const at = to + channels * x;
    if (channels == 2) hn::StoreInterleaved2(row(0, x), row(1, x), tag, at);
    if (channels == 3) hn::StoreInterleaved3(row(0, x), row(1, x), row(2, x), tag, at);
    if (channels == 4) hn::StoreInterleaved4(row(0, x), row(1, x), row(2, x), row(3, x), tag, at);
  }
  for (; x < pixels; ++x)
    for (std::size_t c = 0; c < channels; ++c)
      std::memcpy(to + channels * x + c, plane_of<T>(from, c) + x, sizeof(T));
}

template <class T>
void separate_rows(const Planes<std::byte>& to, const std::byte* bytes, std::size_t pixels) {
  const hn::ScalableTag<T> tag;
  const std::size_t lanes = hn::Lanes(tag), channels = to[3] ? 4 : to[2] ? 3 : 2;
  const auto* from = reinterpret_cast<const T*>(bytes);
  std::size_t x = 0;
  for (; x + lanes <= pixels; x += lanes) {
    const T* const at = from + channels * x;
    hn::Vec<decltype(tag)> a, b, c, d;
    if (channels == 2) hn::LoadInterleaved2(tag, at, a, b);
    if (channels == 3) hn::LoadInterleaved3(tag, at, a, b, c);
    if (channels == 4) hn::LoadInterleaved4(tag, at, a, b, c, d);
    hn::StoreU(a, tag, plane_of<T>(to, 0) + x);
    hn::StoreU(b, tag, plane_of<T>(to, 1) + x);
    if (channels >= 3) hn::StoreU(c, tag, plane_of<T>(to, 2) + x);
    if (channels == 4) hn::StoreU(d, tag, plane_of<T>(to, 3) + x);
  }
  for (; x < pixels; ++x)
    for (std::size_t c = 0; c < channels; ++c)
      std::memcpy(plane_of<T>(to, c) + x, from + channels * x + c, sizeof(T));
}

void interleave_any(std::byte* to, const Planes<const std::byte>& from, std::size_t pixels,
                    std::size_t sample) {
  if (sample == 1) interleave_rows<std::uint8_t>(to, from, pixels);
  if (sample == 2) interleave_rows<std::uint16_t>(to, from, pixels);
  if (sample == 4) interleave_rows<std::uint32_t>(to, from, pixels);
}

void separate_any(const Planes<std::byte>& to, const std::byte* from, std::size_t pixels,
                  std::size_t sample) {
  if (sample == 1) separate_rows<std::uint8_t>(to, from, pixels);
  if (sample == 2) separate_rows<std::uint16_t>(to, from, pixels);
  if (sample == 4) separate_rows<std::uint32_t>(to, from, pixels);
}

}  // namespace
}  // namespace selvage::gpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/dispatch_entry.hpp"

namespace selvage::gpu {
namespace {

SELVAGE_EXPORT(stream_bytes);
SELVAGE_EXPORT(interleave_any);
SELVAGE_EXPORT(separate_any);

}  // namespace

void streaming_copy(std::byte* to, const std::byte* from, std::size_t bytes) {
  dispatch_entry(HWY_DISPATCH_TABLE(stream_bytes), supported_sets())(to, from, bytes);
}

void interleave(std::byte* to, const Planes<const std::byte>& from, std::size_t pixels,
                std::size_t sample) {
  dispatch_entry(HWY_DISPATCH_TABLE(interleave_any), supported_sets())(to, from, pixels, sample);
}

void separate(const Planes<std::byte>& to, const std::byte* from, std::size_t pixels,
              std::size_t sample) {
  dispatch_entry(HWY_DISPATCH_TABLE(separate_any), supported_sets())(to, from, pixels, sample);
}

}  // namespace selvage::gpu
#endif  // HWY_ONCE
