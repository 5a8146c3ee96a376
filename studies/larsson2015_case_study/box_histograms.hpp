// SPDX-License-Identifier: Apache-2.0
#pragma once
// The bilateral filter by histograms, for a spatial window that is a box, since all its pixels
// count alike: the mean needs no pixel, only how many there are of each value [weiss2006,
// porikli2008]. A box's histogram is the sum of its columns' histograms; from one pixel to the next
// one column comes and one goes, and from one row to the next one pixel of a column. So the time
// depends on the number of bins and not on the radius, as with Porikli's integral histograms, which
// take a histogram of memory for each pixel where this takes one for each column.

#include "larsson2015_case_study/ladder.hpp"
#include "selvage/image.hpp"

namespace selvage::studies::larsson {

// Of each channel by itself; pixels whose window leaves the image are kept. u8, 3 channels. `bins`:
// 256 (exact), or a smaller power of two, each of whose bins counts as its middle.
Image histogram_filtered(const ConstImageView& image, const Window& window, int bins);

}  // namespace selvage::studies::larsson
