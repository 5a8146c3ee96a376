// SPDX-License-Identifier: Apache-2.0
#pragma once
// How precise the CPU's vector loops are: the planner states their error, the backend runs them.

#include "core/planes.hpp"

namespace selvage {

// Whether weights and sums are as precise as one channel's byte needs, no more: of steps that read
// bytes, where there is such a loop.
inline bool coarse_sums(const PlaneLayout& layout, PixelType reads) {
  using Distance = PlaneLayout::Distance;
  const auto common = [](int planes) { return planes == 1 || planes == 3; };
  if (reads != PixelType::u8) return false;
  return !layout.guided || (layout.distance == Distance::channels && !layout.l1 &&
                            common(layout.distance_planes) && common(layout.value_planes));
}

}  // namespace selvage
