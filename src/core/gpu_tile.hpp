// SPDX-License-Identifier: Apache-2.0
#pragma once
// Local memory of the GPU kernel bilateral_tile: the planner counts it, the backend asks for it.

#include <cstddef>

#include "core/checked.hpp"
#include "core/planes.hpp"
#include "core/problem.hpp"

namespace selvage {

// Pixels of type `reads` may be invalid, or stand for such outside the image.
inline bool has_holes(const WindowMean& filter, PixelType reads, bool mask) {
  return !is_integer(reads) || filter.invalid || mask || filter.border == Border::shrink;
}

// The distances are between planes that are made first (luma of colours, lab).
inline bool has_guide(const PlaneLayout& layout) {
  return layout.distance != PlaneLayout::Distance::channels;
}

// Words of 4 bytes that hold a pixel (WORDS in kernels/taps.h).
inline int tile_words(const PlaneLayout& layout, PixelType reads, bool holes, bool wide) {
  if (wide) return 4;
  if (has_guide(layout)) return layout.first_value_plane() + layout.averaged;
  return reads == PixelType::u8 && !holes ? 1 : layout.averaged;
}

// Whether a pixel's values, and for colours of bytes a word of them all, fit into four words that
// are loaded together.
inline bool can_be_wide(const PlaneLayout& layout, PixelType reads, bool holes) {
  if (has_guide(layout)) return false;
  const bool bytes = reads == PixelType::u8 && !holes;
  return layout.averaged > 1 && layout.averaged <= (bytes ? 3 : 4);
}

// Of a group of bilateral_tile.
inline std::size_t tile_local_bytes(int words, const Tuning& tuning, int radius) {
  const std::size_t pixels = checked_mul(tuning.group_width + 2 * radius,
                                         tuning.group_height * tuning.group_rows + 2 * radius);
  return checked_add(checked_mul(4, words, pixels), checked_mul(4, radius + 1));
}

}  // namespace selvage
