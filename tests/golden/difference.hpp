// SPDX-License-Identifier: Apache-2.0
#pragma once
// Measures the difference of two images.

#include "selvage/image.hpp"

namespace selvage::testing {

struct Difference {
  double largest = 0;  // LSB of integers, samples' unit of floats
  double equal = 0;    // samples
  double samples = 0;

  double equal_share() const { return equal / samples; }
  // Of several images together.
  void add(const Difference& other);
};

// Of images of the same shape.
Difference difference(const ConstImageView& a, const ConstImageView& b);

}  // namespace selvage::testing
