// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the rungs are judged by, in double precision. All keep the pixels whose window leaves the
// image.

#include "larsson2015_case_study/ladder.hpp"
#include "selvage/image.hpp"

namespace selvage::studies::larsson {

// His equations 2.8 and 2.9, each channel by itself: the product's reference.
Image reference_mean(const ConstImageView& image, const Window& window);
// Two passes of it, along rows and along columns [pham2005]: likewise.
Image reference_separable(const ConstImageView& image, const Window& window);
// One distance in Lab, mean in Lab. L is scaled to 0..255 as OpenCV's bytes have it.
Image reference_lab(const ConstImageView& image, const Window& window);
// Weights of range by `levels` levels, 0..255, between which is interpolated [yang2009].
Image reference_piecewise(const ConstImageView& image, const Window& window, int levels);

// What a rung is judged by.
Image reference_of(int rung, const ConstImageView& image, const Window& window, int levels);

}  // namespace selvage::studies::larsson
