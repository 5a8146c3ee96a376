// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "tutorial_four_steps/opencv_bilateral.hpp"

namespace selvage::studies::four_steps {
namespace {

cv::Mat mat(const ConstImageView& v) {
  // OpenCV has no matrix of constant data; the source is only read.
  return {v.height, v.width, CV_MAKETYPE(CV_8U, v.channels), const_cast<std::byte*>(v.data)};
}

// bilateralFilter() gives about as many pixels to a stripe, and a stripe to one thread.
constexpr double pixels_of_stripe = 65536.0;

}  // namespace

std::string opencv_text(const ConstImageView& image) {
  const int threads = cv::getNumThreads();
  const double stripes = std::max(1.0, std::round(image.width * image.height / pixels_of_stripe));
  return fmt::format("{} with {} threads, of which at most {:.0f} work on an image of this size",
                     CV_VERSION, threads, std::min<double>(threads, stripes));
}

void opencv_bilateral(const Bilateral& filter, const ConstImageView& from, const ImageView& to) {
  cv::Mat out = mat(to);
  cv::bilateralFilter(mat(from), out, 2 * *filter.radius + 1, 255.0 * double{filter.sigma_range},
                      double{filter.sigma_space}, cv::BORDER_REPLICATE);
}

}  // namespace selvage::studies::four_steps
