// SPDX-License-Identifier: Apache-2.0
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <stdexcept>

#include "family/family_cases.hpp"

namespace selvage::bench {
namespace {

cv::Mat mat(const ConstImageView& v) {
  const int depth = v.type == PixelType::u8 ? CV_8U : CV_32F;
  // OpenCV has no matrix of constant data; the source is only read.
  return cv::Mat(v.height, v.width, CV_MAKETYPE(depth, v.channels), const_cast<std::byte*>(v.data));
}

cv::Mat coefficients(const std::vector<float>& values, int width, int height) {
  return cv::Mat(height, width, CV_32F, const_cast<float*>(values.data()));
}

}  // namespace

void opencv_filter(const Filter& filter, const ConstImageView& from, const ImageView& to,
                   int threads) {
  cv::setNumThreads(threads);
  const cv::Mat in = mat(from);
  cv::Mat out = mat(to);
  constexpr int border = cv::BORDER_REFLECT_101;
  if (const auto* gaussian = std::get_if<Gaussian>(&filter)) {
    const int side = 2 * effective_radius(*gaussian) + 1;
    const double sigma = double{gaussian->sigma_space};
    cv::GaussianBlur(in, out, {side, side}, sigma, sigma, border);
  } else if (const auto* box = std::get_if<Box>(&filter)) {
    const int side = 2 * box->radius + 1;
    cv::boxFilter(in, out, -1, {side, side}, {-1, -1}, true, border);
  } else if (const auto* matrix = std::get_if<Convolution>(&filter)) {
    cv::filter2D(in, out, -1, coefficients(matrix->kernel, matrix->width, matrix->height), {-1, -1},
                 0.0, border);
  } else if (const auto* lines = std::get_if<SeparableConvolution>(&filter)) {
    cv::sepFilter2D(in, out, -1, coefficients(lines->row, static_cast<int>(lines->row.size()), 1),
                    coefficients(lines->column, 1, static_cast<int>(lines->column.size())),
                    {-1, -1}, 0.0, border);
  } else {
    throw std::logic_error("OpenCV has no such filter");
  }
}

}  // namespace selvage::bench
