// SPDX-License-Identifier: Apache-2.0
#include "timing/spread.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace selvage::bench {
namespace {

// Returns how many of n sorted values may be left out at each end so that the median still lies
// between the rest with 95 %: of n values, a number with the distribution Binomial(n, 1/2) lies
// below the median.
std::size_t left_out(std::size_t n) {
  double probability = std::exp2(-static_cast<double>(n));  // of exactly k
  double below = probability;                               // of at most k
  std::size_t k = 0;
  while (below <= 0.025) {
    probability *= static_cast<double>(n - k) / static_cast<double>(k + 1);
    below += probability;
    ++k;
  }
  return k == 0 ? 0 : k - 1;
}

// Interpolates between neighbours.
double quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], at - static_cast<double>(below));
}

}  // namespace

Spread spread(std::vector<double> values) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  const std::size_t out = left_out(values.size());
  return {.count = static_cast<int>(values.size()),
          .least = values.front(),
          .low = quantile(values, 0.25),
          .median = quantile(values, 0.5),
          .high = quantile(values, 0.75),
          .most = values.back(),
          .median_low = values[out],
          .median_high = values[values.size() - 1 - out]};
}

std::vector<double> ratios(const std::vector<double>& ours, const std::vector<double>& rival) {
  std::vector<double> result;
  for (std::size_t turn = 0; turn < std::min(ours.size(), rival.size()); ++turn)
    result.push_back(rival[turn] / std::max(ours[turn], 1e-12));
  return result;
}

}  // namespace selvage::bench
