// SPDX-License-Identifier: Apache-2.0
#pragma once
// The sums of models around the pixels of a grid, row by row.

#include <cstdint>
#include <functional>
#include <vector>

#include "methods/local_linear/cpu/column_sums.hpp"
#include "methods/local_linear/cpu/linear_loader.hpp"

namespace selvage::cpu {

// The buffers of one thread.
class GridMeans {
 public:
  GridMeans(const Problem& problem, const LocalLinearShape& shape, const LinearLoops& loops);

  // Returns whether all pixels are valid that models around `rect` read.
  bool all_valid(const Source& source, const Rect& rect, const LinearLoader& loader);

  // Calls emit(y, sums) for each row y of `rect` in order; sums: [model_planes][shape.means].
  // `source` is the grid as an image, `rect` lies in it. `planes`: those of the shape, or
  // uncounted().
  void run(const Source& source, const Rect& rect, const LinearLoader& loader,
           const LinearPlanes& planes, const std::function<void(int y, const double* sums)>& emit);

 private:
  void load(const Source& source, const Rect& rect, int y, const LinearLoader& loader,
            const LinearPlanes& p);
  double* valid_row(int y);

  LocalLinearShape shape_;
  LinearLoops loops_;
  BinarySum window_;
  double epsilon_, centre_;
  LinearRoom room_;
  ColumnSums pixel_sums_, model_sums_;
  AlignedNumbers<double> pixels_;      // [pixel_planes][loaded]
  AlignedNumbers<double> rows_;        // [2][loaded]: room for row sums
  AlignedNumbers<double> row_sums_;    // [pixel_planes][models], also [model_planes][means]
  AlignedNumbers<double> sums_;        // the same, of windows
  AlignedNumbers<double> models_;      // [model_planes][models]
  AlignedNumbers<double> valid_rows_;  // [radius + 1][models]: of the centres of windows
};

}  // namespace selvage::cpu
