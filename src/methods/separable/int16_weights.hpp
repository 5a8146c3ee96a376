// SPDX-License-Identifier: Apache-2.0
#pragma once
// Weights in 16 bits for symmetric means of u8 whose weights are not negative: what the planner
// proves and the backend computes.
//
// A row of samples is kept times 128. The window's column is added up first, then its row; both
// sums hold 8 bits of fraction, a sample v as 256 v:
//   column: start + (centre + centre) * w0 / 2^16 + sum (above + below) * w / 2^16
//   row:    start + centre * w0 / 2^16 + sum average(left, right) * w / 2^16
// where products lose their lower 16 bits, average rounds up, w0 counts in 2^-16, and w, of a pair,
// in 2^-17: both taps together weigh w / 2^16. `start` makes up for half of what products lose; the
// row's also rounds the result.

#include <cstdint>
#include <optional>
#include <vector>

#include "filters/linear_step.hpp"

namespace selvage {

struct Int16Weights1d {
  std::uint16_t centre = 0;
  std::vector<std::uint16_t> pairs = {};  // the farthest first
  double rounding = 0.0;                  // sum of |weight - true weight|, of all taps
};
struct Int16Weights {
  Int16Weights1d row, column;
  double gain = 1.0;  // the sum of all true weights, which is taken for 1
};

// Of a step without luminance and offset whose weights add up to 1, or nearly so. None where they
// do not fit.
std::optional<Int16Weights> int16_weights(const LinearStep& step);

// What the sums of so many products start with: together they make up for half of what the products
// lose, and the row's half rounds the result.
constexpr std::uint16_t int16_column_start(int products) {
  return static_cast<std::uint16_t>(products / 2);
}
constexpr std::uint16_t int16_row_start(int products) {
  return static_cast<std::uint16_t>((products + 1) / 2 + 128);
}

}  // namespace selvage
