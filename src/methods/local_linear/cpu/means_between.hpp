// SPDX-License-Identifier: Apache-2.0
#pragma once
// The means of models at the result's pixels, interpolated between those of a grid.

#include <cstdint>
#include <functional>

#include "methods/local_linear/cpu/grid_means.hpp"

namespace selvage::cpu {

// The buffers of one thread.
class MeansBetween {
 public:
  MeansBetween(const LocalLinearShape& shape, const LinearLoops& loops);

  // Calls emit(y, models) for each row y of `rect` in order; models: [model_planes][shape.pixels],
  // of which the last plane holds the weights of the models that there are. `grid` is the grid as
  // an image.
  using Emit = std::function<void(int y, const double* models)>;
  void run(GridMeans& means, const Source& grid, const LinearLoader& loader, const Rect& rect,
           const Emit& emit);

 private:
  void normalise(const double* sums, int pixels, double* to) const;
  void emit_rows(const Rect& rect, int y, const Emit& emit);

  LocalLinearShape shape_;
  LinearLoops loops_;
  // Means of models in two rows of the grid, in a row between them, and at the result's pixels.
  AlignedNumbers<double> above_, below_, blended_, between_;
  AlignedNumbers<double> here_, next_;    // [pixels]: shares of the grid's pixels before and behind
  AlignedNumbers<std::int32_t> columns_;  // [pixels]: of the grid's pixels before
};

}  // namespace selvage::cpu
