// SPDX-License-Identifier: Apache-2.0
#pragma once
// The buffers of one CPU worker of candidate "fourier_multirate". The planner counts them and the
// backend allocates them.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/checked.hpp"
#include "filters/planes.hpp"
#include "methods/fourier_range/certified_fit.hpp"
#include "planner/tuning.hpp"

namespace selvage {

// Means of cells that are computed together, and those that a chunk of columns computes before the
// next chunk: all cells of a tile exceed a core's cache, those of a chunk do not.
inline constexpr int cells_together = 4, cells_of_batch = 16;
// Pixels of a row that are computed together.
inline constexpr int row_part = 64;

struct MultirateShape {
  int groups = 1;             // sets of filtered images
  int numbers = 0;            // cosines and sines per level
  int pad_x = 0, pad_y = 0;   // pixels beyond the tile's halo that cells may cover
  int cells = 0;              // rows of cells that are held
  std::ptrdiff_t pixels = 0;  // columns that are summed
  std::ptrdiff_t stride = 0;  // of levels and, with `numbers`, of sums
  int rows = 0;               // of levels
  int tile_rows = 0;          //
  int step_y = 1;             //
  bool keeps_floats = false;  // of all rows
  std::size_t row_cells = 0;  // cells of a row

  static constexpr int means = cells_of_batch + 4;  // rows of means that are held
  static constexpr int chunk = 16;                  // columns whose cells lie together

  MultirateShape(const PlaneLayout& layout, const Tile& tile, const CertifiedFit& fit)
      : groups(fit.form.joint() ? 1 + fit.form.values : layout.groups),
        numbers(static_cast<int>(2 * fit.series.cosine.size())),
        pad_x(pad(fit.across)),
        pad_y(pad(fit.down)),
        cells(2 * fit.down.reach + cells_of_batch + 4),
        pixels((tile.width + 2 * std::ptrdiff_t{fit.across.radius} + chunk - 1) / chunk * chunk),
        stride((pixels + 2 * std::ptrdiff_t{pad_x} + 63) / 64 * 64),
        rows(tile.height + 2 * (fit.down.radius + pad_y)),
        tile_rows(tile.height),
        step_y(fit.down.step),
        keeps_floats(fit.form.floats),
        row_cells(
            static_cast<std::size_t>(tile.width / fit.across.step + 2 * fit.across.reach + 16)) {}

  std::size_t levels() const { return checked_mul(groups, rows, stride); }
  // Of one row or, with a vector beyond the last, of all.
  std::size_t floats() const {
    constexpr std::size_t beyond = 64;
    return keeps_floats ? checked_add(levels(), beyond) : checked_mul(groups, stride);
  }
  // Cells, means and running sums of columns, of one group at a time.
  std::size_t columns() const { return checked_mul(pixels, numbers); }
  std::size_t held() const { return checked_mul(cells + means + 4, columns()); }
  std::size_t sums() const { return checked_mul(step_y, stride, numbers); }
  // Cells, means, running sums and parts of a row.
  std::size_t row_floats() const {
    return checked_add(checked_mul(2, row_cells, numbers), checked_mul(4, numbers),
                       checked_mul(2, row_part, 8));
  }
  std::size_t shifts() const { return checked_mul(tile_rows, groups, stride); }

  std::size_t bytes() const {
    return checked_add(
        checked_mul(sizeof(Level), levels()),
        checked_mul(sizeof(float), checked_add(floats(), held(), sums(), row_floats())),
        checked_mul(sizeof(float), shifts()),
        checked_mul(row_cells, sizeof(float*)) + 3 * static_cast<std::size_t>(stride));
  }

 private:
  static int pad(const AxisMean& axis) { return 8 * axis.step + 8; }
};

}  // namespace selvage
