// SPDX-License-Identifier: Apache-2.0
#pragma once
// Structural similarity [wang2004].

#include <optional>

#include "selvage/image.hpp"

namespace selvage::cli {

constexpr int ssim_window = 11;  // pixels, in both directions

// Returns the mean of
std::optional<double> ssim(const ConstImageView& a, const ConstImageView& b);

}  // namespace selvage::cli
