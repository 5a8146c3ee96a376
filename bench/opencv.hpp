// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rival on CPUs: cv::bilateralFilter. This header hides OpenCV's.

#include <string>

#include "selvage/filters.hpp"
#include "selvage/image.hpp"

namespace selvage::bench {

std::string opencv_version();

// Returns whether OpenCV computes the same filter: u8 or f32, 1 or 3 channels, norm l1 (one
// channel: any), disc, reflect101, one iteration.
bool opencv_can(const Bilateral& filter, const ConstImageView& image);

// Runs cv::bilateralFilter with `threads` threads. Both images are interleaved and without gaps.
void opencv_bilateral(const Bilateral& filter, const ConstImageView& from, const ImageView& to,
                      int threads);

}  // namespace selvage::bench
