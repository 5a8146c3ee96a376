// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pixels of a small image and a large one that cover the same area.

#include <cstdint>

namespace selvage {

// One axis, which `small` pixels and `large` pixels cover alike.                [kopf2007, sec. 3]
struct UpsampleAxis {
  int small = 1, large = 1;  // 1 <= small <= large

  // Returns the small pixel that holds the centre of the large pixel i.
  int holder(int i) const {
    return static_cast<int>((std::int64_t{2} * i + 1) * small / (std::int64_t{2} * large));
  }
  // Returns its distance after the centre of that small pixel, in small pixels, -1/2..1/2.
  double beyond(int i) const {
    const std::int64_t twice =
        (std::int64_t{2} * i + 1) * small - (std::int64_t{2} * holder(i) + 1) * large;
    return static_cast<double>(twice) / (2.0 * large);
  }
  // Returns the large pixel at the centre of the small pixel i.
  int centre(int i) const {
    return static_cast<int>((std::int64_t{2} * i + 1) * large / (std::int64_t{2} * small));
  }
};

}  // namespace selvage
