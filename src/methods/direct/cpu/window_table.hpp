// SPDX-License-Identifier: Apache-2.0
#pragma once
// The window and its spatial weights in the form that the inner loops read.

#include <cmath>
#include <vector>

#include "filters/window.hpp"

namespace selvage::cpu {

// exp(-(dx^2 + dy^2) / 2 sigma_space^2) = row_weight[dy] * 2^column_exponent[dx]: a row's sums are
// weighted once, and the column's exponent is added to that of the range. With a third axis a row
// is counted on through the slices, dz (2 radius_y + 1) + dy, and its weight has the factor
// exp(-dz^2 / 2 sigma_depth^2).
template <class Real>
struct WindowTable {
  int radius_x = 0, radius_y = 0;
  int middle = 0;                     // the index of the centre's row
  std::vector<int> extent;            // [row + middle]: largest |dx|; -1: the row has no taps
  std::vector<Real> column_exponent;  // [dx + radius_x]
  std::vector<Real> column_weight;    // [dx + radius_x]: 2^column_exponent
  std::vector<Real> row_weight;       // [row + middle]

  explicit WindowTable(const WindowMean& step)
      : radius_x(step.radius_x),
        radius_y(step.radius_y),
        middle(step.radius_z * (2 * radius_y + 1) + radius_y) {
    for (int dx = -radius_x; dx <= radius_x; ++dx) {
      const double exponent = -spatial_exponent(step, dx, 0, 0);  // to base e
      column_exponent.push_back(static_cast<Real>(exponent / std::log(2.0)));
      column_weight.push_back(static_cast<Real>(std::exp(exponent)));
    }
    for (const TapRow& row : tap_rows(step)) {
      row_weight.push_back(static_cast<Real>(std::exp(-row.exponent)));
      extent.push_back(row_weight.back() > 0 ? row.extent : -1);
    }
  }
};

}  // namespace selvage::cpu
