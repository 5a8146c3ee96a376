// SPDX-License-Identifier: Apache-2.0
#pragma once
// IEEE 754 binary16 as a storage type. GCC 12 has no _Float16 in C++.

#include <bit>
#include <cstdint>

namespace selvage {

struct Half {
  std::uint16_t bits = 0;
};

// Exact: every binary16 value is a binary32 value. Branch-free, so that loops over it vectorise.
constexpr float to_float(Half h) {
  const std::uint32_t sign = (h.bits & 0x8000u) << 16;
  const std::uint32_t magnitude = h.bits & 0x7fffu;
  // Exponent and mantissa moved to binary32's places; the multiplication rebias the exponent by
  // 127 - 15 and makes subnormals normal. Infinities and NaNs get their exponent by hand.
  const float scaled = std::bit_cast<float>(magnitude << 13) * 0x1p112f;
  const std::uint32_t special = magnitude >= 0x7c00u ? 0x7f800000u : 0u;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(scaled) | special | sign);
}

// Rounds to nearest, ties to even; overflow becomes infinity; NaN stays NaN.
constexpr Half to_half(float f) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(f);
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  std::uint32_t half = 0;
  if (magnitude > 0x7f800000u) {
    half = 0x7e00u;  // NaN
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
