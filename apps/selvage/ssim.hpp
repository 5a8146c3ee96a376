// SPDX-License-Identifier: Apache-2.0
#pragma once
// Structural similarity [wang2004].

#include <optional>

#include "selvage/image.hpp"

namespace selvage::cli {

constexpr int ssim_window = 11;  // pixels, both ways

// The mean of
//   (2 mu_a mu_b + C1) (2 s_ab + C2) / ((mu_a^2 + mu_b^2 + C1) (s_a^2 + s_b^2 + C2))
// over all windows that lie inside the image, then over the channels [wang2004, eq. 13]. A window
// weighs its 11x11 pixels with a Gaussian of 1.5 pixels; C1 = 0.01^2 and C2 = 0.03^2: the samples'
// range is 1. Both images have the same width, height and channels; their types may differ.
// Nothing for an image that no window fits in, and where a sample is not finite.
std::optional<double> ssim(const ConstImageView& a, const ConstImageView& b);

}  // namespace selvage::cli
