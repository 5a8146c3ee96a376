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
//   t    = y^2 (colours with norm l2: the sum over the planes), y the difference in units of which
//          2^15 are sqrt(2 * nats) sigma_range
//   v    = limit - column's exponent / nats - t, at least 0
//   root = (v (v^2 / 2 + linear) + constant)^(2^squarings)
//   weight = root^2, in 32 bits: never rounded
// This is a cubic to the 16th power: with the constants below root^2 is proportional to e^-x within
// 0.5 % where it counts; int16_weights_error (methods/direct/int16_error.cpp) evaluates every
// possible difference. The cubic of v / f is the cubic of v, less a factor of f^3, for a limit that
// is f times, a linear coefficient f^2 times and a constant f^3 times smaller. So nats may be f
// times range_nats, and a level can be a whole number of units: samples are never rounded.
inline constexpr double range_nats = 26.275;
inline constexpr int limit = 25250;
inline constexpr int linear = 18009;
inline constexpr int constant = 7401;
inline constexpr int squarings = 3;

// The largest root. Sixteen weights and sixteen weighted differences fit 32 bits.
inline constexpr int largest_root = 11585;
inline constexpr int block_pairs = 8;  // pairs of taps that are summed in 32 bits
static_assert(2LL * block_pairs * largest_root * largest_root <= 2147483647LL);

// The constants of a filter.
struct Cubic {
  double nats = range_nats;
  int limit = int16::limit, linear = int16::linear, constant = int16::constant;

  friend bool operator==(const Cubic&, const Cubic&) = default;
};

// A sample becomes samples * (v - 128). Differences, or for norm l1 their sums, are then doubled
// with saturation until 2^15 units are sqrt(2 * nats) sigma_range. A hole is 32767; if there may be
// holes, samples stay far enough from it that the difference saturates.
struct Scale {
  int samples = 1;    // units per level
  int doublings = 0;  // 0..largest_doublings
  Cubic cubic = {};
  int units() const { return samples << doublings; }  // a difference of one level

  friend bool operator==(const Scale&, const Scale&) = default;
};
inline constexpr int hole = 32767;
inline constexpr int largest_doublings = 3;

inline bool may_have_holes(const WindowMean& filter, const Problem& problem) {
  return problem.mask || filter.invalid || filter.border == Border::shrink;
}

inline Scale scale(const WindowMean& filter, const Problem& problem) {
  const bool holes = may_have_holes(filter, problem);
  const double largest = holes ? 128.0 : 255.0;
  const double sigma = 255.0 * double{filter.sigma_range};  // levels
  double samples = 32768.0 / (std::sqrt(2.0 * range_nats) * sigma);
  Scale s;
  while (samples > largest || s.doublings < (holes ? 1 : 0)) {
    samples /= 2.0;
    ++s.doublings;
  }
  s.samples = std::max(1, static_cast<int>(samples));
  const double f = samples * samples / (s.samples * s.samples);
  s.cubic = {.nats = f * range_nats,
             .limit = static_cast<int>(std::lround(limit / f)),
             .linear = static_cast<int>(std::lround(linear / (f * f))),
             .constant = static_cast<int>(std::lround(constant / (f * f * f)))};
  return s;
}

inline int saturated(int value) {
  return std::clamp(value, -32768, 32767);
}

// The product of two fractions of 2^15, rounded.
inline int product(int a, int b) {
  return (a * b + 16384) >> 15;
}

// The part of the limit that a column's spatial exponent leaves.
inline int column_limit(const Cubic& cubic, int dx, double sigma_space) {
  const double share = 0.5 * dx * dx / (sigma_space * sigma_space) / cubic.nats;
  return cubic.limit -
         static_cast<int>(std::lround(std::min(share * 32768.0, double(cubic.limit))));
}

// The root of a weight, from what is left of the column's limit.
inline int root_of_rest(const Cubic& cubic, int v) {
  int z = product(v, (v * v >> 16) + cubic.linear) + cubic.constant;
  for (int i = 0; i < squarings; ++i) z = product(z, z);
  return z;
}

// The root of a weight, from the square of the difference and the column's limit.
inline int root(const Cubic& cubic, int square, int column) {
  return root_of_rest(cubic, std::max(column - square, 0));
}

}  // namespace selvage::int16
