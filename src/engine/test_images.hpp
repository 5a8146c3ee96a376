// SPDX-License-Identifier: Apache-2.0
#pragma once
// Images and comparisons for the engine's tests.

#include <cstdint>
#include <cstring>

#include "core/samples.hpp"
#include "selvage/image.hpp"

namespace selvage {

// Returns noise that is the same on every machine. Floats lie in 1..2.
inline Image noise(PixelType type, int width, int height, int channels = 1, int batch = 1) {
  Image image(type, width, height, channels, false, batch);
  std::uint32_t state = 12345;
  for (std::size_t i = 0; i < image.bytes(); ++i) {
    state = state * 1664525 + 1013904223;
    image.view().data[i] = static_cast<std::byte>(state >> 24);
  }
  if (type == PixelType::f32)  // exponent of 1
    for (std::size_t i = 3; i < image.bytes(); i += 4) {
      image.view().data[i] = std::byte{0x3f};
      image.view().data[i - 1] |= std::byte{0x80};
    }
  return image;
}

// Returns an interleaved copy.
inline Image copy_of(const ConstImageView& view) {
  Image copy(view.type, view.width, view.height, view.channels, view.alpha, view.batch);
  copy_samples(view, copy);
  return copy;
}

// Returns whether both images have the same bits.
inline bool same_pixels(const ConstImageView& a, const ConstImageView& b) {
  const Image first = copy_of(a), second = copy_of(b);
  return first.bytes() == second.bytes() &&
         std::memcmp(first.view().data, second.view().data, first.bytes()) == 0;
}

}  // namespace selvage
