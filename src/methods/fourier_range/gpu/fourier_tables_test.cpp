// SPDX-License-Identifier: Apache-2.0
#include "methods/fourier_range/gpu/fourier_tables.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <vector>

#include "methods/fourier_range/gpu_shape.hpp"

namespace selvage::gpu {
namespace {

// A sum's weights are those of its taps, and zero elsewhere in the blocks.
TEST(FourierTables, BandHoldsTheWeightsOfAllSums) {
  for (const int radius : {0, 1, 15, 16, 17, 40}) {
    const ByteAxis axis = byte_axis(0.3 * radius + 0.4, radius);
    const std::vector<std::uint32_t> words = weight_band(axis);
    const int blocks = byte_blocks(radius), middle = 16 * (blocks - 2);
    ASSERT_EQ(words.size(), static_cast<std::size_t>(fourier::band_words(axis)));
    const auto byte_at = [&](int plane, int tap, int sum) {  // plane 0: upper bytes
      const int earlier = tap % 32 < 16 ? 2 : 0;             // pieces
      const int piece = sum / 8 + earlier + 4 * (blocks - 1 - tap / 32);
      const int word = ((plane * fourier::band_pieces(axis) + piece) * 8 + sum % 8) * 4;
      return static_cast<int>(
          words.at(static_cast<std::size_t>(word + tap % 16 / 4)) >> 8 * (tap % 4) & 255u);
    };
    for (int tap = 0; tap < 32 * blocks; ++tap)
      for (int sum = 0; sum < fourier::team_sums; ++sum) {
        const auto t = static_cast<std::size_t>(std::abs(tap - middle - sum));
        EXPECT_EQ(256 * byte_at(0, tap, sum) + byte_at(1, tap, sum),
                  t < axis.weights.size() ? axis.weights[t] : 0);
      }
  }
}

}  // namespace
}  // namespace selvage::gpu
