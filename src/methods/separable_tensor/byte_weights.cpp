// SPDX-License-Identifier: Apache-2.0
#include "methods/separable_tensor/byte_weights.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace selvage {
namespace {

constexpr int whole_sum = 1 << 16, largest_weight = whole_sum - 1;

bool not_negative(const std::vector<double>& weights) {
  return std::ranges::all_of(weights, [](double w) { return w >= 0.0; });
}

double sum_of(const std::vector<double>& weights) {
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

// Returns the weights divided by their sum. The largest weight absorbs what rounding leaves of the
// whole, as far as it can.
ByteWeights1d byte_weights_1d(const std::vector<double>& weights, double sum) {
  std::vector<int> rounded;
  for (const double w : weights)
    rounded.push_back(static_cast<int>(std::lround(whole_sum * (w / sum))));
  const auto middle = std::ranges::max_element(rounded);
  *middle += whole_sum - std::accumulate(rounded.begin(), rounded.end(), 0);
  ByteWeights1d result;
  double above = 0.0, below = 0.0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const int w = std::clamp(rounded[i], 0, largest_weight);
    const double error = w / double{whole_sum} - weights[i] / sum;
    (error > 0.0 ? above : below) += std::fabs(error);
    result.weights.push_back(static_cast<std::uint16_t>(w));
  }
  result.rounding = std::max(above, below);
  return result;
}

// Returns half of the most that two roundings and a column's lower bytes lose, in 1/256 of a level.
double half_lost(const ByteWeights& weights) {
  int lower = 0;
  for (const std::uint16_t w : weights.column.weights) lower += w & 255;
  return 1.0 + 127.5 * lower / 65536.0;
}

}  // namespace

std::optional<ByteWeights> byte_weights(const LinearStep& step) {
  constexpr double nearly = 1e-4;
  if (!step.separable || step.gray || step.offset != 0.0) return std::nullopt;
  const auto& [row, column] = *step.separable;
  if (!not_negative(row) || !not_negative(column)) return std::nullopt;
  const double row_sum = sum_of(row), column_sum = sum_of(column);
  const double gain = step.scale * row_sum * column_sum;
  if (!(std::fabs(gain - 1.0) < nearly)) return std::nullopt;
  return ByteWeights{byte_weights_1d(row, row_sum), byte_weights_1d(column, column_sum), gain};
}

int made_up(const ByteWeights& weights) {
  return static_cast<int>(std::lround(half_lost(weights)));
}

// Errors: of the weights; what is lost, less the compensation; the sum of the true weights, taken
// as 1.
double byte_weights_error(const ByteWeights& weights) {
  const double half = half_lost(weights);
  const double lost = (half + std::fabs(made_up(weights) - half)) / 256.0;
  // The compensation, and half a level, are added to a row's sum.
  const double rounded = 255.0 * weights.row.rounding + 256.0 * weights.column.rounding;
  return rounded + lost + 255.0 * std::fabs(weights.gain - 1.0);
}

}  // namespace selvage
