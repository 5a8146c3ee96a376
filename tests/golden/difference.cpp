// SPDX-License-Identifier: Apache-2.0
#include "golden/difference.hpp"

#include <algorithm>
#include <cmath>

#include "support/canvas.hpp"
#include "support/pictures.hpp"

namespace selvage::testing {

void Difference::add(const Difference& other) {
  largest = std::max(largest, other.largest);
  equal += other.equal;
  samples += other.samples;
}

Difference difference(const ConstImageView& a, const ConstImageView& b) {
  Difference result;
  for_each_sample(a, [&](int x, int y, int c, int i) {
    const double scale = full_scale(a.type);
    double d = std::abs(read(a, x, y, c, i) * scale - read(b, x, y, c, i) * scale);
    if (is_integer(a.type)) d = std::round(d);
    result.largest = std::max(result.largest, d);
    result.equal += d == 0 ? 1 : 0;
    ++result.samples;
  });
  return result;
}

}  // namespace selvage::testing
