// SPDX-License-Identifier: Apache-2.0
#pragma once
// Cuts the computed rectangle of a batch into tiles that fit on a device.

#include <cstddef>

#include "filters/problem.hpp"
#include "planner/tuning.hpp"
#include "selvage/frame.hpp"

namespace selvage::gpu {

// The largest tile.
struct TileShape {
  int width = 1, height = 1;  // output pixels
  int images = 1;             // of the batch; above 1 only where a tile holds whole images
  int slices = 1;             // of an image with depth

  friend bool operator==(const TileShape&, const TileShape&) = default;
};

// Returns the tuning's tile, cut to the computed rectangle. If that leaves room, the tile holds as
// many images of the batch as have the tuning's number of pixels in total.
TileShape tile_shape(const Tile& tile, const Rect& compute, int batch, int slices = 1);

// Halves the number of images or, for one image, its longer side. Leaves a tile of one pixel as it
// is.
TileShape halved(const TileShape& shape);
// Halves the number of slices; leaves one slice as it is.
TileShape with_half_slices(TileShape shape);

struct GridTile {
  Rect compute = {};  // in the whole image's coordinates
  int image = 0;      // index of the first
  int images = 1;
  Slices slices = {};  // in the whole image's coordinates
};

// All tiles: left to right, then down, then through the slices, then through the batch.
class TileGrid {
 public:
  TileGrid() = default;
  TileGrid(const Rect& compute, int batch, const TileShape& shape, const Slices& slices = {});

  // Returns the same pixels in other tiles.
  TileGrid with(const TileShape& shape) const { return {compute_, batch_, shape, slices_}; }

  std::size_t size() const;
  int columns() const { return columns_; }
  int rows() const { return rows_; }
  int slabs() const { return slabs_; }
  const TileShape& shape() const { return shape_; }
  GridTile at(std::size_t index) const;
  // Returns the rectangle at a column and a row of the grid.
  Rect rect(int column, int row) const;
  // Returns the slices of a slab.
  Slices slices(int slab) const;

 private:
  Rect compute_ = {};
  int batch_ = 0;
  TileShape shape_ = {};
  Slices slices_ = {};
  int columns_ = 0, rows_ = 0, slabs_ = 0, layers_ = 0;
};

// Returns `rect` relative to pixel (x, y).
inline Rect relative(const Rect& rect, int x, int y) {
  return {rect.x - x, rect.y - y, rect.width, rect.height};
}
// Returns the slices counted from slice z on.
inline Slices relative(const Slices& slices, int z) {
  return {slices.first - z, slices.count};
}

}  // namespace selvage::gpu
