// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes a row of results, rounded to the image's type.

#include <cstdint>

#include "methods/local_linear/cpu/linear_loops.hpp"

namespace selvage::cpu {

struct ResultRow {
  ConstImageView from = {};        // the source's pixels of this row: height 1; none: what is
                                   // copied stays as it is
  ImageView to = {};               // the output's: the same width and channels
  const float* results = nullptr;  // [values][stride], in stored units
  std::ptrdiff_t stride = 0;       //
  int values = 1;                  // the first channels, which have results; the rest is copied
  const std::uint8_t* computed = nullptr;  // per pixel; 0: the pixel is copied; null: none is
};

void store_results(const ResultRow& row, const LinearLoops& loops);

}  // namespace selvage::cpu
