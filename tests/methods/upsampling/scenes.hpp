// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small images and large guides of any shape, with holes where asked for.

#include <string>

#include "selvage/engine.hpp"
#include "selvage/image.hpp"

namespace selvage::testing {

struct Sizes {
  int small_width = 1, small_height = 1;
  int large_width = 1, large_height = 1;
};

// What an image is filled with: steps and noise, the same for the same seed.
struct Content {
  PixelType type = PixelType::u8;
  int channels = 1;
  bool alpha = false;
  int batch = 1;
  double holes = 0.0;  // share of pixels: NaN in floats, 0 in integers
};

Image make_image(int width, int height, const Content& content, unsigned seed);

// A small image, a guide and, where `masked`, a mask with holes.
struct Scene {
  Image image, guide, mask;

  Scene(const Sizes& sizes, const Content& image_content, const Content& guide_content,
        bool masked = false);
  Inputs inputs() const;
  // One image of the batch.
  Inputs inputs(int b) const;
};

}  // namespace selvage::testing
