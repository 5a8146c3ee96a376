// SPDX-License-Identifier: Apache-2.0
#pragma once
// The error of a result, which accompanies every quoted speed.

#include "selvage/filters.hpp"
#include "selvage/image.hpp"

namespace selvage::bench {

struct Error255 {
  double max = 0;             // against the unrounded reference, in 255ths of full scale
  double differ_percent = 0;  // samples that are not the rounded reference; integers only
};

// Compares a result with the double-precision reference in its middle, about 100 x 60 pixels, and
// in its four corners, where the border rule and the last work-groups apply. The result has the
// input's shape.
Error255 judge(const Filter& filter, const ConstImageView& input, const ConstImageView& output);

}  // namespace selvage::bench
