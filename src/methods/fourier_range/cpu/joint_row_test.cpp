// SPDX-License-Identifier: Apache-2.0
// Tests that each channel of a joint filter has a certificate, and which pixels are computed again.
#include "methods/fourier_range/cpu/joint_row.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "methods/fourier_range/joint_level.hpp"

namespace selvage::cpu {
namespace {

constexpr std::size_t pixels = 4;

// The means of any pixel: 10 and 20 levels beyond the middle.
void ten_and_twenty(const JointRepair& job) {
  for (int i = 0; i < (job.together ? most_together : 1); ++i) {
    job.means[i] = 10.0f;
    job.means[most_together + i] = 20.0f;
  }
}

// E_D is 0.1, E_N 1 and the limit 1 level, so a channel fails where 1 + 0.1 |mean| exceeds D - 0.1.
void expect_failures(int neighbours) {
  constexpr auto middle = static_cast<float>(value_middle);
  constexpr float weights = 4.0f;
  std::array<float, 3 * pixels> sums{};
  std::array<std::uint8_t, pixels> failed{};
  const std::array<std::array<float, 2>, pixels> means{{{1, -2}, {-40, 2}, {3, 40}, {40, 40}}};
  std::array<Level, 3 * pixels> levels{};
  for (std::size_t x = 0; x < pixels; ++x) {
    sums[x] = weights;
    levels[x] = joint_level(7, value_one);
    for (std::size_t c = 0; c < 2; ++c) {
      sums[(c + 1) * pixels + x] = weights * means[x][c] / middle;
      levels[(c + 1) * pixels + x] = joint_level(7, value_steps * 100 - value_half);
    }
  }
  levels[3] = 256;  // a hole
  const JointRow row{.window = {.pixel = levels.data(), .hole = 256},
                     .plane = pixels,
                     .values = 2,
                     .pixels = pixels,
                     .sums = sums.data(),
                     .sums_plane = pixels,
                     .of_weights = 0.1f,
                     .of_differences = 1.0f,
                     .limit = 1.0f,
                     .failed = failed.data()};
  EXPECT_EQ(divide_joint_row(row, ten_and_twenty, neighbours), 4);  // two channels of two pixels
  const float own = 100.0f - middle;
  const std::array<std::array<float, 2>, pixels> right{{{1, -2}, {10, 20}, {10, 20}, {40, 40}}};
  for (std::size_t x = 0; x < pixels; ++x)
    for (std::size_t c = 0; c < 2; ++c)
      EXPECT_NEAR(sums[(c + 1) * pixels + x], right[x][c] - own, 1e-4f) << x << ' ' << c;
}

TEST(JointRow, AnyChannelMayFail) {
  expect_failures(most_together);  // one by one
}
TEST(JointRow, NeighboursMayFail) {
  expect_failures(2);  // together
}

}  // namespace
}  // namespace selvage::cpu
