// SPDX-License-Identifier: Apache-2.0
#pragma once
// Compares what an engine wrote with what the reference computed.

#include <string>

#include "reference/samples.hpp"
#include "selvage/image.hpp"

namespace selvage::testing {

// The largest finite |sample| of an image, all its batch.
double largest_sample(const ConstImageView& image);

// The largest step from a value near `value` to the stored one: half an LSB, or half an ulp.
double rounding_error(PixelType type, double value);

struct Expected {
  const reference::Result& result;  // the whole one
  ConstImageView input;             // the whole image, for samples that are copied through
  Rect compute;                     // the part that the output holds
  double bound = 0;                 // largest error before rounding, samples' unit, absolute
  int slice = 0;                    // of the result; the input and the output are that slice
};

// Empty when every copied sample of `output` equals the input to the bit, and every other one is
// the rounding of some value within the bound. Else how many are not, the worst of them, and both
// images when they are 16x16 or smaller.
std::string disagreement(const Expected& expected, const ConstImageView& output);

}  // namespace selvage::testing
