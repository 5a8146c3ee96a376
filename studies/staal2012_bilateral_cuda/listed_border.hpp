// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "selvage/image.hpp"
#include "staal2012_bilateral_cuda/settings.hpp"

namespace selvage::studies::staal {

// The filter with the border of the document's listings (listed_border), in double precision. Where
// that reads outside the image the pixel beside the edge is taken. f32, three channels, without
// gaps.
Image with_listed_border(const Settings& settings, const ConstImageView& image);

}  // namespace selvage::studies::staal
