// SPDX-License-Identifier: Apache-2.0
#pragma once
// What repeated measurements say: quantiles, and how well the median is known.

#include <vector>

namespace selvage::bench {

// In the unit of the measurements; all 0 without any.
struct Spread {
  int count = 0;
  double least = 0, low = 0, median = 0, high = 0, most = 0;  // low, high: quartiles
  // The median of many more such measurements lies between these two with a probability of 95 %
  // (order statistics; least and most where there are fewer than six).
  double median_low = 0, median_high = 0;
};

Spread spread(std::vector<double> values);

// Returns rival / ours of each turn: above 1, ours is faster.
std::vector<double> ratios(const std::vector<double>& ours, const std::vector<double>& rival);

}  // namespace selvage::bench
