// SPDX-License-Identifier: Apache-2.0
#include "compare/drawing.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace selvage::cli {
namespace {

// Glyphs for numbers with 5x7 dots: a row has five bits, the highest one is the leftmost dot.
struct Glyph {
  char character;
  std::array<std::uint8_t, 7> rows;
};

// clang-format off
constexpr std::array<Glyph, 14> tiny_font{{
    {'0', {0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110}},
    {'1', {0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110}},
    {'2', {0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111}},
    {'3', {0b01110, 0b10001, 0b00001, 0b00110, 0b00001, 0b10001, 0b01110}},
    {'4', {0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010}},
    {'5', {0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110}},
    {'6', {0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110}},
    {'7', {0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000}},
    {'8', {0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110}},
    {'9', {0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100}},
    {'.', {0b00000, 0b00000, 0b00000, 0b00000, 0b00000, 0b01100, 0b01100}},
    {'e', {0b00000, 0b00000, 0b01110, 0b10001, 0b11111, 0b10000, 0b01110}},
    {'-', {0b00000, 0b00000, 0b00000, 0b11111, 0b00000, 0b00000, 0b00000}},
    {'+', {0b00000, 0b00100, 0b00100, 0b11111, 0b00100, 0b00100, 0b00000}},
}};
// clang-format on

void draw_glyph(const ImageView& image, int x, int y, int dot, const Glyph& glyph, Colour colour) {
  for (int row = 0; row < glyph_height; ++row)
    for (int column = 0; column < glyph_width; ++column)
      if (glyph.rows[row] >> (glyph_width - 1 - column) & 1)
        draw_rect(image, {x + column * dot, y + row * dot, dot, dot}, colour);
}

}  // namespace

void draw_pixel(const ImageView& image, int x, int y, Colour colour) {
  if (x < 0 || y < 0 || x >= image.width || y >= image.height) return;
  *image.at(x, y, 0) = std::byte{colour.red};
  *image.at(x, y, 1) = std::byte{colour.green};
  *image.at(x, y, 2) = std::byte{colour.blue};
}

void draw_rect(const ImageView& image, Rect rect, Colour colour) {
  const int right = std::min(rect.x + rect.width, image.width);
  const int bottom = std::min(rect.y + rect.height, image.height);
  for (int y = std::max(rect.y, 0); y < bottom; ++y)
    for (int x = std::max(rect.x, 0); x < right; ++x) draw_pixel(image, x, y, colour);
}

void draw_text(const ImageView& image, int x, int y, int dot, std::string_view text,
               Colour colour) {
  for (const char character : text) {
    const auto* glyph =
        std::find_if(tiny_font.begin(), tiny_font.end(),
                     [character](const Glyph& g) { return g.character == character; });
    if (glyph != tiny_font.end()) draw_glyph(image, x, y, dot, *glyph, colour);
    x += glyph_step * dot;
  }
}

}  // namespace selvage::cli
