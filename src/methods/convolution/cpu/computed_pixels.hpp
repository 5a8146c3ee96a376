// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tells the pixels of a row that are computed from those that are copied.

#include <cstdint>

#include "selvage/filters.hpp"
#include "selvage/frame.hpp"

namespace selvage::cpu {

struct PixelRow {
  const Frame& frame;
  int x = 0, y = 0, pixels = 0;         // in the whole image
  int radius_x = 0, radius_y = 0;       // of the window
  Border border = Border::reflect101;   //
  const std::uint8_t* valid = nullptr;  // per pixel; null: all are
};

// Marks the pixels that are computed. Returns false, and writes nothing, if all are. `fills(i)`:
// whether pixel i is computed although it is invalid.
template <class Fills>
bool mark_computed(const PixelRow& row, Fills&& fills, std::uint8_t* computed) {
  const bool copies = row.border == Border::copy;
  if (!row.valid && !copies) return false;
  const bool leaves = copies && (row.y < row.radius_y || row.y >= row.frame.height - row.radius_y);
  for (int i = 0; i < row.pixels; ++i) {
    const int column = row.x + i;
    const bool stays =
        leaves || (copies && (column < row.radius_x || column >= row.frame.width - row.radius_x));
    computed[i] = !stays && (!row.valid || row.valid[i] || fills(i));
  }
  return true;
}

}  // namespace selvage::cpu
