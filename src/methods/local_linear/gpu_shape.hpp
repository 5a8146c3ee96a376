// SPDX-License-Identifier: Apache-2.0
#pragma once
// The memory of local linear models on a GPU: a group's, and planes of doubles between kernels.

#include "methods/local_linear/local_linear_shape.hpp"

namespace selvage {

// Returns the local memory of a group that sums along rows (height 1) or columns: the numbers of
// its windows, twice.
inline std::size_t sums_local_bytes(const WorkGroup& group, int radius) {
  const bool rows = group.height == 1;
  const int across = group.width + (rows ? 2 * radius : 0);
  const int down = group.height + (rows ? 0 : 2 * radius);
  return checked_mul(2, sizeof(double), across, down);
}

// Scratch for results on a rectangle of the grid of this size.
struct LinearScratch {
  // Planes of a part: its columns, rows and planes.
  struct Part {
    int width, height, planes;
    std::size_t offset = 0;  // bytes

    std::size_t row() const { return checked_mul(width, sizeof(double)); }
    std::size_t plane() const { return checked_mul(row(), height); }
    std::size_t image() const { return checked_mul(plane(), planes); }
  };
  Part pixel_rows, models, model_rows, means;
  std::size_t total = 0;

  LinearScratch(const LinearPlanes& planes, int radius, bool coarse, int width, int height,
                int batch)
      : pixel_rows{width + 2 * radius, height + 4 * radius, planes.pixel_planes()},
        models{width + 2 * radius, height + 2 * radius, planes.model_planes()},
        model_rows{width, height + 2 * radius, planes.model_planes()},
        means{width, height, coarse ? planes.model_planes() : 0} {
    for (Part* const part : {&pixel_rows, &models, &model_rows, &means}) {
      part->offset = total;
      total = checked_add(total, checked_mul(part->image(), batch));
    }
  }
};

// Returns the scratch for an image of this size, of which any part may be computed.
inline std::size_t linear_scratch_bytes(const Problem& problem, std::size_t width,
                                        std::size_t height, int batch) {
  const Fitting fitting(problem);
  return LinearScratch(LinearPlanes(problem), grid_radius(fitting.filter), fitting.between,
                       fitting.grid_columns(static_cast<int>(width)),
                       fitting.grid_rows(static_cast<int>(height)), batch)
      .total;
}

}  // namespace selvage
