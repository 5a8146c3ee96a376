// SPDX-License-Identifier: Apache-2.0
#pragma once
// Colours that were multiplied by alpha (associated, premultiplied), as they were before.

#include <cstddef>

#include "selvage/image.hpp"

namespace selvage {

// A row of `width` pixels of interleaved channels, the last of them alpha; rounded to nearest, at
// most full scale. Where alpha is not above 0 nothing is known of the colours: they stay.
void divide_by_alpha(std::byte* row, PixelType type, std::size_t width, std::size_t channels);

}  // namespace selvage
