// SPDX-License-Identifier: Apache-2.0
#pragma once
// The interface of an inner loop of joint bilateral upsampling.

#include <cstddef>
#include <vector>

#include "filters/window.hpp"
#include "methods/upsampling/upsampling_shape.hpp"

namespace selvage::cpu {

// A row of small pixels: pointers to column 0. The border's pixels extend it by the radius to the
// left, and by the radius and a block to the right.
struct SmallRow {
  const double* guide = nullptr;  // distance planes; infinity in a group's first plane: no tap
  const float* value = nullptr;   // averaged channels, stored units
};

// A row of output pixels. Arrays have a block more elements than `pixels`.
struct UpsampleRow {
  int pixels = 0;
  const int* holders = nullptr;    // columns of the small pixels that hold them, ascending
  const double* right = nullptr;   // their distances after those pixels' centres
  double below = 0.0;              // likewise for the row
  const double* centre = nullptr;  // their guide: finite distance planes of all groups
  std::ptrdiff_t centre_plane = 0;
  const SmallRow* rows = nullptr;  // [dy + radius]; a null guide: no taps
  std::ptrdiff_t small_plane = 0;  // elements from plane to plane, of guide and value
};

// The parameters of the window, as the loops read them.
struct UpsampleWindow {
  int radius = 0;
  std::vector<int> extent;  // [dy + radius]: largest |dx|
  double space_scale = 0.0, range_scale = 0.0;
  bool l1 = false;
  int groups = 1, distances = 1;  // groups, and distance planes in each
  int averaged = 1;
  bool weighs = false;  // values are products with alpha; means are not relative to the holder's

  explicit UpsampleWindow(const Upsampling& p)
      : radius(p.window.radius_x),
        space_scale(p.space_scale),
        range_scale(p.range_scale),
        l1(p.layout.l1),
        groups(p.layout.groups),
        distances(p.layout.distance_planes),
        averaged(p.layout.averaged),
        weighs(p.layout.weighs) {
    for (int dy = -radius; dy <= radius; ++dy) extent.push_back(row_extent(p.window, dy));
  }

  // The value planes of group g are first to last - 1.
  int first_value(int g) const { return groups > 1 ? g : 0; }
  int last_value(int g) const { return groups > 1 ? g + 1 : averaged; }
};

template <class Real>
class UpsampleLoop {
 public:
  virtual ~UpsampleLoop() = default;
  // Returns the pixels computed at a time.
  virtual int block() const = 0;
  // Sets offset[c * plane + i] to the weighted mean of channel c, less the value of the small pixel
  // that holds pixel i unless alpha weighs; NaN if there is no tap.
  virtual void filter(const UpsampleRow& row, Real* offset, std::ptrdiff_t plane) const = 0;
};

}  // namespace selvage::cpu
