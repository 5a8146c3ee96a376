// SPDX-License-Identifier: Apache-2.0
#pragma once
// In which order the CPU adds up the taps of a row, a column or a matrix in single precision: the
// planner counts the roundings, the backend computes them.

namespace selvage {

// Terms are added up in pieces of `short_sum` pairs, or of twice as many single taps; up to so many
// pieces are added up one after another, more of them in larger ones of so many pieces.
inline constexpr int short_sum = 8;

// Roundings that one of so many terms goes through in sums, its product included.
constexpr int sum_roundings(int terms, int piece) {
  const int pieces = (terms + piece - 1) / piece;
  if (pieces <= 1) return 1 + terms;
  if (pieces <= piece) return 1 + piece + pieces;
  return 1 + piece + piece + (pieces + piece - 1) / piece;
}
// The same of taps in pairs, with the sum of the pair, and of single taps.
constexpr int pair_roundings(int pairs) {
  return 1 + sum_roundings(pairs, short_sum);
}
constexpr int tap_roundings(int taps) {
  return sum_roundings(taps, 2 * short_sum);
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
