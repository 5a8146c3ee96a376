// SPDX-License-Identifier: Apache-2.0
#pragma once
// OpenCV's bilateral filter, where the study was built with OpenCV.

#include <string>

#include "selvage/filters.hpp"
#include "selvage/image.hpp"

namespace selvage::studies::four_steps {

// Its version and threads, and how many of them an image of this size can use; empty: it was built
// without.
std::string opencv_text(const ConstImageView& image);

// Of bytes without gaps, with BORDER_REPLICATE. Nothing where it was built without.
void opencv_bilateral(const Bilateral& filter, const ConstImageView& from, const ImageView& to);

}  // namespace selvage::studies::four_steps
