// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows of samples for tests of row filters.

#include <cstddef>
#include <vector>

#include "methods/direct/cpu/row_filter.hpp"

namespace selvage::cpu {

// Rows of samples with a halo, plane after plane, and slice after slice.
template <class Sample>
struct RowScene {
  static constexpr int padding = 256;  // samples that loops may read

  int radius, pixels, planes, radius_z;
  std::ptrdiff_t plane;
  std::vector<std::vector<Sample>> rows = {};
  std::vector<const Sample*> starts = {};

  RowScene(int r, int width, int count, int rz = 0)
      : radius(r),
        pixels(width),
        planes(count),
        radius_z(rz),
        plane(pixels + 2 * radius + padding) {
    rows.assign(2 * middle() + 1, std::vector<Sample>(static_cast<std::size_t>(planes * plane)));
    for (const auto& row : rows) starts.push_back(row.data() + radius);
  }

  // The index of the centre's row.
  std::size_t middle() const {
    return static_cast<std::size_t>(radius_z * (2 * radius + 1) + radius);
  }
  std::size_t row(int dy, int dz) const {
    return static_cast<std::size_t>((dz + radius_z) * (2 * radius + 1) + dy + radius);
  }
  Sample& at(int dy, int p, int x, int dz = 0) {
    return rows[row(dy, dz)][static_cast<std::size_t>(p * plane + x + radius)];
  }
  Sample at(int dy, int p, int x, int dz = 0) const {
    return rows[row(dy, dz)][static_cast<std::size_t>(p * plane + x + radius)];
  }

  // Returns the job of the centre's row. It writes the means of all planes, less the centres.
  RowJob<Sample> job(std::vector<float>& mean) const {
    return {.pixels = pixels,
            .centre = starts[middle()],
            .centre_plane = plane,
            .rows = starts.data(),
            .rows_plane = plane,
            .dy_first = -static_cast<int>(middle()),
            .dy_last = static_cast<int>(middle()),
            .mean_offset = mean.data(),
            .mean_plane = plane};
  }

  // Leaves the slices before `first` out of the job's window.
  void cut(int first, RowJob<Sample>& job) const {
    job.dy_first = static_cast<int>(row(-radius, first)) - static_cast<int>(middle());
    job.rows = starts.data() + row(-radius, first);
  }

  // Returns those means.
  std::vector<float> filtered(const RowFilter<Sample>& filter, int sums) {
    std::vector<float> mean(static_cast<std::size_t>(sums * plane));
    filter.filter(job(mean));
    return mean;
  }
};

}  // namespace selvage::cpu
