// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tables and the local memory of the GPU candidate "lookup", which planner and kernel share.

#include <cmath>
#include <cstddef>
#include <vector>

#include "core/checked.hpp"
#include "filters/problem.hpp"
#include "methods/direct/lookup_weights.hpp"
#include "methods/direct/tuning.hpp"

namespace selvage::lookup_table {

inline constexpr int lanes = 32;  // work-items that read local memory together; banks

// Returns the range weight of every distance between bytes, then the spatial weights of
// -radius..radius along an axis.
inline std::vector<float> weights(const WindowMean& step) {
  std::vector<float> all;
  for (const double w : lookup::range_weights(255.0 * double{step.sigma_range}))
    all.push_back(static_cast<float>(w));
  for (int d = -step.radius_y; d <= step.radius_y; ++d)
    all.push_back(
        static_cast<float>(std::exp(-0.5 * d * d / (step.sigma_space * step.sigma_space))));
  return all;
}

// Returns the local memory of a group: the table of each lane, the tile, spatial weights, extents.
inline std::size_t local_bytes(const DirectGpuTuning& tuning, const WindowMean& step) {
  const std::size_t tile = checked_mul(tuning.group.width + 2 * step.radius_x,
                                       tuning.group.height * tuning.group.rows + 2 * step.radius_y);
  return checked_mul(
      4, checked_add(lookup::distances * lanes, tile, 2 * step.radius_y + 1, step.radius_x + 1));
}

}  // namespace selvage::lookup_table
