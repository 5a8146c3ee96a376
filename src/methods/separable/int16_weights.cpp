// SPDX-License-Identifier: Apache-2.0
#include "methods/separable/int16_weights.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace selvage {
namespace {

// Returns the symmetric, non-negative weights divided by their sum.
std::optional<Int16Weights1d> int16_weights_1d(const std::vector<double>& weights, double sum) {
  const std::size_t radius = weights.size() / 2;
  Int16Weights1d result;
  int rest = 65536;
  for (std::size_t i = 0; i < radius; ++i) {
    const double weight = weights[i] / sum;
    const auto pair = static_cast<int>(std::lround(131072.0 * weight));
    if (pair > 65535) return std::nullopt;
    result.pairs.push_back(static_cast<std::uint16_t>(pair));
    result.rounding += std::fabs(pair / 65536.0 - 2.0 * weight);
    rest -= pair;
  }
  if (rest < 0 || rest > 65535) return std::nullopt;
  result.centre = static_cast<std::uint16_t>(rest);
  result.rounding += std::fabs(rest / 65536.0 - weights[radius] / sum);
  return result;
}

bool is_mean(const std::vector<double>& weights) {
  return std::ranges::all_of(weights, [](double w) { return w >= 0.0; }) &&
         std::equal(weights.begin(), weights.end(), weights.rbegin());
}

}  // namespace

std::optional<Int16Weights> int16_weights(const LinearStep& step) {
  constexpr double nearly = 1e-4;
  if (!step.separable || step.gray || step.offset != 0.0) return std::nullopt;
  const auto& [row, column] = *step.separable;
  if (!is_mean(row) || !is_mean(column)) return std::nullopt;
  const double row_sum = std::accumulate(row.begin(), row.end(), 0.0);
  const double column_sum = std::accumulate(column.begin(), column.end(), 0.0);
  const double gain = step.scale * row_sum * column_sum;
  if (!(std::fabs(gain - 1.0) < nearly)) return std::nullopt;
  const auto narrow_row = int16_weights_1d(row, row_sum),
             narrow_column = int16_weights_1d(column, column_sum);
  if (!narrow_row || !narrow_column) return std::nullopt;
  return Int16Weights{*narrow_row, *narrow_column, gain};
}

}  // namespace selvage
