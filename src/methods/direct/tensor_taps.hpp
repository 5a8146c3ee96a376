// SPDX-License-Identifier: Apache-2.0
#pragma once
// The taps of a window in the order in which candidate "tensor" multiplies them. A warp computes
// blocks of 4x4 pixels; a block's taps are those that any of its pixels sees.

#include <array>
#include <cstddef>
#include <vector>

namespace selvage {

// What a group of bilateral_tensor computes.
struct TensorTile {
  static constexpr int width = 32;        // pixels
  static constexpr int side = 4;          // of a block
  static constexpr int rows_of_warp = 2;  // four blocks, in rows as wide as the tile

  int warps = 8;

  int height() const { return rows_of_warp * warps; }
};

// A tap's place, from the block's first pixel.
struct BlockTap {
  int dx = 0, dy = 0;
  bool exists = false;  // false: fills a unit

  friend bool operator==(const BlockTap&, const BlockTap&) = default;
};

// The window of a pixel.
struct TapWindow {
  int radius_x = 0, radius_y = 0;
  bool disc = false;

  bool contains(int dx, int dy) const;
  // Pixels in a row of a group's tile.
  int pitch() const { return TensorTile::width + 2 * radius_x; }
};

// 16 taps, whose products are computed together.
using TapUnit = std::array<BlockTap, 16>;

struct TapUnits {
  std::vector<TapUnit> inner;  // taps that all pixels of a block see
  std::vector<TapUnit> edge;   // taps that some see
  std::vector<TapUnit> upper;  // taps that only the first two rows of pixels see
  std::vector<TapUnit> lower;  // taps that only the last two rows see

  std::size_t count() const { return inner.size() + edge.size() + upper.size() + lower.size(); }
  // Returns the time of all units in that of an inner one: half units compute half of the weights,
  // and all but inner ones multiply by penalties.
  double work() const;
};

// Returns the taps. Those of each half of a unit lie in different banks of local memory, as far as
// that is possible.
TapUnits tap_units(const TapWindow& window);

}  // namespace selvage
