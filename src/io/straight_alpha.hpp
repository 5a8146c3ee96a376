// SPDX-License-Identifier: Apache-2.0
#pragma once
// Colours that were multiplied by alpha (associated, premultiplied), as they were before.

#include <cstddef>

#include "io/codec.hpp"
#include "selvage/image.hpp"

namespace selvage {

enum class AlphaChange { none, divide, multiply };

// What makes the colours of an image with these traits those that the format means. Nothing is
// known of images without a file: theirs are taken as the format means them.
AlphaChange alpha_change(const Codec& codec, const ConstImageView& shape, const FileTraits& file);

// A row as divide_by_alpha and multiply_by_alpha take it.
void change_colours(AlphaChange change, std::byte* row, PixelType type, std::size_t width,
                    std::size_t channels);

// A row of `width` pixels of interleaved channels, the last of them alpha; rounded to nearest, at
// most full scale. Where alpha is not above 0 nothing is known of the colours: they stay.
void divide_by_alpha(std::byte* row, PixelType type, std::size_t width, std::size_t channels);
// The same the other way, of floats: no format means integers so.
void multiply_by_alpha(std::byte* row, PixelType type, std::size_t width, std::size_t channels);

}  // namespace selvage
