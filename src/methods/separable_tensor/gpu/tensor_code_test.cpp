// SPDX-License-Identifier: Apache-2.0
#include "methods/separable_tensor/gpu/tensor_code.hpp"

#include <gtest/gtest.h>

#include <array>

namespace selvage::gpu {
namespace {

TensorStep step_of(int radius, int channels) {
  const Problem problem{.filter = Gaussian{.radius = radius},
                        .type = PixelType::u8,
                        .width = 640,
                        .height = 480,
                        .channels = channels};
  return {{.step = WindowMean(Gaussian{.sigma_space = 9, .radius = radius})}, problem};
}

// The sums of the 16 rows of the matrices of `steps` steps.
std::array<int, 16> row_sums(const std::uint32_t* words, int steps) {
  std::array<int, 16> sums{};
  for (int i = 0; i < steps * 8 * TensorShape::items; ++i) {
    const int item = i / 4 % 32, word = i % 4, upper = i / 128 % 2 == 0;
    for (int j = 0; j < 4; ++j) {
      const int byte = static_cast<int>(words[i] >> 8 * j & 255u);
      sums[static_cast<std::size_t>(item / 4 + 8 * (word % 2))] += upper ? 256 * byte : byte;
    }
  }
  return sums;
}

TEST(TensorCode, EveryRowOfAMatrixHasAllTaps) {
  for (const int channels : {1, 2, 3, 4})
    for (int radius = 1; radius <= 24 && radius * channels <= 40; ++radius) {
      const TensorStep step = step_of(radius, channels);
      const TensorShape shape = step.shape();
      const std::vector<std::uint32_t> words = tensor_weights(step);
      ASSERT_EQ(words.size(), 8u * 32 * static_cast<unsigned>(shape.steps_x + shape.steps_y));
      for (const int sum : row_sums(words.data(), shape.steps_x)) EXPECT_EQ(sum, 65536);
      const std::uint32_t* const columns = words.data() + 8 * 32 * shape.steps_x;
      for (const int sum : row_sums(columns, shape.steps_y)) EXPECT_EQ(sum, 65536);
    }
}

TEST(TensorCode, AsManyStepsAsTheWindowNeeds) {
  for (int radius = 0; radius <= 100; ++radius) {
    const int steps = step_of(radius, 1).shape().steps_x;
    EXPECT_GE(TensorShape::reach(steps), radius);
    EXPECT_TRUE(steps == 1 || TensorShape::reach(steps - 1) < radius);
  }
}

}  // namespace
}  // namespace selvage::gpu
