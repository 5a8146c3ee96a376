// SPDX-License-Identifier: Apache-2.0
#pragma once
// A heat map of the differences of two images.

#include "compare/compare.hpp"
#include "selvage/image.hpp"

namespace selvage::cli {

// Returns the size and type of the map for images of this size; no data.
ConstImageView difference_image_shape(int width, int height);

// Returns the default value of the brightest colour: the largest finite difference, or 1 if there
// is none.
double difference_scale(const ConstImageView& a, const ConstImageView& b, const Difference& found);

// Returns the map of the largest |a - b| over the channels of each pixel: 0 is black, `scale` or
// more is the brightest colour. Pixels keep their positions. A scale bar stands beside them, and a
// ring in a colour outside the map marks the first largest difference.
Image difference_image(const ConstImageView& a, const ConstImageView& b, const Difference& found,
                       double scale);

}  // namespace selvage::cli
