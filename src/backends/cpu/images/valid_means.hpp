// SPDX-License-Identifier: Apache-2.0
#pragma once
// Between passes a mean must not look like a hole: see Pass::sentinel.

#include <cstdint>
#include <optional>

#include "core/sample.hpp"
#include "selvage/image.hpp"

namespace selvage::cpu {

// Moves the means of one row off the sentinel; a row with a sentinel is f32. `computed`: one flag
// per pixel; null: all are computed.
inline void keep_means_valid(const ImageView& row, std::optional<float> sentinel,
                             const std::uint8_t* computed) {
  if (!sentinel) return;
  const int colours = row.channels - (row.alpha ? 1 : 0);
  for (int x = 0; x < row.width; ++x) {
    bool marked = computed == nullptr || computed[x];
    for (int c = 0; c < colours; ++c) marked &= read_sample<float>(row.at(x, 0, c)) == *sentinel;
    if (marked) write_sample(row.at(x, 0, 0), next_toward_zero(*sentinel));
  }
}

}  // namespace selvage::cpu
