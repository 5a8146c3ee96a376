// SPDX-License-Identifier: Apache-2.0
#pragma once
// How the computed rectangle of a batch is cut into what lies on a device at a time.

#include <cstddef>

#include "core/problem.hpp"
#include "selvage/frame.hpp"

namespace selvage::gpu {

// The largest tile.
struct TileShape {
  int width = 1, height = 1;  // output pixels
  int images = 1;             // of the batch; above 1 only where a tile holds whole images

  friend bool operator==(const TileShape&, const TileShape&) = default;
};

// The tile that the tuning asks for, cut to the computed rectangle; where that leaves room, as many
// images of the batch as have the tuning's number of pixels together.
TileShape tile_shape(const Tuning& tuning, const Rect& compute, int batch);

// Half of the images or, for one image, of the larger side; the same for a tile of one pixel.
TileShape halved(const TileShape& shape);

struct Tile {
  Rect compute = {};  // in the whole image's coordinates
  int image = 0;      // the first one
  int images = 1;
};

// All tiles: left to right, then down, then through the batch.
class TileGrid {
 public:
  TileGrid() = default;
  TileGrid(const Rect& compute, int batch, const TileShape& shape);

  std::size_t size() const;
  int columns() const { return columns_; }
  int rows() const { return rows_; }
  const TileShape& shape() const { return shape_; }
  Tile at(std::size_t index) const;
  // The rectangle of a column and a row of tiles.
  Rect rect(int column, int row) const;

 private:
  Rect compute_ = {};
  int batch_ = 0;
  TileShape shape_ = {};
  int columns_ = 0, rows_ = 0, layers_ = 0;
};

}  // namespace selvage::gpu
