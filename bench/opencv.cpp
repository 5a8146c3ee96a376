// SPDX-License-Identifier: Apache-2.0
#include "opencv.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace selvage::bench {
namespace {

cv::Mat mat(const ConstImageView& v) {
  const int depth = v.type == PixelType::u8 ? CV_8U : CV_32F;
  // OpenCV has no matrix of constant data; the source is only read.
  return cv::Mat(v.height, v.width, CV_MAKETYPE(depth, v.channels), const_cast<std::byte*>(v.data));
}

}  // namespace

std::string opencv_version() {
  return CV_VERSION;
}

bool opencv_can(const Bilateral& f, const ConstImageView& image) {
  return (image.type == PixelType::u8 || image.type == PixelType::f32) &&
         (image.channels == 1 || (image.channels == 3 && f.norm == Norm::l1)) &&
         f.window == Window::disc && f.border == Border::reflect101 && f.iterations == 1 &&
         !image.alpha && image.batch == 1;
}

void opencv_bilateral(const Bilateral& filter, const ConstImageView& from, const ImageView& to,
                      int threads) {
  cv::setNumThreads(threads);
  cv::Mat out = mat(to);
  const double sigma_range = double{filter.sigma_range} * full_scale(from.type);
  cv::bilateralFilter(mat(from), out, 2 * effective_radius(filter) + 1, sigma_range,
                      double{filter.sigma_space}, cv::BORDER_REFLECT_101);
}

}  // namespace selvage::bench
