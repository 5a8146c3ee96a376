// SPDX-License-Identifier: Apache-2.0
#pragma once
// Stores weighted means in an image of any type and layout.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "backends/cpu/images/vector_rows.hpp"
#include "filters/planes.hpp"
#include "filters/problem.hpp"

namespace selvage::cpu {

// One row of results and its pixels.
template <class Real>
struct StoreRow {
  ConstImageView from = {};                // the source's pixels of this row: height 1
  ImageView to = {};                       // the output's: the same width and channels
  const Real* mean_offset = nullptr;       // [averaged]: weighted mean minus the centre
  std::ptrdiff_t mean_plane = 0;           // Reals from channel to channel
  Real mean_scale = 1;                     // to stored units of the source
  const std::uint8_t* computed = nullptr;  // per pixel; 0: the pixel is copied; null: none is
  VectorRows vectors = {};                 // empty: stores samples one by one
  int averaged = 1;                        // so many leading channels are means
  std::optional<float> sentinel = {};      // Pass::sentinel
  // mean_offset holds the means themselves, of which alpha is the last; where alpha is 0, the
  // colours are copied.
  bool weighted = false;
};

// Adds means to the source's samples, converts between full scales, rounds to nearest (ties to
// even) and clamps to the type. Copies the other channels, bit by bit if the types are equal.
template <class Real>
void store_row(const StoreRow<Real>& row);

}  // namespace selvage::cpu
