// SPDX-License-Identifier: Apache-2.0
#include "io/rows/straight_alpha.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "core/half.hpp"

namespace selvage {
namespace {

template <class T>
T divided(T colour, T alpha) {
  constexpr std::uint32_t scale = std::numeric_limits<T>::max();
  return static_cast<T>(std::min(scale, (colour * scale + alpha / 2u) / alpha));
}

// A small alpha would make infinities of finite colours.
float divided(float colour, float alpha, float largest = std::numeric_limits<float>::max()) {
  const float result = colour / alpha;
  return std::isfinite(colour) ? std::clamp(result, -largest, largest) : result;
}

Half divided(Half colour, Half alpha) {
  constexpr float largest_half = 65504.0f;
  return to_half(divided(to_float(colour), to_float(alpha), largest_half));
}

template <class T>
float value_of(T alpha) {
  return static_cast<float>(alpha);
}

float value_of(Half alpha) {
  return to_float(alpha);
}

template <class T>
void divide(T* row, std::size_t width, std::size_t channels) {
  for (T* pixel = row; pixel != row + width * channels; pixel += channels) {
    const T alpha = pixel[channels - 1];
    if (!(value_of(alpha) > 0.0f)) continue;
    for (std::size_t c = 0; c + 1 < channels; ++c) pixel[c] = divided(pixel[c], alpha);
  }
}

float multiplied(float colour, float alpha) {
  return alpha == 0.0f ? 0.0f : colour * alpha;  // also for infinite colours
}

Half multiplied(Half colour, Half alpha) {
  return to_half(multiplied(to_float(colour), to_float(alpha)));
}

// Skips pixels whose alpha is negative or NaN, as division does.
template <class T>
void multiply(T* row, std::size_t width, std::size_t channels) {
  for (T* pixel = row; pixel != row + width * channels; pixel += channels) {
    const T alpha = pixel[channels - 1];
    if (!(value_of(alpha) >= 0.0f)) continue;
    for (std::size_t c = 0; c + 1 < channels; ++c) pixel[c] = multiplied(pixel[c], alpha);
  }
}

}  // namespace

bool is_stored_premultiplied(const Codec& codec, const ConstImageView& shape,
                             const FileTraits& file) {
  if (!shape.alpha) return false;
  switch (codec.alpha) {
    case AlphaStorage::straight: return false;
    case AlphaStorage::premultiplied: return true;
    case AlphaStorage::either_of_floats: return file.premultiplied && !is_integer(shape.type);
  }
  return false;
}

AlphaChange alpha_change(const Codec& codec, const ConstImageView& shape, const FileTraits& file) {
  if (!shape.alpha || file.premultiplied == is_stored_premultiplied(codec, shape, file))
    return AlphaChange::none;
  if (file.premultiplied) return AlphaChange::divide;
  return file.format.empty() ? AlphaChange::none : AlphaChange::multiply;
}

void change_colours(AlphaChange change, std::byte* row, PixelType type, std::size_t width,
                    std::size_t channels) {
  if (change == AlphaChange::divide) divide_by_alpha(row, type, width, channels);
  if (change == AlphaChange::multiply) multiply_by_alpha(row, type, width, channels);
}

void multiply_by_alpha(std::byte* row, PixelType type, std::size_t width, std::size_t channels) {
  switch (type) {
    case PixelType::u8:
    case PixelType::u16: throw std::logic_error("integers are not multiplied by alpha");
    case PixelType::f16: return multiply(reinterpret_cast<Half*>(row), width, channels);
    case PixelType::f32: return multiply(reinterpret_cast<float*>(row), width, channels);
  }
}

void divide_by_alpha(std::byte* row, PixelType type, std::size_t width, std::size_t channels) {
  switch (type) {
    case PixelType::u8: return divide(reinterpret_cast<std::uint8_t*>(row), width, channels);
    case PixelType::u16: return divide(reinterpret_cast<std::uint16_t*>(row), width, channels);
    case PixelType::f16: return divide(reinterpret_cast<Half*>(row), width, channels);
    case PixelType::f32: return divide(reinterpret_cast<float*>(row), width, channels);
  }
}

}  // namespace selvage
