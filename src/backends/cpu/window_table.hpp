// SPDX-License-Identifier: Apache-2.0
#pragma once
// The window and its spatial weights, as the inner loops read them.

#include <cmath>
#include <vector>

#include "core/window.hpp"

namespace selvage::cpu {

// exp(-(dx^2 + dy^2) / 2 sigma_space^2) = row_weight[dy] * 2^column_exponent[dx]: a row's sums are
// weighted once, and the column's exponent joins the one of the range.
template <class Real>
struct WindowTable {
  int radius = 0;
  std::vector<int> extent;            // [dy + radius]: largest |dx|; -1: the row's weight is 0
  std::vector<Real> column_exponent;  // [dx + radius]
  std::vector<Real> row_weight;       // [dy + radius]

  WindowTable(const Bilateral& filter)
      : radius(effective_radius(filter)),
        extent(static_cast<std::size_t>(2 * radius + 1)),
        column_exponent(extent.size()),
        row_weight(extent.size()) {
    const double sigma = filter.sigma_space;
    for (int d = -radius; d <= radius; ++d) {
      const auto i = static_cast<std::size_t>(d + radius);
      const double exponent = -0.5 * d * d / (sigma * sigma);  // of e
      column_exponent[i] = static_cast<Real>(exponent / std::log(2.0));
      row_weight[i] = static_cast<Real>(std::exp(exponent));
      extent[i] = row_weight[i] > 0 ? row_extent(filter.window, radius, d) : -1;
    }
  }
};

}  // namespace selvage::cpu
