// SPDX-License-Identifier: Apache-2.0
#pragma once
// Loads an image of u8 as planar rows of 16-bit integers.

#include "backends/cpu/images/tile_loader.hpp"
#include "methods/direct/int16_weights.hpp"

namespace selvage::cpu {

// to[i] = round(from[i] - middle), at most 32767
using Int16Row = void (*)(const float* from, int pixels, float middle, std::int16_t* to);

// Loads the rows of TileLoader<float>, scaled as in methods/direct/int16_weights.hpp, less the
// middle.
template <>
class TileLoader<std::int16_t> {
 public:
  TileLoader(const Pass& pass, const Problem& problem, float distance_scale,
             const VectorRows& vectors, Int16Row int16_row);

  const PlaneLayout& layout() const { return floats_.layout(); }
  bool may_have_holes() const { return floats_.may_have_holes(); }
  std::int16_t hole() const { return int16::hole; }
  int value_plane(int c) const { return floats_.value_plane(c); }
  float value_scale() const { return floats_.value_scale(); }
  // The offset to add to planes before they are divided by value_scale().
  float value_offset() const { return middle_; }

  bool load_row(const Source& source, int x, int y, int pixels, std::int16_t* out,
                std::ptrdiff_t plane, std::uint8_t* valid) const;

 private:
  TileLoader<float> floats_;
  float middle_;
  Int16Row int16_row_;
};

}  // namespace selvage::cpu
