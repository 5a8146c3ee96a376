// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tiles of f32 images that need no conversion, computed in groups of rows where they lie. Pixels
// whose window crosses the left or right edge of the image are computed from copies.

#include <vector>

#include "backends/cpu/aligned_numbers.hpp"
#include "backends/cpu/images/tile_loader.hpp"
#include "methods/convolution/cpu/border_columns.hpp"
#include "methods/convolution/cpu/window_sums.hpp"

namespace selvage::cpu {

class GroupedRows {
 public:
  // `outside`: a row of pixels outside the image.
  GroupedRows(const LineShape& shape, Border border, const float* outside,
              WindowSums<float>& window, int workers);

  struct Tile {
    const Source& source;
    ImageView target;  // of the tile
    Rect rect;
    const BorderColumns& columns;  // of the rows that it needs
    float gain = 1.0f, offset = 0.0f;
    bool stream = false;
    int worker = 0;
  };
  // Returns whether a tile is large enough.
  bool serves(const Rect& rect, int image_width) const;
  // Returns the number of rows that were computed, from the top: all, or those before a group with
  // a result that is not finite.
  int run(const Tile& tile);

 private:
  struct Worker {
    AlignedNumbers<float> from = AlignedNumbers<float>(RowGroup::copies);
    AlignedNumbers<float> to = AlignedNumbers<float>(RowGroup::results);
  };
  // The columns of a tile whose windows lie inside the image.
  struct Inside {
    int first = 0, end = 0;
  };
  Inside inside(const Rect& rect, int image_width) const;
  const float* row(const Tile& tile, int y) const;
  bool run_group(const Tile& tile, const Inside& inside, int y);
  // Pixels from the tile's column `first` on are computed; begin..end - 1 of them are stored.
  struct Edge {
    int first = 0, begin = 0, end = 0;
  };
  // `rows`: those of the source, from the first column of the view.
  bool run_edge(const Tile& tile, const float* const* rows, int y, const Edge& edge);
  void copy_edge(const Tile& tile, const float* row, int first, float* copy) const;

  const LineShape& shape_;
  Border border_;
  const float* outside_;
  WindowSums<float>& window_;
  std::vector<Worker> workers_;
};

}  // namespace selvage::cpu
