// SPDX-License-Identifier: Apache-2.0
#pragma once
// Version 0, SEQ: the filter as one loop on one thread, in single precision. The weights of space
// are made before, those of range for each pair of samples.

#include <vector>

#include "larsson2015_case_study/ladder.hpp"
#include "selvage/image.hpp"

namespace selvage::studies::larsson {

class Sequential {
 public:
  explicit Sequential(const Window& window);

  // Filters rows first_row .. last_row - 1 of a u8 image without gaps; pixels whose window leaves
  // the image are left as they are in `out`.
  void filter(const ConstImageView& in, const ImageView& out, int first_row, int last_row) const;

 private:
  int radius_;
  float sigma_;
  std::vector<float> space_;
};

}  // namespace selvage::studies::larsson
