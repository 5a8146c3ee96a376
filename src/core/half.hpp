// SPDX-License-Identifier: Apache-2.0
#pragma once
// IEEE 754 binary16 as a storage type. GCC 12 has no _Float16 in C++.

#include <bit>
#include <cstdint>

namespace selvage {

struct Half {
  std::uint16_t bits = 0;
};

// Exact: every binary16 value is a binary32 value. Uses no subnormal binary32, so the result does
// not depend on whether the processor flushes those.
constexpr float to_float(Half h) {
  const std::uint32_t sign = (h.bits & 0x8000u) << 16;
  const std::uint32_t magnitude = h.bits & 0x7fffu;
  if (magnitude < 0x0400u) {
    // Subnormal: m * 2^-24, as 2^-14 * (1 + m / 2^10) - 2^-14.
    const float value = std::bit_cast<float>(0x38800000u | (magnitude << 13)) - 0x1p-14f;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) | sign);
  }
  const std::uint32_t rebias = magnitude < 0x7c00u ? 112u << 23 : 224u << 23;  // also for inf, NaN
  return std::bit_cast<float>(((magnitude << 13) + rebias) | sign);
}

// Rounds to nearest, ties to even. Overflow becomes infinity; a NaN keeps the part of its payload
// that fits.
constexpr Half to_half(float f) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(f);
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  std::uint32_t half = 0;
  if (magnitude > 0x7f800000u) {
    const std::uint32_t payload = (magnitude >> 13) & 0x3ffu;
    half = 0x7c00u | (payload != 0 ? payload : 0x200u);
  } else if (magnitude >= 0x477ff000u) {
    half = 0x7c00u;  // 65520 and above round to infinity
  } else if (magnitude < 0x38800000u) {
    // Subnormal: adding 0.5 puts the last kept bit (2^-24) at the last bit of a binary32.
    const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    half = std::bit_cast<std::uint32_t>(shifted) - 0x3f000000u;
  } else {
    const std::uint32_t odd = (magnitude >> 13) & 1u;
    half = (magnitude - 0x38000000u + 0xfffu + odd) >> 13;
  }
  return Half{static_cast<std::uint16_t>(half | sign)};
}

}  // namespace selvage
