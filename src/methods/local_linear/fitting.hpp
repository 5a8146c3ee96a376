// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which pixels of a problem are fitted, and how the result's pixels lie among them.

#include <cstddef>

#include "core/checked.hpp"
#include "filters/fitted_grid.hpp"
#include "filters/problem.hpp"

namespace selvage {

struct Fitting {
  Guided filter;
  bool enlarges;                         // upsampling
  bool between;                          // models are interpolated
  FittedAxis x, y;                       //
  UpsampleAxis columns = {}, rows = {};  // of upsampling

  explicit Fitting(const Problem& problem)
      : filter(fitting_filter(problem.filter)),
        enlarges(upsamples(problem.filter)),
        between(enlarges || filter.subsample > 1),
        x(subsampled(filter.subsample)),
        y(x) {
    if (!enlarges) return;
    const ConstImageView &small = problem.shapes.image, &large = problem.shapes.guide;
    columns = {small.width, large.width};
    rows = {small.height, large.height};
    x = enlarged(columns);
    y = enlarged(rows);
  }

  // Returns the pixels of the grid that so many neighbours of the result need.
  int grid_columns(int pixels) const { return between ? x.around(pixels) : pixels; }
  int grid_rows(int pixels) const { return between ? y.around(pixels) : pixels; }
  // Returns the pixels of the result for each pixel of the grid.
  double pixels_of_each() const {
    const auto ratio = [](const FittedAxis& axis) {
      return static_cast<double>(axis.unit) / static_cast<double>(axis.scale);
    };
    return ratio(x) * ratio(y);
  }
};

// Returns the bytes of the guide's pixels at the centres of the small image's, in upsampling.
inline std::size_t small_guide_bytes(const Problem& problem) {
  if (!upsamples(problem.filter)) return 0;
  const ConstImageView &image = problem.shapes.image, &guide = problem.shapes.guide;
  return checked_mul(checked_mul(image.width, image.height, guide.channels),
                     sample_bytes(guide.type), guide.batch);
}

}  // namespace selvage
