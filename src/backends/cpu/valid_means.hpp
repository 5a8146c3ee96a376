// SPDX-License-Identifier: Apache-2.0
#pragma once
// Between passes a mean is no hole, whatever its value: see Pass::avoids.

#include <cstdint>
#include <optional>

#include "core/sample.hpp"
#include "selvage/image.hpp"

namespace selvage::cpu {

// Moves the means of one row, which is f32 where anything is avoided. `computed`: of each pixel;
// null: all are.
inline void keep_means_valid(const ImageView& row, std::optional<float> avoided,
                             const std::uint8_t* computed) {
  if (!avoided) return;
  const int colours = row.channels - (row.alpha ? 1 : 0);
  for (int x = 0; x < row.width; ++x) {
    bool marked = computed == nullptr || computed[x];
    for (int c = 0; c < colours; ++c) marked &= read_sample<float>(row.at(x, 0, c)) == *avoided;
    if (marked) write_sample(row.at(x, 0, 0), beside(*avoided));
  }
}

}  // namespace selvage::cpu
