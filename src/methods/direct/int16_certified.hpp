// SPDX-License-Identifier: Apache-2.0
#pragma once
// Weights of 16 bits with a certificate for each pixel: the arithmetic of the fast form of
// candidate "int16". The vector loop computes the same bits (cpu/int16_certified_test.cpp), and the
// bound relies on them.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "filters/planes.hpp"
#include "filters/problem.hpp"
#include "filters/window.hpp"
#include "methods/direct/int16_weights.hpp"

namespace selvage::int16_certified {

// A tap's weight is the root of int16_weights.hpp for twice its exponent: it is rounded to 2^-15,
// and nothing is squared. From the samples of that form, with differences y modulo 2^16, doubled at
// most once as there:
//   t       = y^2 / 2^15, rounded (colours with norm l2: the sum over the planes; with norm l1 y is
//             the sum of their absolute differences, at most 32767)
//   rest    = max(limit of (dx, dy) - t, 0)
//   weight  = root of 2 rest
// Weights are multiplied with the differences themselves, and sums are exact integers. A difference
// that does not fit 16 bits stays large enough for a weight of 0, so only doubling saturates.
//
// Where the weights of a window sum to little, their roundings count. A pixel whose computed sum is
// large enough has the bound that int16_certified_error.cpp proves. All others are computed by the
// loop of int16_weights.hpp, which reads the same samples.
inline constexpr int least_radius = 3;  // the form is not faster below

struct Form {
  int16::Scale scale = {};

  // t of a tap at the centre that leaves no rest.
  int limit() const { return scale.cubic.limit / 2; }
  // t of exponent 1
  double units() const { return 32768.0 / scale.cubic.nats; }
  int weight(int rest) const { return int16::root_of_rest(scale.cubic, 2 * rest); }
};
// Weights of two taps are added in 16 bits.
static_assert(2 * int16::largest_root <= 32767);

inline Form form(const WindowMean& filter, const Problem& problem) {
  return {int16::scale(filter, problem)};
}

// Returns whether the form serves a filter that the other form serves. Vectors of 16 floats are not
// faster with it, nor are colours with a small sigma_range, where many pixels have no certificate
// (docs/journal/0070).
inline bool serves(const WindowMean& filter, const Problem& problem, int simd_floats) {
  const int16::Scale scale = int16::scale(filter, problem);
  const int most_doublings = plane_layout(filter, problem).distance_planes == 1 ? 1 : 0;
  if (simd_floats >= 16 || filter.radius_x < least_radius || scale.doublings > most_doublings ||
      int16::may_have_holes(filter, problem))
    return false;
  // The least absolute difference that does not fit 16 bits, modulo 2^16.
  const int wrapped = std::min(65536 - 255 * scale.samples, 32767);
  const int y = std::min(wrapped << scale.doublings, 32767);
  return int16::product(y, y) >= form(filter, problem).limit();
}

// Two neighbouring taps of a row, dx and dx + 1.
struct Pair {
  int dy = 0, dz = 0, dx = 0;
  int left = 0, right = 0;  // limits; 0: outside the window
};

inline int limit_of_tap(const Form& form, double spatial_exponent) {
  const auto part = std::lround(std::min(spatial_exponent * form.units(), double(form.limit())));
  return form.limit() - static_cast<int>(part);
}

// Returns the pairs of a window, those of the nearest rows first.
inline std::vector<Pair> pairs(const WindowMean& filter, const Form& form) {
  std::vector<TapRow> rows = tap_rows(filter);
  std::ranges::stable_sort(rows, {}, &TapRow::exponent);
  std::vector<Pair> all;
  for (const TapRow& row : rows) {
    const auto limit = [&](int dx) {
      return dx > row.extent ? 0 : limit_of_tap(form, spatial_exponent(filter, dx, row.dy, row.dz));
    };
    for (int dx = -row.extent; dx <= row.extent; dx += 2)
      all.push_back(
          {.dy = row.dy, .dz = row.dz, .dx = dx, .left = limit(dx), .right = limit(dx + 1)});
  }
  return all;
}

// Returns how many pairs' products of weight and difference fit 32 bits.
inline std::size_t pairs_of_sum(const Form& form) {
  double largest = 1.0;
  for (int rest = 0; rest <= form.limit(); ++rest) {
    // t is off by half a unit, that of three planes by 1.5.
    const double square = 32768.0 * (form.limit() - rest + 1.5);
    largest = std::max(largest, form.weight(rest) * std::sqrt(square));
  }
  return static_cast<std::size_t>(2147483647.0 / (2.0 * largest));
}

}  // namespace selvage::int16_certified
