// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows of samples for tests of row filters.

#include <cstddef>
#include <vector>

#include "methods/direct/cpu/row_filter.hpp"

namespace selvage::cpu {

// Rows of samples with a halo, plane after plane.
template <class Sample>
struct RowScene {
  static constexpr int padding = 256;  // samples that loops may read

  int radius, pixels, planes;
  std::ptrdiff_t plane;
  std::vector<std::vector<Sample>> rows = {};
  std::vector<const Sample*> starts = {};

  RowScene(int r, int width, int count)
      : radius(r), pixels(width), planes(count), plane(pixels + 2 * radius + padding) {
    rows.assign(static_cast<std::size_t>(2 * radius + 1),
                std::vector<Sample>(static_cast<std::size_t>(planes * plane)));
    for (const auto& row : rows) starts.push_back(row.data() + radius);
  }

  Sample& at(int dy, int p, int x) {
    return rows[static_cast<std::size_t>(dy + radius)]
               [static_cast<std::size_t>(p * plane + x + radius)];
  }
  Sample at(int dy, int p, int x) const {
    return rows[static_cast<std::size_t>(dy + radius)]
               [static_cast<std::size_t>(p * plane + x + radius)];
  }

  // Returns the job of the middle row. It writes the means of all planes, less the centres.
  RowJob<Sample> job(std::vector<float>& mean) const {
    return {.pixels = pixels,
            .centre = starts[static_cast<std::size_t>(radius)],
            .centre_plane = plane,
            .rows = starts.data(),
            .rows_plane = plane,
            .dy_first = -radius,
            .dy_last = radius,
            .mean_offset = mean.data(),
            .mean_plane = plane};
  }

  // Returns those means.
  std::vector<float> filtered(const RowFilter<Sample>& filter, int sums) {
    std::vector<float> mean(static_cast<std::size_t>(sums * plane));
    filter.filter(job(mean));
    return mean;
  }
};

}  // namespace selvage::cpu
