// SPDX-License-Identifier: Apache-2.0
#pragma once
// The bilateral filter as a convolution in space and range together [paris2009, chen2007]: a grid
// whose cells sum the samples of a piece of the image and a piece of the range, and count them;
// sums and counts are smoothed by one Gaussian; a pixel reads both at its place and value, between
// cells, and divides them. Cells of a pixel and a level: the filter itself. Larger ones: sampled.

#include "larsson2015_case_study/ladder.hpp"
#include "selvage/image.hpp"

namespace selvage::studies::larsson {

struct GridSampling {
  double space = 1.0, range = 1.0;  // cells in one sigma
};

enum class GridBlur { direct, fft };

// Of each channel by itself; the whole image, with a Gaussian that ends at 4 sigma, not at the
// window's radius. u8, 3 channels.
Image grid_filtered(const ConstImageView& image, const Window& window, const GridSampling& sampling,
                    GridBlur blur);

}  // namespace selvage::studies::larsson
