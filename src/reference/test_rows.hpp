// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small literal images for the reference's tests.

#include <cmath>
#include <vector>

#include "selvage/image.hpp"

namespace selvage::reference {

// exp(-1/2): the weight of a tap at distance 1 when its sigma is 1.
inline const double w1 = std::exp(-0.5);

// A view on float samples, interleaved.
inline ConstImageView f32_view(const std::vector<float>& samples, int width, int height,
                               int channels = 1, bool alpha = false) {
  ConstImageView view = interleaved(static_cast<const void*>(samples.data()), PixelType::f32, width,
                                    height, channels);
  view.alpha = alpha;
  return view;
}

inline ConstImageView u8_view(const std::vector<std::uint8_t>& samples, int width, int height,
                              int channels = 1) {
  return interleaved(static_cast<const void*>(samples.data()), PixelType::u8, width, height,
                     channels);
}

}  // namespace selvage::reference
