// SPDX-License-Identifier: Apache-2.0
// cv::bilateralFilter is one point of our parameter space: a disc, l1, reflect101.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <optional>

#include "selvage/error.hpp"
#include "selvage/io.hpp"
#include "support/canvas.hpp"
#include "support/pictures.hpp"
#include "support/subjects.hpp"

namespace selvage::testing {
namespace {

// OpenCV's parameters. sigma_color is in 0..255 for u8 and in the samples' unit for f32.
struct Parameters {
  int diameter;
  double sigma_color, sigma_space;
};
constexpr Parameters parameters[] = {{3, 10, 1},  {5, 75, 75},  {9, 30, 5},
                                     {15, 30, 5}, {15, 200, 2}, {31, 50, 12}};

// Interleaved and without gaps, as cv::Mat wants it; OpenCV does not write its input.
cv::Mat as_mat(const ConstImageView& image) {
  const int depth = image.type == PixelType::u8 ? CV_8U : CV_32F;
  return {image.height, image.width, CV_MAKETYPE(depth, image.channels),
          const_cast<std::byte*>(image.data), static_cast<std::size_t>(image.stride.row)};
}

// The subject's result, exact when it can be, else within the default request; none beyond that.
std::optional<Image> filtered(const Subject& subject, const Bilateral& filter,
                              const ConstImageView& image) {
  for (const bool exact : {true, false}) try {
      return subject.engine->run(filter, image, {.exact = exact, .use = subject.candidate});
    } catch (const Error& e) {
      if (e.code() != Errc::unsupported) throw;
    }
  return std::nullopt;
}

// `tolerance` is in LSB for u8, else in the samples' unit.
void expect_equal_to_opencv(const ConstImageView& image, Parameters p, double tolerance) {
  if (image.type == PixelType::f32) p.sigma_color /= 255;
  cv::Mat theirs;
  cv::setNumThreads(1);  // its threads are not ours to check
  cv::bilateralFilter(as_mat(image), theirs, p.diameter, p.sigma_color, p.sigma_space,
                      cv::BORDER_REFLECT_101);
  const Bilateral filter = like_opencv(p.diameter, p.sigma_color, p.sigma_space, image.type);
  const ConstImageView expected = interleaved(static_cast<const void*>(theirs.data), image.type,
                                              image.width, image.height, image.channels);
  for (const Subject& subject : subjects_of(Bilateral{})) {
    const auto ours = filtered(subject, filter, image);
    if (!ours) continue;
    double worst = 0;
    for_each_sample(expected, [&](int x, int y, int c, int) {
      worst = std::max(worst, std::abs(read(*ours, x, y, c) - read(expected, x, y, c)));
    });
    if (image.type == PixelType::u8) worst = std::round(worst * 255);
    EXPECT_LE(worst, tolerance) << describe(subject) << ", diameter " << p.diameter
                                << ", sigma_color " << p.sigma_color << ", sigma_space "
                                << p.sigma_space;
  }
}

constexpr double tolerance_of(PixelType type) {
  return type == PixelType::u8 ? 1.0 : 1e-5;
}

TEST(OpenCv, SyntheticImages) {
  for (const PixelType type : {PixelType::u8, PixelType::f32})
    for (const int channels : {1, 3})
      for (const Content content : {Content::noise, Content::edges, Content::photo}) {
        SCOPED_TRACE(fmt::format("{} with {} channels", name(type), channels));
        Canvas image({.type = type, .width = 83, .height = 61, .channels = channels},
                     Layout::interleaved);
        draw(image.view(), content, 5);
        for (const Parameters& p : parameters)
          expect_equal_to_opencv(image.view(), p, tolerance_of(type));
      }
}

TEST(OpenCv, Photos) {
  int photos = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SELVAGE_GOLDEN_FOLDER "/photos")) {
    SCOPED_TRACE(entry.path().filename());
    const Image photo = load(entry.path());
    if (photo.type() != PixelType::u8 || (photo.channels() != 1 && photo.channels() != 3)) continue;
    ++photos;
    const Image real = convert(photo, PixelType::f32);
    for (const Parameters& p : parameters) {
      expect_equal_to_opencv(photo, p, tolerance_of(PixelType::u8));
      expect_equal_to_opencv(real, p, tolerance_of(PixelType::f32));
    }
  }
  EXPECT_GE(photos, 3);
}

}  // namespace
}  // namespace selvage::testing
