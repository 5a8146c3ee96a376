// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an inner loop of joint bilateral upsampling reads and writes.

#include <cstddef>
#include <vector>

#include "core/upsample.hpp"
#include "core/window.hpp"

namespace selvage::cpu {

// A row of small pixels: pointers to column 0. Up to the radius before it and, with a block, after
// the last column there is what the border puts there.
struct SmallRow {
  const double* guide = nullptr;  // distance planes; infinite in each group's first: no tap
  const float* value = nullptr;   // averaged channels, stored units
};

// A row of output pixels. Arrays hold a block more than `pixels`.
struct UpsampleRow {
  int pixels = 0;
  const int* holders = nullptr;    // the small pixels' columns that hold them; never fall
  const double* right = nullptr;   // how far after those pixels' centres they lie
  double below = 0.0;              // likewise
  const double* centre = nullptr;  // their guide: distance planes of all groups, finite
  std::ptrdiff_t centre_plane = 0;
  const SmallRow* rows = nullptr;  // [dy + radius]; a null guide: no taps
  std::ptrdiff_t small_plane = 0;  // numbers from plane to plane, guide and value
};

// The numbers of the window, as the loops read them.
struct UpsampleWindow {
  int radius = 0;
  std::vector<int> extent;  // [dy + radius]: largest |dx|
  double space_gain = 0.0, range_gain = 0.0;
  bool l1 = false;
  int groups = 1, distances = 1;  // groups of so many distance planes
  int averaged = 1;

  explicit UpsampleWindow(const Upsampling& p)
      : radius(p.window.radius_x),
        space_gain(p.space_gain),
        range_gain(p.range_gain),
        l1(p.layout.l1),
        groups(p.layout.groups),
        distances(p.layout.distance_planes),
        averaged(p.layout.averaged) {
    for (int dy = -radius; dy <= radius; ++dy) extent.push_back(row_extent(p.window, dy));
  }

  // The value planes of group g: first to last - 1.
  int first_value(int g) const { return groups > 1 ? g : 0; }
  int last_value(int g) const { return groups > 1 ? g + 1 : averaged; }
};

template <class Real>
class UpsampleLoop {
 public:
  virtual ~UpsampleLoop() = default;
  // Pixels that are computed at a time.
  virtual int block() const = 0;
  // offset[c * plane + i]: the weighted mean of channel c, less the value of the small pixel that
  // holds pixel i; NaN where there is no tap.
  virtual void filter(const UpsampleRow& row, Real* offset, std::ptrdiff_t plane) const = 0;
};

}  // namespace selvage::cpu
