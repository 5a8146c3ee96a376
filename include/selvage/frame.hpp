// SPDX-License-Identifier: Apache-2.0
#pragma once
// Frames: the position of a view in the whole image, and the part to compute.

#include "selvage/image.hpp"

namespace selvage {

// Slices first .. first + count - 1 of an image with depth.
struct Slices {
  int first = 0, count = 1;

  friend bool operator==(const Slices&, const Slices&) = default;
};

// Regions, tiles, bands of a file, chunks of a distributed array and the parts computed by several
// devices are all Frames: the input view holds the pixels of the whole image from (x, y) on, and
// the output view receives `compute`, which is in the whole image's coordinates.
// An image with depth has a third axis with the same rules: the view holds the slices from z on,
// and the output receives `slices`.
// The border rule applies only at the edges of the whole image. Elsewhere the input must hold the
// halo (see halo() in filters.hpp); otherwise run() throws and says how many pixels are missing.
// Results do not depend on the frame: any frame gives bit-identical pixels of the whole result.
struct Frame {
  int width = 0, height = 0;  // pixels of the whole image
  int depth = 1;              // slices of the whole image
  int x = 0, y = 0;           // position of the input's pixel (0, 0) in the whole image
  Rect compute = {};          // the output's rectangle, in the whole image's coordinates
  int z = 0;                  // position of the input's first slice in the whole image
  Slices slices = {};         // the output's slices, in the whole image's coordinates

  // The view is the whole image, and all of it is computed.
  static Frame whole(int width, int height) {
    return {.width = width, .height = height, .compute = {0, 0, width, height}};
  }
  // The same of an image with depth.
  static Frame whole(int width, int height, int depth) {
    return {.width = width,
            .height = height,
            .depth = depth,
            .compute = {0, 0, width, height},
            .slices = {0, depth}};
  }
  // The view is the whole image, and only `region` is computed.
  static Frame region(int width, int height, Rect region) {
    return {.width = width, .height = height, .compute = region};
  }

  friend bool operator==(const Frame&, const Frame&) = default;
};

}  // namespace selvage
