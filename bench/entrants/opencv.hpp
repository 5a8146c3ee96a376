// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rival on CPUs: what a user of OpenCV would call. This header hides OpenCV's.

#include <optional>
#include <string>

#include "cases/case.hpp"
#include "selvage/filters.hpp"
#include "selvage/image.hpp"

namespace selvage::bench {

// Returns the version that this program was built with: "4.6.0"; empty: without OpenCV.
std::string opencv_version();

// Returns the filter that OpenCV computes: the same, or for a bilateral that of the same radius
// with a disc and l1. None if it has nothing like it: it serves u8 and f32, bilaterals of 1 and 3
// channels, border reflect101 and one iteration.
std::optional<Filter> opencv_filter(const Filter& filter, const Form& form);

// Runs cv::bilateralFilter, cv::GaussianBlur, cv::boxFilter, cv::filter2D or cv::sepFilter2D. Both
// images are interleaved and without gaps. `filter` is one that opencv_filter() returned.
void run_opencv(const Filter& filter, const ConstImageView& from, const ImageView& to, int threads);

}  // namespace selvage::bench
