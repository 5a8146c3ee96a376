// SPDX-License-Identifier: Apache-2.0
#pragma once
// Colours of printing inks as RGB.

#include <cstddef>
#include <cstdint>
#include <limits>

namespace selvage {

constexpr const char* note_on_cmyk =
    "its CMYK colours become RGB by (1 - C) (1 - K), without a profile";

// Converts pixels of C, M, Y and K to RGB: the light that passes both inks, R = (1 - C) (1 - K),
// rounded to nearest. `inverted`: the full value is no ink, as Adobe's programs write it in JPEGs.
template <class T>
void cmyk_to_rgb(const T* cmyk, std::size_t pixels, bool inverted, T* rgb) {
  constexpr std::uint64_t full = std::numeric_limits<T>::max();
  const auto light = [=](T ink) -> std::uint64_t { return inverted ? ink : full - ink; };
  for (; pixels > 0; --pixels, cmyk += 4)
    for (int c = 0; c < 3; ++c)
      *rgb++ = static_cast<T>((2 * light(cmyk[c]) * light(cmyk[3]) + full) / (2 * full));
}

}  // namespace selvage
