// SPDX-License-Identifier: Apache-2.0
#pragma once
// Test images that anyone can draw again from a seed.

#include <array>
#include <cstdint>
#include <string_view>

#include "selvage/image.hpp"

namespace selvage::testing {

enum class Content {
  noise,     // every sample by itself, 0..1
  edges,     // blocks of flat colour with a little noise
  photo,     // slow waves, an edge, fine texture
  impulses,  // gray, with single black and white samples
  faint,     // noise of a thousandth
  bright,    // floats from -1 to 8; integers stay in 0..1
  flat,      // one colour
};
inline constexpr std::array<std::string_view, 7> content_names{
    "noise", "edges", "photo", "impulses", "faint", "bright", "flat"};

// Draws every image of the batch, each another one.
void draw(const ImageView& image, Content content, std::uint64_t seed);

// What makes pixels invalid: one in six, or with `most` all but one in forty.
enum class Holes { none, nan, infinity, value, most, mask };
inline constexpr std::array<std::string_view, 6> hole_names{"none",  "nan",  "infinity",
                                                            "value", "most", "mask"};

// The sample that Holes::value and Holes::most write into all colour channels.
inline constexpr float hole_value = 0.25f;

// Holes::nan (quiet and signalling, with payload) and Holes::infinity go into one channel of a
// pixel and need a float type; Holes::mask and Holes::none draw nothing.
void pierce(const ImageView& image, Holes holes, std::uint64_t seed);

// Makes blocks of pixels transparent, single ones almost, and in float types some less than that
// (alpha below 0). Alpha is the last channel.
void make_transparent(const ImageView& image, std::uint64_t seed);

// A u8 image of zeros (invalid) and other values.
void draw_mask(const ImageView& mask, std::uint64_t seed);

// One sample; integers are fractions of full scale.
double read(const ConstImageView& image, int x, int y, int c = 0, int b = 0);
void write(const ImageView& image, int x, int y, int c, int b, double value);

}  // namespace selvage::testing
