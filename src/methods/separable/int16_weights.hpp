// SPDX-License-Identifier: Apache-2.0
#pragma once
// Weights in 16 bits for symmetric means of u8 with non-negative weights. The planner proves the
// error of this format, the loops compute it.
//
// A row holds samples times 128. The columns of the window are summed first, then their row. Both
// sums have 8 bits of fraction, so that a sample v counts as 256 v:
//   column: start + (centre + centre) * w0 / 2^16 + sum (above + below) * w / 2^16
//   row:    start + centre * w0 / 2^16 + sum average(left, right) * w / 2^16
// Products lose their lower 16 bits, and average rounds up. w0 is in units of 2^-16 and w, the
// weight of a pair, in units of 2^-17, so that both taps together weigh w / 2^16. `start`
// compensates for half of what products lose; that of the row also rounds the result.

#include <cstdint>
#include <optional>
#include <vector>

#include "filters/linear_step.hpp"

namespace selvage {

struct Int16Weights1d {
  std::uint16_t centre = 0;
  std::vector<std::uint16_t> pairs = {};  // the farthest first
  double rounding = 0.0;                  // sum of |weight - true weight| over all taps
};
struct Int16Weights {
  Int16Weights1d row, column;
  double gain = 1.0;  // the sum of all true weights, which the method takes as 1
};

// Returns the weights of a step without luminance and offset whose weights sum to 1, or nearly so;
// nothing if they do not fit.
std::optional<Int16Weights> int16_weights(const LinearStep& step);

// The initial values of the sums of so many products. Together they compensate for half of what the
// products lose; that of the row also rounds the result.
constexpr std::uint16_t int16_column_start(int products) {
  return static_cast<std::uint16_t>(products / 2);
}
constexpr std::uint16_t int16_row_start(int products) {
  return static_cast<std::uint16_t>((products + 1) / 2 + 128);
}

}  // namespace selvage
