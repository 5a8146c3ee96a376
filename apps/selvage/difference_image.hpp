// SPDX-License-Identifier: Apache-2.0
#pragma once
// A picture of where two images differ.

#include "compare.hpp"
#include "selvage/image.hpp"

namespace selvage::cli {

// The size and type of the picture of images of this size; no data.
ConstImageView difference_image_shape(int width, int height);

// What the brightest colour stands for unless it is given: the largest finite difference, 1 where
// there is none.
double difference_scale(const ConstImageView& a, const ConstImageView& b, const Difference& found);

// The largest |a - b| over the channels of each pixel, 0 black and `scale` or more the brightest
// colour; the pixel stays in its place. Beside it stands a scale bar, and around the first pixel of
// the largest difference a ring in a colour that the map does not have.
Image difference_image(const ConstImageView& a, const ConstImageView& b, const Difference& found,
                       double scale);

}  // namespace selvage::cli
