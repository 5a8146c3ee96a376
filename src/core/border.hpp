// SPDX-License-Identifier: Apache-2.0
#pragma once
// Border rules: which sample stands for a position outside the image.

#include <cstdint>

#include "selvage/filters.hpp"

namespace selvage {

inline constexpr int outside = -1;  // no sample stands for it

// Returns the index in [0, n) that stands for position `i` of a row of n >= 1 samples, or `outside`
// (constant, shrink and copy). `i` may be any number. Reflections are periodic; a single sample
// stands for every position. Drawings: filters.hpp; literal tables: border_test.cpp.
constexpr int border_index(std::int64_t i, int n, Border border) {
  if (0 <= i && i < n) return static_cast<int>(i);
  const auto modulo = [](std::int64_t a, std::int64_t m) { return ((a % m) + m) % m; };
  switch (border) {
    case Border::clamp: return i < 0 ? 0 : n - 1;
    case Border::wrap: return static_cast<int>(modulo(i, n));
    case Border::reflect: {
      const std::int64_t m = modulo(i, 2 * std::int64_t{n});
      return static_cast<int>(m < n ? m : 2 * std::int64_t{n} - 1 - m);
    }
    case Border::reflect101: {
      if (n == 1) return 0;
      const std::int64_t period = 2 * std::int64_t{n} - 2;
      const std::int64_t m = modulo(i, period);
      return static_cast<int>(m < n ? m : period - m);
    }
    case Border::constant:
    case Border::shrink:
    case Border::copy: return outside;
  }
  return outside;
}

}  // namespace selvage
