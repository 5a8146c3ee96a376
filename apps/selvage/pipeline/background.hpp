// SPDX-License-Identifier: Apache-2.0
#pragma once
// Results with alpha over a background.

#include "command_line/values.hpp"
#include "selvage/image.hpp"

namespace selvage::cli {

// Returns the image without alpha: colour a + background (1 - a), or colour + background (1 - a) if
// colours are premultiplied. Alpha counts as 0 below 0 and as 1 above 1.
Image over_background(const ConstImageView& image, const Background& background,
                      bool premultiplied);

}  // namespace selvage::cli
