// SPDX-License-Identifier: Apache-2.0
#pragma once
// Loads an image of u8 as planar rows of signed bytes.

#include "backends/cpu/images/tile_loader.hpp"

namespace selvage::cpu {

// to[i] = from[i] - 128
using ByteRow = void (*)(const float* from, int pixels, std::int8_t* to);

// Loads the rows of TileLoader<float>, less 128. There must be no holes.
template <>
class TileLoader<std::int8_t> {
 public:
  TileLoader(const Pass& pass, const Problem& problem, const VectorRows& vectors, ByteRow byte_row);

  const PlaneLayout& layout() const { return floats_.layout(); }
  bool may_have_holes() const { return false; }
  int hole() const { return 1000; }  // no byte
  int value_plane(int c) const { return floats_.value_plane(c); }
  float value_scale() const { return 1.0f; }
  // The offset to add to planes before they are divided by value_scale().
  float value_offset() const { return 128.0f; }

  bool load_row(const Source& source, int x, int y, int pixels, std::int8_t* out,
                std::ptrdiff_t plane, std::uint8_t* valid) const;

 private:
  TileLoader<float> floats_;
  ByteRow byte_row_;
};

}  // namespace selvage::cpu
