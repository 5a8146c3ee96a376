// SPDX-License-Identifier: Apache-2.0
#pragma once
// Limits::max_pixels also limits the samples of images with many channels.

#include <cstdint>

#include "selvage/image.hpp"

namespace selvage {

inline constexpr int limited_channels = 4;  // samples of a pixel that max_pixels stands for

// Returns whether so many pixels have more samples than max_pixels pixels of 4 channels.
inline bool has_too_many_samples(std::int64_t pixels, int channels, const Limits& limits) {
  return channels > limited_channels &&
         static_cast<double>(pixels) * channels >
             static_cast<double>(limits.max_pixels) * limited_channels;
}

}  // namespace selvage
