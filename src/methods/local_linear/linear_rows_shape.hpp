// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows that sliding sums of integers remember, which the planner counts and the kernels use.

#include <algorithm>
#include <cstddef>

#include "methods/local_linear/local_linear_shape.hpp"

namespace selvage {

struct LinearRowsShape {
  LinearPlanes planes;
  int radius, window;
  int tile_width;                        // pixels
  std::ptrdiff_t loaded, models, means;  // numbers of a row: of pixels, of models, of results

  // A row has a multiple of `granule` numbers, and a margin.
  LinearRowsShape(const LinearPlanes& planes_of_sums, const Problem& problem, const Tile& tile,
                  int granule)
      : planes(planes_of_sums),
        radius(fitting_filter(problem.filter).radius),
        window(2 * radius + 1),
        tile_width(std::min(tile.width, std::max(problem.width, 1))),
        loaded(row(tile_width + 4 * radius, granule)),
        models(row(tile_width + 2 * radius, granule)),
        means(row(tile_width, granule)) {}

  // Zeros before a row of sums (cpu/lane_sums-inl.h).
  static constexpr std::ptrdiff_t before = LocalLinearShape::margin;

  int loaded_planes() const { return planes.guides + planes.other_values(); }
  // Rows that are remembered: a window's, the one that left it, and one of zeros.
  int rows() const { return window + 2; }
  // The place of row i of a tile, of which the rows before 0 are zeros.
  int place(int i) const { return i < 0 ? window + 1 : i % (window + 1); }
  // Numbers before row i, of pixels and of models.
  std::ptrdiff_t pixels_before(int i) const {
    return std::ptrdiff_t{place(i)} * loaded_planes() * loaded;
  }
  std::ptrdiff_t models_before(int i) const {
    return std::ptrdiff_t{place(i)} * planes.model_planes() * models;
  }

 private:
  static std::ptrdiff_t row(int n, int granule) {
    return (std::ptrdiff_t{n} + granule - 1) / granule * granule +
           std::ptrdiff_t{3} * LocalLinearShape::margin;
  }
};

}  // namespace selvage
