// SPDX-License-Identifier: Apache-2.0
#pragma once
// Means and convolutions that OpenCV also computes.

#include <string>
#include <vector>

#include "selvage/filters.hpp"

namespace selvage::bench {

struct FamilyCase {
  std::string name;  // "gaussian.u8x3.r3"
  PixelType type = PixelType::u8;
  int channels = 3;
  Filter filter;
};

std::vector<FamilyCase> family_cases();

// Runs what a user would call instead: cv::GaussianBlur, cv::boxFilter, cv::filter2D,
// cv::sepFilter2D.
void opencv_filter(const Filter& filter, const ConstImageView& from, const ImageView& to,
                   int threads);

}  // namespace selvage::bench
