// SPDX-License-Identifier: Apache-2.0
#include "io/straight_alpha.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/half.hpp"

namespace selvage {
namespace {

template <class T>
T divided(T colour, T alpha) {
  constexpr std::uint32_t scale = std::numeric_limits<T>::max();
  return static_cast<T>(std::min(scale, (colour * scale + alpha / 2u) / alpha));
}

float divided(float colour, float alpha) {
  return colour / alpha;
}

Half divided(Half colour, Half alpha) {
  return to_half(to_float(colour) / to_float(alpha));
}

bool is_above_zero(Half alpha) {
  return to_float(alpha) > 0.0f;
}

template <class T>
bool is_above_zero(T alpha) {
  return alpha > T{0};
}

template <class T>
void divide(T* row, std::size_t width, std::size_t channels) {
  for (T* pixel = row; pixel != row + width * channels; pixel += channels) {
    const T alpha = pixel[channels - 1];
    if (!is_above_zero(alpha)) continue;
    for (std::size_t c = 0; c + 1 < channels; ++c) pixel[c] = divided(pixel[c], alpha);
  }
}

}  // namespace

void divide_by_alpha(std::byte* row, PixelType type, std::size_t width, std::size_t channels) {
  switch (type) {
    case PixelType::u8: return divide(reinterpret_cast<std::uint8_t*>(row), width, channels);
    case PixelType::u16: return divide(reinterpret_cast<std::uint16_t*>(row), width, channels);
    case PixelType::f16: return divide(reinterpret_cast<Half*>(row), width, channels);
    case PixelType::f32: return divide(reinterpret_cast<float*>(row), width, channels);
  }
}

}  // namespace selvage
