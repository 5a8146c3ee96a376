// SPDX-License-Identifier: Apache-2.0
// Stores that bypass the caches. For results larger than the caches this avoids reading memory that
// is only written.

#if defined(SELVAGE_STREAM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_STREAM_INL_H_
#undef SELVAGE_STREAM_INL_H_
#else
#define SELVAGE_STREAM_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hwy/cache_control.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// With `stream`, `to` is aligned to the vector's size. Highway streams at least 16 bytes.
template <class V, class D>
HWY_INLINE void store_or_stream(V v, D d, hn::TFromD<D>* to, bool stream) {
  constexpr bool can_stream = sizeof(hn::TFromD<D>) * hn::MaxLanes(D()) >= 16;
  if (can_stream && stream)
    hn::Stream(v, d, to);
  else
    hn::StoreU(v, d, to);
}

// Returns the number of samples before the first one aligned to `lanes` samples; all if none is.
template <class T>
HWY_INLINE std::ptrdiff_t samples_to_alignment(const std::byte* to, std::ptrdiff_t lanes,
                                               std::ptrdiff_t samples) {
  const std::uintptr_t vector = static_cast<std::uintptr_t>(lanes) * sizeof(T);
  const std::uintptr_t over = reinterpret_cast<std::uintptr_t>(to) % vector;
  if (over % sizeof(T) != 0) return samples;
  return std::min(samples, static_cast<std::ptrdiff_t>((vector - over) % vector / sizeof(T)));
}

inline void end_stream() {
  hwy::FlushStream();
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_STREAM_INL_H_
