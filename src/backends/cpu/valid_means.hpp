// SPDX-License-Identifier: Apache-2.0
#pragma once
// Between passes a mean is no hole, whatever its value: see Pass::avoids.

#include <cstdint>
#include <optional>

#include "core/sample.hpp"
#include "selvage/image.hpp"

namespace selvage::cpu {

// Moves the means of one row, which is f32 where anything is avoided: the first `channels` of its
// pixels, of those that are computed; null: all are.
inline void keep_means_valid(const ImageView& row, int channels, std::optional<float> avoided,
                             const std::uint8_t* computed) {
  if (!avoided) return;
  for (int x = 0; x < row.width; ++x)
    for (int c = 0; c < channels && (computed == nullptr || computed[x]); ++c)
      if (read_sample<float>(row.at(x, 0, c)) == *avoided)
        write_sample(row.at(x, 0, c), beside(*avoided));
}

}  // namespace selvage::cpu
