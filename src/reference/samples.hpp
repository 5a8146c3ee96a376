// SPDX-License-Identifier: Apache-2.0
#pragma once
// Images in double precision, in the unit of the samples.

#include <cstddef>
#include <vector>

#include "selvage/image.hpp"

namespace selvage::reference {

// A number for each channel of a pixel.
using Channels = std::vector<double>;

// One image, interleaved.
struct Samples {
  int width = 0, height = 0, channels = 1;
  int depth = 1;                    // slices
  std::vector<double> values = {};  // depth x height x width x channels

  std::size_t index(int x, int y, int c, int z = 0) const {
    const auto row = static_cast<std::size_t>(z) * static_cast<std::size_t>(height) +
                     static_cast<std::size_t>(y);
    const auto pixel = row * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
    return pixel * static_cast<std::size_t>(channels) + static_cast<std::size_t>(c);
  }
  double& at(int x, int y, int c, int z = 0) { return values[index(x, y, c, z)]; }
  double at(int x, int y, int c, int z = 0) const { return values[index(x, y, c, z)]; }
};

// Returns the samples of one image (batch 1) in double precision: an integer v becomes v / full
// scale.
Samples read(const ConstImageView& image);

// Returns the value nearest to `value` that a sample of this type can have: ties to even, integers
// clamped to 0..1.
double to_type(double value, PixelType type);

// The result of a filter before it is rounded to the image's type. It has the input's size and
// channels, except the size of upsampling and the channels if gray replaces three colours.
struct Result {
  Samples samples;
  std::vector<bool> copied;  // for each sample: copied bitwise from the input
};

// Returns the sample of the input `image`, one slice, that a copied sample (x, y, c) of `samples`
// equals: (x, y, c) if shapes are equal, else that of the pixel that holds the centre of (x, y), or
// alpha.
const std::byte* copied_from(const ConstImageView& image, const Samples& samples, int x, int y,
                             int c);

// Returns `result` rounded to the type of its input `image`. Copied samples are taken bitwise from
// `image`.
Image rounded(const Result& result, const ConstImageView& image);

}  // namespace selvage::reference
