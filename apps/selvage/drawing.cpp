// SPDX-License-Identifier: Apache-2.0
#include "drawing.hpp"

#include <algorithm>
#include <cstddef>

#include "tiny_font.hpp"

namespace selvage::cli {
namespace {

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
