// SPDX-License-Identifier: Apache-2.0
#include "methods/fourier_range/gpu/fourier_tables.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <vector>

#include "methods/fourier_range/gpu_shape.hpp"

namespace selvage::gpu {
namespace {

// Item 4 g + t holds, for sum g + 8 (i % 2), the taps 4 t + 16 (i / 2) .. + 3 of a block.
TEST(FourierTables, MatricesAreBandsOfAllTaps) {
  for (const int radius : {0, 1, 15, 16, 17, 40}) {
    const ByteAxis axis = byte_axis(0.3 * radius + 0.4, radius);
    const std::vector<std::uint32_t> words = weight_matrices(axis);
    const int blocks = byte_blocks(radius), middle = 16 * (blocks - 1);
    ASSERT_EQ(words.size(), static_cast<std::size_t>(blocks) * fourier::matrix_words);
    std::vector<std::array<int, 16>> band(static_cast<std::size_t>(32 * blocks));
    for (std::size_t i = 0; i < words.size(); ++i)
      for (std::size_t j = 0; j < 4; ++j) {
        const std::size_t item = i / 4 % 32, element = i % 4;
        const std::size_t tap = i / 256 * 32 + item % 4 * 4 + element / 2 * 16 + j;
        band[tap][item / 4 + 8 * (element % 2)] +=
            static_cast<int>(words[i] >> 8 * j & 255u) * (i / 128 % 2 == 0 ? 256 : 1);
      }
    for (int tap = 0; tap < 32 * blocks; ++tap)
      for (int sum = 0; sum < 16; ++sum) {
        const auto t = static_cast<std::size_t>(std::abs(tap - middle - sum));
        EXPECT_EQ(band[static_cast<std::size_t>(tap)][static_cast<std::size_t>(sum)],
                  t < axis.weights.size() ? axis.weights[t] : 0);
      }
  }
}

}  // namespace
}  // namespace selvage::gpu
