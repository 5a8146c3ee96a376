// SPDX-License-Identifier: Apache-2.0
#pragma once
// Weights in 16-bit fixed point: the arithmetic of candidate "int16" for a single tap. The vector
// loop computes the same bits (int16_test.cpp), and the error bound relies on them.

#include <algorithm>
#include <cmath>

#include "filters/problem.hpp"

namespace selvage::int16 {

// A tap's exponent x (its weight is e^-x) is the sum of the range's and the column's. In fractions
// of 2^15:
//   t    = y^2,  y the difference in units of which 2^15 are sqrt(2 * range_nats) sigma_range
//   v    = limit - column's exponent / range_nats - t, at least 0
//   root = (v (v^2 / 2 + linear) + constant)^(2^squarings)
//   weight = root^2, in 32 bits: never rounded
// This is a cubic to the 16th power: with these constants root^2 is proportional to e^-x within 0.4
// % where it counts; int16_weights_error (methods/direct/int16_error.cpp) evaluates every possible
// difference.
inline constexpr double range_nats = 26.275;
inline constexpr int limit = 25250;
inline constexpr int linear = 18009;
inline constexpr int constant = 7401;
inline constexpr int squarings = 3;

// The largest root. Sixteen weights and sixteen weighted differences fit 32 bits.
inline constexpr int largest_root = 11585;
inline constexpr int block_pairs = 8;  // pairs of taps that are summed in 32 bits
static_assert(2LL * block_pairs * largest_root * largest_root <= 2147483647LL);

// A sample becomes round(samples * (v - 128)). Differences are then doubled with saturation until
// 2^15 units are sqrt(2 * range_nats) sigma_range. A hole is 32767; if there may be holes, samples
// stay far enough from it that the difference saturates.
struct Scale {
  double samples = 1.0;                                            // units per level
  int doublings = 0;                                               // 0..largest_doublings
  double units() const { return std::ldexp(samples, doublings); }  // a difference of one level

  friend bool operator==(const Scale&, const Scale&) = default;
};
inline constexpr int hole = 32767;
inline constexpr int largest_doublings = 3;

inline Scale scale(const WindowMean& filter, const Problem& problem) {
  const bool holes = problem.mask || filter.invalid || filter.border == Border::shrink;
  const double largest = holes ? 128.0 : 255.0;
  const double sigma = 255.0 * double{filter.sigma_range};  // levels
  Scale s{.samples = 32768.0 / (std::sqrt(2.0 * range_nats) * sigma)};
  while (s.samples > largest || s.doublings < (holes ? 1 : 0)) {
    s.samples /= 2.0;
    ++s.doublings;
  }
  return s;
}

inline int saturated(int value) {
  return std::clamp(value, -32768, 32767);
}

// The product of two fractions of 2^15, rounded.
inline int product(int a, int b) {
  return (a * b + 16384) >> 15;
}

// The part of `limit` that a column's spatial exponent leaves.
inline int column_limit(int dx, double sigma_space) {
  const double share = 0.5 * dx * dx / (sigma_space * sigma_space) / range_nats;
  return limit - static_cast<int>(std::lround(std::min(share * 32768.0, double{limit})));
}

// The root of a weight, from the difference and the column's limit.
inline int root(int difference, int column) {
  const int v = std::max(column - product(difference, difference), 0);
  int z = product(v, (v * v >> 16) + linear) + constant;
  for (int i = 0; i < squarings; ++i) z = product(z, z);
  return z;
}

}  // namespace selvage::int16
