// SPDX-License-Identifier: Apache-2.0
#pragma once
// In which order the CPU adds up the taps of a row, a column or a matrix in single precision: the
// planner counts the roundings, the backend computes them.

namespace selvage {

// Terms are added up in pieces of `short_sum` pairs, or of twice as many single taps; so many pieces
// make a larger one, and these are added up one after another.
inline constexpr int short_sum = 8;

// Roundings that a term goes through at most: of the sum with its partner, of the product, and of
// the additions.
constexpr int pair_roundings(int pairs) {
  constexpr int large = short_sum * short_sum;
  if (pairs <= short_sum) return 2 + pairs + 1;
  return 2 + short_sum + short_sum + (pairs + large - 1) / large + 1;
}
constexpr int tap_roundings(int taps) {
  constexpr int piece = 2 * short_sum, large = piece * piece;
  if (taps <= piece) return 1 + taps;
  return 1 + piece + piece + (taps + large - 1) / large;
}

// The sum of so many neighbours: of sums of 4, of sums of 4 of those and so on, the largest fewer
// than 8; what they leave is added as smaller ones.
struct FourfoldSum {
  int levels = 0;     // sums of 4^levels are the largest
  int terms = 0;      // that are added up at last
  int roundings = 0;  // that a number goes through at most
};
constexpr FourfoldSum fourfold_sum(int count) {
  FourfoldSum sum;
  for (; count >= 8; count /= 4) {
    ++sum.levels;
    sum.terms += count % 4;
  }
  sum.terms += count;
  sum.roundings = 3 * sum.levels + sum.terms;
  return sum;
}

}  // namespace selvage
