// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pixels, rectangles and numbers on an interleaved 8-bit RGB image.

#include <cstdint>
#include <string_view>

#include "selvage/image.hpp"

namespace selvage::cli {

struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0;

  friend bool operator==(const Colour&, const Colour&) = default;
};

// Pixels outside the image are not drawn.
void draw_pixel(const ImageView& image, int x, int y, Colour colour);
void draw_rect(const ImageView& image, Rect rect, Colour colour);

// Draws digits, '.', 'e', '-' and '+' with 5x7 dots each; a dot is `dot` pixels wide and high. (x,
// y) is the top left corner.
constexpr int glyph_width = 5, glyph_height = 7, glyph_step = 6;  // dots
void draw_text(const ImageView& image, int x, int y, int dot, std::string_view text, Colour colour);

}  // namespace selvage::cli
