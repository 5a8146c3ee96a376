// SPDX-License-Identifier: Apache-2.0
#pragma once
// Approximations of the bilateral filter for large windows: their cost does not grow with the
// radius, and their error depends on the image. One thread. Images are u8 of one channel and one
// size; sigma_space is in pixels, sigma_range a fraction of full scale.

#include "selvage/image.hpp"

namespace selvage::bench {

// Sums the samples of each cell of pixels and levels, and counts them; smooths sums and counts by
// Gaussians that end at 3 sigma; and divides them, between cells, at each pixel's place and level
// [paris2009, chen2007]. There are `cells` cells in a sigma. Pixels outside the image have
// no weight.
void bilateral_grid(const ConstImageView& from, const ImageView& to, double sigma_space,
                    double sigma_range, double cells);

// Passes along rows, then columns, in both directions; the weight of another pixel is the product
// over the steps of the path to it: exp(-sqrt(2) / sigma_space - |difference| / sigma_range), the
// difference of neighbours [yang2012].
void recursive_bilateral(const ConstImageView& from, const ImageView& to, double sigma_space,
                         double sigma_range);

}  // namespace selvage::bench
