// SPDX-License-Identifier: Apache-2.0
#pragma once
// OpenCV's bilateral filters with OpenCV's parameters, computed by Selvage. Results are within 1
// LSB of cv::bilateralFilter (floats: 1e-5 of the range). The header needs C++20 and OpenCV 4's
// core module, and your program links libselvage, which does not need OpenCV. Once it is included,
// `cv` inside namespace selvage is selvage::cv; OpenCV's is ::cv.
//
//   selvage::cv::bilateralFilter(photo, smooth, 9, 75, 75);
//
// As in OpenCV: a disc, l1, the same default radius, sigma_color on the scale of the stored
// samples, a sigma <= 0 counts as 1; pixels around a region of a larger Mat are used unless
// border_type contains BORDER_ISOLATED; arguments are InputArray and OutputArray, so Mat, Mat_,
// UMat and std::vector; failures throw ::cv::Exception. A UMat is downloaded and uploaded again.
//
// Beyond OpenCV: CV_16U and CV_16F as well as CV_8U and CV_32F; 1 to 4 channels, all of them
// colours; src and dst may be the same or overlap; a pixel with a NaN or an infinity is left out of
// the means and copied through.
//
// All functions may be called from any thread. They share one Engine on Device::best(), which the
// first call creates.

#include "selvage/language.hpp"
// The rest comes after what says that C++20 is missing.
#include <algorithm>
#include <opencv2/core.hpp>
#include <string>

#include "selvage/engine.hpp"
#include "selvage/error.hpp"

namespace selvage::cv {

namespace detail {

inline const Engine& engine() {
  static const Engine shared;
  return shared;
}

[[noreturn]] inline void refuse(int code, const std::string& what) {
  throw ::cv::Exception(code, what, "selvage::cv", __FILE__, __LINE__);
}

inline int opencv_code(Errc code) {
  switch (code) {
    case Errc::invalid_argument: return ::cv::Error::StsBadArg;
    case Errc::unsupported: return ::cv::Error::StsNotImplemented;
    case Errc::device: return ::cv::Error::GpuApiCallError;
    case Errc::limit: return ::cv::Error::StsNoMem;
    default: return ::cv::Error::StsError;
  }
}

// Calls work() and translates its Errors to ::cv::Exception.
template <class Work>
void as_opencv(const Work& work) {
  try {
    work();
  } catch (const Error& e) {
    refuse(opencv_code(e.code()),
           e.hint().empty() ? std::string(e.what()) : e.what() + (": " + e.hint()));
  }
}

inline PixelType pixel_type(int depth) {
  switch (depth) {
    case CV_8U: return PixelType::u8;
    case CV_16U: return PixelType::u16;
    case CV_16F: return PixelType::f16;
    case CV_32F: return PixelType::f32;
    default:
      refuse(::cv::Error::StsUnsupportedFormat,
             "the depth of the matrix is none of CV_8U, CV_16U, CV_16F, CV_32F");
  }
}

// Throws unless the array is an image that filters take; returns its sample type.
inline PixelType checked_type(::cv::InputArray array) {
  if (array.empty()) refuse(::cv::Error::StsBadArg, "the matrix is empty");
  if (array.dims() > 2) refuse(::cv::Error::StsBadSize, "the matrix has more than two dimensions");
  const PixelType type = pixel_type(array.depth());
  if (array.channels() > 4)
    refuse(::cv::Error::BadNumChannels, "the matrix has more than four channels");
  return type;
}

inline ImageView view(const ::cv::Mat& mat) {
  ImageView result =
      interleaved(mat.data, pixel_type(mat.depth()), mat.cols, mat.rows, mat.channels());
  result.stride.row = static_cast<std::ptrdiff_t>(mat.step[0]);
  return result;
}

inline Border border(int border_type) {
  switch (border_type & ~::cv::BORDER_ISOLATED) {
    case ::cv::BORDER_CONSTANT: return Border::constant;  // border_value is 0
    case ::cv::BORDER_REPLICATE: return Border::clamp;
    case ::cv::BORDER_REFLECT: return Border::reflect;
    case ::cv::BORDER_WRAP: return Border::wrap;
    case ::cv::BORDER_REFLECT_101: return Border::reflect101;
    default: refuse(::cv::Error::StsBadFlag, "this border type has no meaning for a filter");
  }
}

inline double sigma(double given) {
  return given <= 0 ? 1.0 : given;
}

inline bool overlap(const ::cv::Mat& a, const ::cv::Mat& b) {
  return a.datastart < b.dataend && b.datastart < a.dataend;
}

// Returns the pixels of an array in host memory; those of a UMat are copied.
inline ::cv::Mat host(::cv::InputArray array) {
  if (!array.isUMat()) return array.getMat();
  ::cv::Mat copy;
  array.copyTo(copy);
  return copy;
}

// Enlarges a region by up to `radius` pixels of its parent on each side. Returns where it was.
template <class Array>
Rect enlarge(Array& region, int radius) {
  ::cv::Size whole;
  ::cv::Point at;
  region.locateROI(whole, at);
  const Rect part{std::min(at.x, radius), std::min(at.y, radius), region.cols, region.rows};
  region.adjustROI(radius, radius, radius, radius);  // clamped to the parent
  return part;
}

// The pixels that OpenCV filters: `part`, with up to `radius` pixels of the parent around it.
struct Surroundings {
  ::cv::Mat mat;
  Rect part;  // in mat

  Surroundings(::cv::InputArray given, int radius, int border_type) {
    const bool isolated = (border_type & ::cv::BORDER_ISOLATED) != 0;
    if (given.isUMat()) {
      ::cv::UMat region = given.getUMat();
      part = isolated ? Rect{0, 0, region.cols, region.rows} : enlarge(region, radius);
      mat = host(region);
    } else {
      mat = given.getMat();
      part = isolated ? Rect{0, 0, mat.cols, mat.rows} : enlarge(mat, radius);
    }
  }
};

// The Mat that a result is computed in: the array's own or, for a UMat, one that finish uploads.
class Result {
 public:
  Result(::cv::OutputArray array, ::cv::Size size, int type) : array_(array) {
    if (array.isUMat()) {
      mat.create(size, type);
    } else {
      array.create(size, type);
      mat = array.getMat();
    }
  }
  void finish() const {
    if (array_.isUMat()) mat.copyTo(array_);
  }

  ::cv::Mat mat;

 private:
  ::cv::OutputArray array_;
};

inline void run(const Filter& filter, const Inputs& inputs, const ::cv::Mat& dst, Rect part) {
  const Frame frame = Frame::region(inputs.image.width, inputs.image.height, part);
  engine().run(filter, inputs, {.image = view(dst)}, frame, {.exact = true});
}

}  // namespace detail

// Filters src into dst like cv::bilateralFilter. sigma_space is in pixels; `d` is the diameter in
// pixels, or <= 0 for a radius of round(1.5 sigma_space).
inline void bilateralFilter(::cv::InputArray src, ::cv::OutputArray dst, int d, double sigma_color,
                            double sigma_space, int border_type = ::cv::BORDER_DEFAULT) {
  detail::as_opencv([&] {
    const PixelType type = detail::checked_type(src);
    Bilateral filter = like_opencv(d, detail::sigma(sigma_color), detail::sigma(sigma_space), type);
    filter.border = detail::border(border_type);
    validate(filter);

    detail::Surroundings in(src, *filter.radius, border_type);
    const detail::Result out(dst, src.size(), src.type());
    if (detail::overlap(in.mat, out.mat)) in.mat = in.mat.clone();
    detail::run(filter, {.image = detail::view(in.mat)}, out.mat, in.part);
    out.finish();
  });
}

// Filters src into dst, guided by `joint`, like cv::ximgproc::jointBilateralFilter. sigma_color is
// on the scale of joint's stored samples. joint may have another depth than src; an empty joint
// stands for src.
inline void jointBilateralFilter(::cv::InputArray joint, ::cv::InputArray src,
                                 ::cv::OutputArray dst, int d, double sigma_color,
                                 double sigma_space, int border_type = ::cv::BORDER_DEFAULT) {
  if (joint.empty())
    return selvage::cv::bilateralFilter(src, dst, d, sigma_color, sigma_space, border_type);
  detail::as_opencv([&] {
    const PixelType type = detail::checked_type(joint);
    detail::checked_type(src);
    if (src.size() != joint.size())
      detail::refuse(::cv::Error::StsUnmatchedSizes, "joint and src are not of one size");
    const Bilateral rule =
        like_opencv(d, detail::sigma(sigma_color), detail::sigma(sigma_space), type);
    const int radius = *rule.radius;
    const JointBilateral filter{.sigma_space = rule.sigma_space,
                                .sigma_range = rule.sigma_range,
                                .radius = radius,
                                .window = rule.window,
                                .norm = rule.norm,
                                .border = detail::border(border_type)};
    validate(filter);

    // The image and the guide each have their own surroundings.
    ::cv::Mat image, guide;
    ::cv::copyMakeBorder(src, image, radius, radius, radius, radius, border_type);
    ::cv::copyMakeBorder(joint, guide, radius, radius, radius, radius, border_type);
    const Rect part{radius, radius, src.cols(), src.rows()};
    const detail::Result out(dst, src.size(), src.type());
    detail::run(filter, {.image = detail::view(image), .guide = detail::view(guide)}, out.mat,
                part);
    out.finish();
  });
}

// Filters src into dst by a linear model of `guide`, like cv::ximgproc::guidedFilter. eps is on the
// squared scale of the guide's stored samples. An empty guide stands for src. As in OpenCV, images
// are isolated from what surrounds them, and the border is BORDER_REFLECT. The result has src's
// depth.
inline void guidedFilter(::cv::InputArray guide, ::cv::InputArray src, ::cv::OutputArray dst,
                         int radius, double eps) {
  detail::as_opencv([&] {
    const double full = full_scale(detail::checked_type(guide.empty() ? src : guide));
    detail::checked_type(src);
    if (!guide.empty() && src.size() != guide.size())
      detail::refuse(::cv::Error::StsUnmatchedSizes, "guide and src are not of one size");
    const Guided filter{.radius = radius,
                        .epsilon = static_cast<float>(eps / (full * full)),
                        .border = Border::reflect};
    validate(filter);
    ::cv::Mat image = detail::host(src), given = detail::host(guide);
    const Rect all{0, 0, image.cols, image.rows};
    const detail::Result out(dst, image.size(), image.type());
    if (detail::overlap(image, out.mat)) image = image.clone();
    if (!given.empty() && detail::overlap(given, out.mat)) given = given.clone();
    Inputs inputs{.image = detail::view(image)};
    if (!given.empty()) inputs.guide = detail::view(given);
    detail::run(filter, inputs, out.mat, all);
    out.finish();
  });
}

}  // namespace selvage::cv
