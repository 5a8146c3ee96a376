// SPDX-License-Identifier: Apache-2.0
#pragma once
// Conversion of samples from storage to real numbers and back.

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "core/half.hpp"

namespace selvage {

template <class T>
inline constexpr bool is_integer_sample = std::is_integral_v<T>;

// The stored value of 1.0.
template <class T>
inline constexpr float sample_scale = std::is_same_v<T, std::uint8_t>    ? 255.0f
                                      : std::is_same_v<T, std::uint16_t> ? 65535.0f
                                                                         : 1.0f;

// Reads the stored value as a number: 0..255 for u8, not 0..1. Any alignment.
template <class T>
float read_sample(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  if constexpr (std::is_same_v<T, Half>)
    return to_float(value);
  else
    return static_cast<float>(value);
}

// Rounds `value`, in stored units, to nearest, ties to even; integers are clamped to their range
// and NaN becomes 0. Accepts double, so that the reference rounds only once.
template <class T, class Real>
T round_sample(Real value) {
  if constexpr (std::is_same_v<T, Half>) {
    // Two roundings could differ from one when the first lands on a tie: nudge by sticky bit.
    float f = static_cast<float>(value);
    if constexpr (std::is_same_v<Real, double>) {
      std::uint32_t bits = std::bit_cast<std::uint32_t>(f);
      if (std::isfinite(f) && static_cast<double>(f) != value && (bits & 0xfffu) == 0) {
        const bool up = std::fabs(value) > std::fabs(static_cast<double>(f));
        bits += up ? 1u : ~0u;
        f = std::bit_cast<float>(bits);
      }
    }
    return to_half(f);
  } else if constexpr (std::is_same_v<T, float>) {
    return static_cast<float>(value);
  } else {
    const Real rounded = std::nearbyint(value);
    const Real top = static_cast<Real>(sample_scale<T>);
    return static_cast<T>(rounded > 0 ? (rounded < top ? rounded : top) : 0);
  }
}

template <class T>
void write_sample(std::byte* at, T value) {
  std::memcpy(at, &value, sizeof value);
}

// Converts a sample to another type. An integer survives the round trip through f32.
template <class From, class To>
To convert_sample(const std::byte* at) {
  if constexpr (std::is_same_v<From, To>) {
    From value;
    std::memcpy(&value, at, sizeof value);
    return value;
  } else if constexpr (!is_integer_sample<From> && !is_integer_sample<To>) {
    return round_sample<To>(read_sample<From>(at));  // no arithmetic: signalling NaNs stay so
  } else {
    const double value = read_sample<From>(at);
    return round_sample<To>(value / double{sample_scale<From>} * double{sample_scale<To>});
  }
}

// Returns the float next to v towards 0. For v so small that a device may flush it to 0, returns
// the smallest normal float.
inline float next_toward_zero(float v) {
  constexpr float smallest = std::numeric_limits<float>::min();
  return std::fabs(v) < smallest ? smallest : std::nextafter(v, 0.0f);
}

}  // namespace selvage
