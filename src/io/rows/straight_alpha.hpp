// SPDX-License-Identifier: Apache-2.0
#pragma once
// Conversion between straight alpha and premultiplied (associated) alpha.

#include <cstddef>

#include "io/codec/codec.hpp"
#include "selvage/image.hpp"

namespace selvage {

enum class AlphaChange { none, divide, multiply };

// Returns whether the colours of an image with these traits are stored multiplied by alpha.
bool is_stored_premultiplied(const Codec& codec, const ConstImageView& shape,
                             const FileTraits& file);

// Returns the change that gives the colours of an image with these traits the alpha convention of
// the format. Images that come from no file are taken to have it already.
AlphaChange alpha_change(const Codec& codec, const ConstImageView& shape, const FileTraits& file);

// Applies the change to a row; the functions below describe its layout.
void change_colours(AlphaChange change, std::byte* row, PixelType type, std::size_t width,
                    std::size_t channels);

// Divides a row of `width` pixels with interleaved channels, the last of which is alpha. Results
// are rounded to nearest and clamped: integers to full scale, finite floats to the largest finite
// one. Where alpha is not above 0, colours stay.
void divide_by_alpha(std::byte* row, PixelType type, std::size_t width, std::size_t channels);
// Multiplies such a row of floats. No format stores premultiplied integers.
void multiply_by_alpha(std::byte* row, PixelType type, std::size_t width, std::size_t channels);

}  // namespace selvage
