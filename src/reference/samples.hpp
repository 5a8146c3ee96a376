// SPDX-License-Identifier: Apache-2.0
#pragma once
// Images in double precision, in the samples' unit.

#include <cstddef>
#include <vector>

#include "selvage/image.hpp"

namespace selvage::reference {

// One image, interleaved.
struct Samples {
  int width = 0, height = 0, channels = 1;
  std::vector<double> values = {};  // height x width x channels

  std::size_t index(int x, int y, int c) const {
    const auto pixel =
        static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
    return pixel * static_cast<std::size_t>(channels) + static_cast<std::size_t>(c);
  }
  double& at(int x, int y, int c) { return values[index(x, y, c)]; }
  double at(int x, int y, int c) const { return values[index(x, y, c)]; }
};

// The samples of one image (batch 1) as real numbers: an integer v is v / full scale.
Samples read(const ConstImageView& image);

// `value` as the nearest value that a sample of this type can have: ties to even, integers clamped
// to 0..1.
double to_type(double value, PixelType type);

// What a filter gives before the rounding to the image's type. It has the input's size and
// channels, but for JointUpsampling's size and the channels where gray replaced three colours.
struct Result {
  Samples samples;
  std::vector<bool> copied;  // for each sample: copied through from the input, to the bit
};

// The sample of `image`, the input, that the sample (x, y, c) of `samples` equals where it is
// copied: (x, y, c) of images of equal shape, else the pixel that holds the centre of (x, y), and
// alpha.
const std::byte* copied_from(const ConstImageView& image, const Samples& samples, int x, int y,
                             int c);

// `result` rounded to the type of `image`, its input, from which copied samples are taken bitwise.
Image rounded(const Result& result, const ConstImageView& image);

}  // namespace selvage::reference
