// SPDX-License-Identifier: Apache-2.0
#pragma once
// Conversion of samples and header fields between a file's byte order and the native one.

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace selvage {

// Converts samples between byte order `Stored` and native order, in either direction.
template <std::endian Stored, class T>
void to_native_order(std::span<T> samples) {
  if constexpr (Stored != std::endian::native && sizeof(T) > 1) {
    for (T& sample : samples) {
      if constexpr (sizeof(T) == 2)
        sample = std::bit_cast<T>(__builtin_bswap16(std::bit_cast<std::uint16_t>(sample)));
      else
        sample = std::bit_cast<T>(__builtin_bswap32(std::bit_cast<std::uint32_t>(sample)));
    }
  }
}

// Returns the little-endian integer at bytes[offset]. The caller has checked the size.
template <std::integral T>
T little_endian(std::span<const std::byte> bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.subspan(offset, sizeof value).data(), sizeof value);
  to_native_order<std::endian::little>(std::span(&value, 1));
  return value;
}

}  // namespace selvage
