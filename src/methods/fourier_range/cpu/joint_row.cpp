// SPDX-License-Identifier: Apache-2.0
#include "methods/fourier_range/cpu/joint_row.hpp"

#include <algorithm>
#include <cmath>

#include "methods/fourier_range/joint_level.hpp"

namespace selvage::cpu {

std::int64_t divide_joint_row(const JointRow& row, void (*direct)(const JointPixel&)) {
  constexpr auto middle = static_cast<float>(value_middle);
  constexpr float steps = value_steps;
  std::int64_t recomputed = 0;
  for (int x = 0; x < row.pixels; ++x) {
    float* const sums = row.sums + x;
    const float divisor = std::max(*sums, 1.0f);
    const float allowed = row.limit * std::max(*sums - row.of_weights, 1.0f);
    float means[most_joint_values];
    bool failed = false;
    for (int c = 0; c < row.values; ++c) {
      means[c] = middle * sums[(c + 1) * row.sums_plane] / divisor;
      failed |= std::abs(means[c]) * row.of_weights + row.of_differences > allowed;
    }
    DirectPixel window = row.window;
    window.levels += x;
    if (failed && guide_of(*window.levels) != window.hole) {
      direct({.window = window, .plane = row.plane, .values = row.values, .means = means});
      recomputed += row.values;
    }
    for (int c = 0; c < row.values; ++c) {
      const auto own = static_cast<float>(value_of(window.levels[(c + 1) * row.plane]));
      sums[(c + 1) * row.sums_plane] = means[c] - own / steps;
    }
  }
  return recomputed;
}

}  // namespace selvage::cpu
