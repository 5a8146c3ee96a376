// SPDX-License-Identifier: Apache-2.0
#pragma once
// The work-groups of kernels/march.h.

#include <cstddef>

#include "backends/gpu/lines_code.hpp"
#include "core/problem.hpp"

namespace selvage::gpu {

// Work-items that march in step: an NVIDIA warp.
inline constexpr int march_width = 32;

struct MarchShape {
  int unit = 4;            // samples of a work-item side by side
  int height = 4;          // rows of march_width work-items of a group, side by side in the image
  int ahead = 4;           // rows that are on their way
  int groups_at_once = 1;  // that share a compute unit's registers
  std::size_t local_bytes = 0;
};

// Whether march can compute the pass, where images are as it needs them.
bool can_march(const Strip& strip, const Pass& pass, const Problem& problem, const GpuFacts& gpu);

MarchShape march_shape(const Strip& strip, const Pass& pass, const Problem& problem,
                       const GpuFacts& gpu);

// Rows of each work-item, where `columns` groups stand side by side over `height` rows.
int march_rows(const MarchShape& shape, int radius_y, int columns, int height, const GpuFacts& gpu);

}  // namespace selvage::gpu
