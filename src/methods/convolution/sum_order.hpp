// SPDX-License-Identifier: Apache-2.0
#pragma once
// The order in which the CPU sums the taps of a row, a column or a stencil in single precision. The
// planner counts its roundings, the loops follow it.

namespace selvage {

// Terms are summed in blocks of `short_sum` pairs, or of twice as many single taps. Up to
// `short_sum` (or twice as many) blocks are summed one after another; more are first grouped into
// larger blocks of as many blocks.
inline constexpr int short_sum = 8;

// Returns the most roundings that one of `terms` terms goes through, its product included.
constexpr int sum_roundings(int terms, int block) {
  const int blocks = (terms + block - 1) / block;
  if (blocks <= 1) return 1 + terms;
  if (blocks <= block) return 1 + block + blocks;
  return 1 + block + block + (blocks + block - 1) / block;
}
// The same for pairs of taps, the addition of the pair included, and for single taps.
constexpr int pair_roundings(int pairs) {
  return 1 + sum_roundings(pairs, short_sum);
}
constexpr int tap_roundings(int taps) {
  return sum_roundings(taps, 2 * short_sum);
}

// The same for square stencils of up to 25 taps that are summed in groups of rows
// (cpu/row_groups-inl.h): up to 15 taps one after another, and the others, then both sums. Taps
// without weight are added, too, which is exact. The bound of tap_roundings holds for them.
constexpr int grouped_roundings(int taps) {
  return (taps < 15 ? taps : 15) + 1;
}
static_assert(grouped_roundings(1) <= tap_roundings(1));
static_assert(grouped_roundings(15) <= tap_roundings(15));
static_assert(grouped_roundings(25) <= tap_roundings(25));

// A sum of neighbours, built from sums of 4, sums of 4 of those, and so on. Fewer than 8 of the
// largest are added; smaller sums cover the remainder.
struct FourfoldSum {
  int levels = 0;     // the largest are sums of 4^levels
  int terms = 0;      // that the last step adds
  int roundings = 0;  // that a number goes through, at most
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
