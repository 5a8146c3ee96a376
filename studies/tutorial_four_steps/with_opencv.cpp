// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "tutorial_four_steps/opencv_bilateral.hpp"

namespace selvage::studies::four_steps {
namespace {

cv::Mat mat(const ConstImageView& v) {
  // OpenCV has no matrix of constant data; the source is only read.
  return {v.height, v.width, CV_MAKETYPE(CV_8U, v.channels), const_cast<std::byte*>(v.data)};
}

}  // namespace

std::string opencv_version() {
  return fmt::format("{} with {} threads", CV_VERSION, cv::getNumThreads());
}

void opencv_bilateral(const Bilateral& filter, const ConstImageView& from, const ImageView& to) {
  cv::Mat out = mat(to);
  cv::bilateralFilter(mat(from), out, 2 * *filter.radius + 1, 255.0 * double{filter.sigma_range},
                      double{filter.sigma_space}, cv::BORDER_REPLICATE);
}

}  // namespace selvage::studies::four_steps
