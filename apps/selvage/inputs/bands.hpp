// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a result is cut into bands of rows, and which rows a band reads. Pure functions.

#include <cstddef>
#include <functional>

#include "selvage/rules.hpp"

namespace selvage::cli {

// Rows of an image, from `first` up to but excluding `end`.
struct Rows {
  int first = 0, end = 0;

  int count() const { return end - first; }
  friend bool operator==(const Rows&, const Rows&) = default;
};

// Returns the rows that `computed` depends on, in an image of `height` rows. If they wrap around
// the image, these are all rows, since the input is contiguous.
Rows rows_read(Rows computed, int height, Border border, int halo);

// Bands of equal height, except the last one.
struct Cut {
  int height = 0;  // rows
  int count = 1;

  Rows band(Rows all, int index) const;
  friend bool operator==(const Cut&, const Cut&) = default;
};

// Returns bands of at most `most` rows and about equal height.
Cut cut(int rows, int most);

// Returns the height above which larger bands gain nothing: the rows computed twice around them and
// the start of each band no longer matter.
int comfortable_height(int width, int halo);

// Returns the largest of height, height / 2, height / 4 ... whose memory in bytes is allowed, or 1
// if none is. Memory grows with the height.
int fitting_height(int height, std::size_t allowed,
                   const std::function<std::size_t(int height)>& memory);

}  // namespace selvage::cli
