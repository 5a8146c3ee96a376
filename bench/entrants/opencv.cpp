// SPDX-License-Identifier: Apache-2.0
#include "entrants/opencv.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <stdexcept>

namespace selvage::bench {
namespace {

constexpr int opencv_border = cv::BORDER_REFLECT_101;
const cv::Point opencv_centre{-1, -1};

cv::Mat mat(const ConstImageView& v) {
  const int depth = v.type == PixelType::u8 ? CV_8U : CV_32F;
  // OpenCV has no matrix of constant data; the source is only read.
  return cv::Mat(v.height, v.width, CV_MAKETYPE(depth, v.channels), const_cast<std::byte*>(v.data));
}

cv::Mat coefficients(const std::vector<float>& values, int width, int height) {
  return cv::Mat(height, width, CV_32F, const_cast<float*>(values.data()));
}

int side(int radius) {
  return 2 * radius + 1;
}

// Calls OpenCV's function for the filter.
struct Call {
  const cv::Mat& in;
  cv::Mat& out;
  PixelType type;

  void operator()(const Bilateral& f) const {
    const double sigma_range = double{f.sigma_range} * full_scale(type);
    cv::bilateralFilter(in, out, side(effective_radius(f)), sigma_range, double{f.sigma_space},
                        opencv_border);
  }
  void operator()(const Gaussian& f) const {
    const int n = side(effective_radius(f));
    cv::GaussianBlur(in, out, {n, n}, double{f.sigma_space}, double{f.sigma_space}, opencv_border);
  }
  void operator()(const Box& f) const {
    cv::boxFilter(in, out, -1, {side(f.radius), side(f.radius)}, opencv_centre, true,
                  opencv_border);
  }
  void operator()(const Convolution& f) const {
    cv::filter2D(in, out, -1, coefficients(f.kernel, f.width, f.height), opencv_centre, 0.0,
                 opencv_border);
  }
  void operator()(const SeparableConvolution& f) const {
    cv::sepFilter2D(in, out, -1, coefficients(f.row, static_cast<int>(f.row.size()), 1),
                    coefficients(f.column, 1, static_cast<int>(f.column.size())), opencv_centre,
                    0.0, opencv_border);
  }
  template <class F>
  void operator()(const F&) const {
    throw std::logic_error("OpenCV has no such filter");
  }
};

template <class F>
bool is_plain(const F& f) {
  bool plain = f.border == Border::reflect101;
  if constexpr (requires { f.iterations; }) plain = plain && f.iterations == 1;
  if constexpr (requires { f.scale; })
    plain = plain && f.scale == 1.0f && f.offset == 0.0f && !f.flip && !f.gray;
  return plain;
}

}  // namespace

std::string opencv_version() {
  return CV_VERSION;
}

std::optional<Filter> opencv_filter(const Filter& filter, const Form& form) {
  if (form.type != PixelType::u8 && form.type != PixelType::f32) return {};
  if (const auto* bilateral = std::get_if<Bilateral>(&filter)) {
    if (!is_plain(*bilateral) || (form.channels != 1 && form.channels != 3)) return {};
    Bilateral like = *bilateral;
    like.window = Window::disc;
    like.norm = Norm::l1;
    return like;
  }
  if (const auto* gaussian = std::get_if<Gaussian>(&filter))
    if (gaussian->window == Window::disc) return {};
  const bool same = std::visit(
      []<class F>(const F& f) {
        if constexpr (std::is_same_v<F, Gaussian> || std::is_same_v<F, Box> ||
                      std::is_same_v<F, Convolution> || std::is_same_v<F, SeparableConvolution>)
          return is_plain(f);
        return false;
      },
      filter);
  return same ? std::optional(filter) : std::nullopt;
}

void run_opencv(const Filter& filter, const ConstImageView& from, const ImageView& to,
                int threads) {
  cv::setNumThreads(threads);
  const cv::Mat in = mat(from);
  cv::Mat out = mat(to);
  std::visit(Call{in, out, from.type}, filter);
}

}  // namespace selvage::bench
