// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small letters for pictures: lower case, digits and " .,=-".

#include <string>
#include <string_view>
#include <vector>

#include "selvage/image.hpp"

namespace selvage::studies {

// Pixels that a text takes. A letter is 5x7 dots, each scale x scale pixels, with a dot's gap.
int text_width(std::string_view text, int scale);
int text_height(int scale);

// Writes with the upper left corner at (x, y). u8; `shade` goes into every channel. What lies
// outside the image is left out. Throws std::logic_error for a character that there is no letter
// of.
void write_text(const ImageView& to, int x, int y, std::string_view text, int scale,
                std::uint8_t shade);

// The picture above a white line with the text in its middle, large where that fits. u8.
Image captioned(const Image& picture, std::string_view text);

// Captioned pictures beside one another.
struct Shown {
  Image picture;
  std::string caption = {};
};
Image captioned_row(const std::vector<Shown>& pictures);

}  // namespace selvage::studies
