// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a result is cut into bands of rows, and what a band needs. Pure functions.

#include <cstddef>
#include <functional>

#include "selvage/rules.hpp"

namespace selvage::cli {

// Rows of an image: from `first` to the one before `end`.
struct Rows {
  int first = 0, end = 0;

  int count() const { return end - first; }
  friend bool operator==(const Rows&, const Rows&) = default;
};

// What computing `computed` reads of an image of `height` rows. A border of `wrap` reads the far
// side where it is reached, and then all is read, since what is read is one piece.
Rows rows_read(Rows computed, int height, Border border, int halo);

// Bands of equal height, but for the last one.
struct Cut {
  int height = 0;  // rows
  int count = 1;

  Rows band(Rows all, int index) const;
  friend bool operator==(const Cut&, const Cut&) = default;
};

// Bands of at most `most` rows, about equal.
Cut cut(int rows, int most);

// The height from which on larger bands gain nothing: what is computed twice around them, and the
// start of each, no longer count.
int comfortable_height(int width, int halo);

// The largest of height, height / 2, height / 4 ... whose memory [bytes] is allowed; 1 when none
// is. Memory grows with the height.
int fitting_height(int height, std::size_t allowed,
                   const std::function<std::size_t(int height)>& memory);

}  // namespace selvage::cli
