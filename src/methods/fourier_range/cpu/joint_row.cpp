// SPDX-License-Identifier: Apache-2.0
#include "methods/fourier_range/cpu/joint_row.hpp"

#include <algorithm>
#include <cmath>

#include "methods/fourier_range/cpu/repair_row.hpp"
#include "methods/fourier_range/joint_level.hpp"

namespace selvage::cpu {

namespace {

constexpr auto middle = static_cast<float>(value_middle);

// Divides the sums of a row, and marks the pixels of which a channel fails.
void divide_and_certify(const JointRow& row) {
  for (int x = 0; x < row.pixels; ++x) {
    const float of_pixel = row.sums[x], divisor = std::max(of_pixel, 1.0f);
    const float allowed = row.limit * std::max(of_pixel - row.of_weights, 1.0f);
    bool failed = false;
    for (int c = 1; c <= row.values; ++c) {
      float& mean = row.sums[c * row.sums_plane + x];
      mean = middle * mean / divisor;
      failed |= std::abs(mean) * row.of_weights + row.of_differences > allowed;
    }
    row.failed[x] = failed && guide_of(row.window.pixel[x]) != row.window.hole;
  }
}

}  // namespace

std::int64_t divide_joint_row(const JointRow& row, void (*repair)(const JointRepair&),
                              int neighbours) {
  divide_and_certify(row);
  std::int64_t recomputed = 0;
  repair_failed(row.failed, row.pixels, neighbours, [&](int first, int some, bool together) {
    float means[most_joint_values * most_together];
    JointRepair job{.window = row.window,
                    .together = together,
                    .plane = row.plane,
                    .values = row.values,
                    .means = means};
    job.window.pixel += first;
    repair(job);
    for (int i = 0; i < some; ++i) {
      if (row.failed[first + i] == 0) continue;
      for (int c = 0; c < row.values; ++c)
        row.sums[(c + 1) * row.sums_plane + first + i] = means[c * most_together + i];
      recomputed += row.values;
    }
  });
  for (int c = 1; c <= row.values; ++c)
    for (int x = 0; x < row.pixels; ++x) {
      const auto own = static_cast<float>(value_of(row.window.pixel[c * row.plane + x]));
      row.sums[c * row.sums_plane + x] -= own / static_cast<float>(value_steps);
    }
  return recomputed;
}

}  // namespace selvage::cpu
