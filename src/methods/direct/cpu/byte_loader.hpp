// SPDX-License-Identifier: Apache-2.0
#pragma once
// Loads images of u8 as planar rows of signed bytes.

#include "backends/cpu/images/tile_loader.hpp"

namespace selvage::cpu {

// to[p * plane + i] = from[i * channels + p] - 128 for the first `planes` channels. Returns false
// if there are fewer pixels than a vector holds.
using ByteRows = bool (*)(const std::byte* from, int pixels, int channels, int planes,
                          std::int8_t* to, std::ptrdiff_t plane);

// Loads the rows of TileLoader<float>, less 128. There must be no holes.
template <>
class TileLoader<std::int8_t> {
 public:
  TileLoader(const Pass& pass, const Problem& problem, const VectorRows& vectors,
             ByteRows byte_rows);

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
  void load_samples(const Source& source, int x, int y, int pixels, std::int8_t* out,
                    std::ptrdiff_t plane, std::uint8_t* valid) const;
  bool load_inside(const Source& source, const RowSpan& span, const RowSpan::Inside& in,
                   std::int8_t* out, std::ptrdiff_t plane) const;

  TileLoader<float> floats_;
  ByteRows byte_rows_;
  Border border_;
  int channels_;        // of the image
  int guide_channels_;  // of the guide, all of them
  int guide_planes_;    // the leading channels that distances are taken of
};

}  // namespace selvage::cpu
