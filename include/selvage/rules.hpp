// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rules that filters share: which neighbours take part, how far apart two pixels are, and what
// stands outside the image.

#include <string_view>

#include "selvage/api.h"

namespace selvage {

// Which neighbours (dx, dy) take part.
enum class Window {
  square,  // |dx| <= radius and |dy| <= radius
  disc,    // dx^2 + dy^2 <= radius^2 (OpenCV's)
};

// The distance D between two pixels, over the colour channels.
enum class Norm {
  l2,           // Euclidean
  l1,           // sum of absolute differences (OpenCV's)
  per_channel,  // each channel is filtered by its own differences
  luma,         // |difference| of 0.299 R + 0.587 G + 0.114 B; a gray image: of the sample
  lab,          // Euclidean in CIE L*a*b* / 100 (D65, sRGB samples); three colour channels
};

// What stands outside the image "abcd".
enum class Border {
  reflect101,  // ..dcb|abcd|cba..   the edge is not repeated
  reflect,     // ..cba|abcd|dcb..
  clamp,       // ..aaa|abcd|ddd..
  wrap,        // ..bcd|abcd|abc..
  constant,    // ..VVV|abcd|VVV..   V = border_value
  shrink,      // taps outside take no part
  copy,        // pixels whose window leaves the image are copied through
};

// What happens to the alpha channel.
enum class Alpha {
  keep,    // copied through; takes no part in D
  filter,  // averaged with the colour's weights, and part of D for l1 and l2 (per_channel: its own)
};

// The weights of a one-dimensional mean.
enum class Weights {
  gaussian,  // exp(-d^2 / 2 sigma_space^2)
  box,       // all equal
};

SELVAGE_API std::string_view name(Window);
SELVAGE_API std::string_view name(Norm);
SELVAGE_API std::string_view name(Border);
SELVAGE_API std::string_view name(Alpha);
SELVAGE_API std::string_view name(Weights);

}  // namespace selvage
