// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a view lies in the whole image, and which part of it is to be computed.

#include "selvage/image.hpp"

namespace selvage {

// Regions, tiles, bands of a file, chunks of a distributed array and shares of several devices are
// all Frames: the input view holds the pixels of the whole image from (x, y) on, and the output
// view receives `compute`, which is given in the whole image's coordinates.
// The border rule applies at the edges of the whole image alone. Elsewhere the input must hold the
// halo (see halo() in filters.hpp), else run() says how many pixels are missing.
// Results do not depend on the frame: any frame gives the pixels of the whole, to the bit.
struct Frame {
  int width = 0, height = 0;  // pixels of the whole image
  int depth = 1;              // slices of the whole image; 1 today
  int x = 0, y = 0;           // where the input's pixel (0, 0) lies in the whole image
  Rect compute = {};          // what the output holds, in the whole image's coordinates

  // The view is the whole image, and all of it is computed.
  static Frame whole(int width, int height) {
    return {.width = width, .height = height, .compute = {0, 0, width, height}};
  }
  // The view is the whole image, and `region` of it is computed.
  static Frame region(int width, int height, Rect region) {
    return {.width = width, .height = height, .compute = region};
  }

  friend bool operator==(const Frame&, const Frame&) = default;
};

}  // namespace selvage
