// SPDX-License-Identifier: Apache-2.0
#pragma once
// From weighted means back to an image of any type and layout.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "backends/cpu/vector_rows.hpp"
#include "core/planes.hpp"
#include "core/problem.hpp"

namespace selvage::cpu {

// One row of results, and the pixels that they belong to.
template <class Real>
struct StoreRow {
  ConstImageView from = {};                // the source's pixels of this row: height 1
  ImageView to = {};                       // the output's: the same width and channels
  const Real* mean_offset = nullptr;       // [averaged]: weighted mean, less the centre
  std::ptrdiff_t mean_plane = 0;           // Reals from channel to channel
  Real mean_scale = 1;                     // to stored units of the source
  const std::uint8_t* computed = nullptr;  // per pixel: 0, it is copied through; null: none is
  VectorRows vectors = {};                 // empty: samples are stored one by one
  int averaged = 1;                        // the first so many channels are means
  std::optional<float> avoids = {};        // Pass's
};

// Means are added to the source's samples, converted between full scales, rounded to nearest (ties
// to even) and clamped to the type; the rest is copied, to the bit when the types are equal.
template <class Real>
void store_row(const StoreRow<Real>& row);

}  // namespace selvage::cpu
