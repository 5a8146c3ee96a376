// SPDX-License-Identifier: Apache-2.0
#pragma once
// From an image of u8 to planar rows of 16-bit integers.

#include "backends/cpu/tile_loader.hpp"
#include "core/narrow_weights.hpp"

namespace selvage::cpu {

// to[i] = round(from[i] - middle), at most 32767
using NarrowRow = void (*)(const float* from, int pixels, float middle, std::int16_t* to);

// The rows of TileLoader<float>, times the scale of core/narrow_weights.hpp, less its middle.
template <>
class TileLoader<std::int16_t> {
 public:
  TileLoader(const Pass& pass, const Problem& problem, float distance_scale,
             const VectorRows& vectors, NarrowRow narrow);

  const PlaneLayout& layout() const { return floats_.layout(); }
  bool may_have_holes() const { return floats_.may_have_holes(); }
  std::int16_t hole() const { return narrow::hole; }
  int value_plane(int c) const { return floats_.value_plane(c); }
  float value_scale() const { return floats_.value_scale(); }
  // What is missing in planes, to be added before value_scale() is taken out.
  float value_offset() const { return middle_; }

  bool load_row(const Source& source, int x, int y, int pixels, std::int16_t* out,
                std::ptrdiff_t plane, std::uint8_t* valid) const;

 private:
  TileLoader<float> floats_;
  float middle_;
  NarrowRow narrow_;
};

}  // namespace selvage::cpu
