// SPDX-License-Identifier: Apache-2.0
// selvage::cv against OpenCV's own functions: same call, same pixels.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <thread>
#include <vector>

#include "selvage/cv.hpp"

#ifdef SELVAGE_TEST_XIMGPROC
#include <opencv2/ximgproc/edge_filter.hpp>
#endif

namespace {

using ::cv::Mat;
namespace ours = selvage::cv;

// Blocks with noise on them: edges to keep. Integers fill their range, floats 0..1.
Mat picture(int rows, int columns, int type, unsigned seed = 1) {
  const int depth = CV_MAT_DEPTH(type);
  const double full = depth == CV_8U ? 255 : depth == CV_16U ? 65535 : 1;
  cv::RNG random(seed);
  Mat real(rows, columns, CV_MAKETYPE(CV_32F, CV_MAT_CN(type)));
  random.fill(real, cv::RNG::UNIFORM, 0.0, 0.4 * full);
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns * real.channels(); ++x)
      if ((y / 9 + x / (9 * real.channels())) % 2 == 0)
        real.ptr<float>(y)[x] += static_cast<float>(0.5 * full);
  Mat result;
  real.convertTo(result, depth);
  return result;
}

double largest_difference(const Mat& a, const Mat& b) {
  Mat x, y;
  a.convertTo(x, CV_64F);
  b.convertTo(y, CV_64F);
  return cv::norm(x, y, cv::NORM_INF);
}

double tolerance(const Mat& mat) {
  return mat.depth() == CV_32F ? 1e-5 : 1.0;
}

struct Parameters {
  int d;
  double sigma_color, sigma_space;  // the first of 8-bit samples
};
constexpr Parameters parameters[] = {{5, 75, 75}, {9, 30, 5}, {1, 20, 1},  {-1, 40, 3},
                                     {0, 40, 1},  {8, 30, 5}, {15, -1, 2}, {7, 200, 0}};

double scaled(const Mat& mat, double sigma_color) {
  return mat.depth() == CV_32F && sigma_color > 0 ? sigma_color / 255 : sigma_color;
}

void expect_opencvs(const Mat& src, const Parameters& p, int border) {
  const double sigma_color = scaled(src, p.sigma_color);
  Mat theirs, result;
  cv::bilateralFilter(src, theirs, p.d, sigma_color, p.sigma_space, border);
  ours::bilateralFilter(src, result, p.d, sigma_color, p.sigma_space, border);
  ASSERT_EQ(result.type(), src.type());
  ASSERT_EQ(result.size(), src.size());
  EXPECT_LE(largest_difference(theirs, result), tolerance(src))
      << "d " << p.d << ", sigma_color " << sigma_color << ", sigma_space " << p.sigma_space
      << ", border " << border;
}

TEST(DropIn, HasOpencvsPixels) {
  for (const int type : {CV_8UC1, CV_8UC3, CV_32FC1, CV_32FC3})
    for (const Parameters& p : parameters)
      expect_opencvs(picture(47, 61, type), p, cv::BORDER_DEFAULT);
}

// Also where the window is larger than the image. OpenCV's float path reads beyond its table where
// the border is constant.
TEST(DropIn, HasOpencvsBorders) {
  for (const int type : {CV_8UC1, CV_8UC3, CV_32FC3})
    for (const int border : {cv::BORDER_CONSTANT, cv::BORDER_REPLICATE, cv::BORDER_REFLECT,
                             cv::BORDER_WRAP, cv::BORDER_REFLECT_101}) {
      if (border == cv::BORDER_CONSTANT && CV_MAT_DEPTH(type) == CV_32F) continue;
      expect_opencvs(picture(30, 21, type), {9, 60, 4}, border);
      expect_opencvs(picture(5, 7, type), {15, 60, 4}, border);
      expect_opencvs(picture(1, 9, type), {5, 60, 4}, border);
    }
}

// OpenCV looks beyond a region unless it is told not to.
TEST(DropIn, HasOpencvsRegions) {
  const Mat whole = picture(60, 70, CV_8UC3);
  for (const cv::Rect region : {cv::Rect(20, 20, 25, 18), cv::Rect(0, 0, 12, 60),
                                cv::Rect(2, 3, 40, 9), cv::Rect(66, 57, 4, 3)})
    for (const int border : {cv::BORDER_REFLECT_101, cv::BORDER_WRAP, cv::BORDER_CONSTANT})
      for (const int isolated : {0, static_cast<int>(cv::BORDER_ISOLATED)})
        expect_opencvs(whole(region), {9, 60, 4}, border | isolated);
  const Mat inner = whole(cv::Rect(20, 20, 25, 18));
  Mat open, isolated;
  ours::bilateralFilter(inner, open, 9, 60, 4);
  ours::bilateralFilter(inner, isolated, 9, 60, 4, cv::BORDER_DEFAULT | cv::BORDER_ISOLATED);
  EXPECT_GT(largest_difference(open, isolated), 1.0);
}

TEST(DropIn, InPlaceAndOverlapsAreAsApart) {
  const Mat original = picture(40, 50, CV_8UC3);
  Mat apart;
  ours::bilateralFilter(original, apart, 7, 50, 3);
  Mat same = original.clone();
  ours::bilateralFilter(same, same, 7, 50, 3);
  EXPECT_EQ(largest_difference(apart, same), 0.0);

  const cv::Rect region(10, 10, 20, 15);
  Mat part, memory = original.clone();
  ours::bilateralFilter(original(region), part, 7, 50, 3);
  Mat view = memory(region);
  ours::bilateralFilter(view, view, 7, 50, 3);
  EXPECT_EQ(largest_difference(part, memory(region)), 0.0);
  EXPECT_EQ(largest_difference(original.rowRange(0, 10), memory.rowRange(0, 10)), 0.0);

  memory = original.clone();
  Mat shifted = memory(region + cv::Point(3, 2));
  ours::bilateralFilter(memory(region), shifted, 7, 50, 3);
  EXPECT_EQ(largest_difference(part, shifted), 0.0);
}

// What OpenCV does not take is what it makes of the same numbers as floats.
TEST(DropIn, OtherTypesFollowTheFloats) {
  for (const int depth : {CV_16U, CV_16F}) {
    const Mat src = picture(40, 50, CV_MAKETYPE(depth, 3));
    const double sigma_color = depth == CV_16U ? 0.2 * 65535 : 0.2;
    Mat real, theirs, result;
    src.convertTo(real, CV_32F);
    cv::bilateralFilter(real, theirs, 9, sigma_color, 3);
    ours::bilateralFilter(src, result, 9, sigma_color, 3);
    EXPECT_EQ(result.type(), src.type());
    EXPECT_LE(largest_difference(theirs, result), depth == CV_16U ? 1.0 : 1e-3);
  }
  for (const int channels : {2, 4}) {
    Mat result;
    ours::bilateralFilter(picture(20, 20, CV_MAKETYPE(CV_8U, channels)), result, 5, 50, 3);
    EXPECT_EQ(result.channels(), channels);
  }
}

TEST(DropIn, FailsAsOpencvDoes) {
  const Mat src = picture(9, 9, CV_8UC1);
  Mat dst;
  const auto code = [&](const auto& call) {
    try {
      call();
    } catch (const cv::Exception& e) {
      return e.code;
    }
    return static_cast<int>(cv::Error::StsOk);
  };
  EXPECT_EQ(code([&] { ours::bilateralFilter(Mat(), dst, 5, 1, 1); }), cv::Error::StsBadArg);
  EXPECT_EQ(code([&] { ours::bilateralFilter(picture(9, 9, CV_64FC1), dst, 5, 1, 1); }),
            cv::Error::StsUnsupportedFormat);
  EXPECT_EQ(code([&] { ours::bilateralFilter(picture(9, 9, CV_8UC(5)), dst, 5, 1, 1); }),
            cv::Error::BadNumChannels);
  EXPECT_EQ(code([&] { ours::bilateralFilter(src, dst, 5, 1, 1, cv::BORDER_TRANSPARENT); }),
            cv::Error::StsBadFlag);
  EXPECT_EQ(code([&] { ours::bilateralFilter(src, dst, 99999, 1, 1); }), cv::Error::StsBadArg);
  EXPECT_EQ(code([&] { ours::bilateralFilter(src, dst, 5, std::nan(""), 1); }),
            cv::Error::StsBadArg);
  EXPECT_EQ(code([&] { ours::jointBilateralFilter(picture(9, 8, CV_8UC1), src, dst, 5, 1, 1); }),
            cv::Error::StsUnmatchedSizes);
  EXPECT_TRUE(dst.empty());
}

// Every kind of array that OpenCV's own functions take.
TEST(DropIn, TakesArraysAsOpencvDoes) {
  const Mat whole = picture(60, 70, CV_8UC3);
  const cv::Rect region(20, 20, 25, 18);
  const Mat src = whole(region);
  Mat expected;
  ours::bilateralFilter(src, expected, 9, 60, 4);

  cv::UMat uploaded, result;
  whole.copyTo(uploaded);
  const auto equals = [&](cv::InputArray made) {
    return largest_difference(expected, made.getMat()) == 0.0;
  };
  ours::bilateralFilter(uploaded(region), result, 9, 60, 4);  // with the pixels around the region
  EXPECT_TRUE(equals(result));
  Mat downloaded;
  ours::bilateralFilter(uploaded(region), downloaded, 9, 60, 4);
  EXPECT_TRUE(equals(downloaded));
  ours::bilateralFilter(src, result, 9, 60, 4);
  EXPECT_TRUE(equals(result));
  ours::bilateralFilter(uploaded, uploaded, 9, 60, 4);
  Mat in_place;
  ours::bilateralFilter(whole, in_place, 9, 60, 4);
  EXPECT_EQ(largest_difference(in_place, uploaded.getMat(cv::ACCESS_READ)), 0.0);

  Mat frame(60, 70, CV_8UC3, cv::Scalar::all(1));
  ours::bilateralFilter(src, frame(region), 9, 60, 4);  // a region is written where it lies
  EXPECT_TRUE(equals(frame(region)));
  EXPECT_EQ(frame.at<cv::Vec3b>(0, 0), cv::Vec3b(1, 1, 1));
  cv::Mat_<cv::Vec3b> typed;
  ours::bilateralFilter(cv::Mat_<cv::Vec3b>(whole)(region), typed, 9, 60, 4);
  EXPECT_TRUE(equals(typed));

  const std::vector<float> signal{0.1f, 0.12f, 0.09f, 0.9f, 0.88f, 0.91f};
  std::vector<float> ours_of_it;
  Mat theirs;
  ours::bilateralFilter(signal, ours_of_it, 5, 0.2, 2);
  cv::bilateralFilter(signal, theirs, 5, 0.2, 2);
  ASSERT_EQ(ours_of_it.size(), signal.size());
  EXPECT_LE(largest_difference(theirs.reshape(1, 1), Mat(ours_of_it).reshape(1, 1)), 1e-5);

  ours::jointBilateralFilter(cv::noArray(), uploaded, result, 5, 50, 3);
  ours::jointBilateralFilter(whole, uploaded, result, 5, 50, 3);
  ours::jointBilateralFilter(whole, uploaded.getMat(cv::ACCESS_READ).clone(), expected, 5, 50, 3);
  EXPECT_TRUE(equals(result));
  ours::guidedFilter(uploaded, whole, result, 4, 100);
  ours::guidedFilter(uploaded.getMat(cv::ACCESS_READ).clone(), whole, expected, 4, 100);
  EXPECT_TRUE(equals(result));
}

TEST(DropIn, MayBeCalledFromAnyThread) {
  const Mat src = picture(64, 64, CV_8UC3);
  Mat expected;
  ours::bilateralFilter(src, expected, 9, 50, 3);
  std::vector<Mat> results(8);
  std::vector<std::thread> threads;
  for (Mat& result : results)
    threads.emplace_back([&] { ours::bilateralFilter(src, result, 9, 50, 3); });
  for (std::thread& thread : threads) thread.join();
  for (const Mat& result : results) EXPECT_EQ(largest_difference(expected, result), 0.0);
}

#ifdef SELVAGE_TEST_XIMGPROC
TEST(DropIn, JointHasXimgprocsPixels) {
  for (const int depth : {CV_8U, CV_32F})
    for (const int joint_channels : {1, 3})
      for (const int channels : {1, 3})
        for (const Parameters& p : parameters) {
          const Mat src = picture(41, 39, CV_MAKETYPE(depth, channels), 1);
          const Mat joint = picture(41, 39, CV_MAKETYPE(depth, joint_channels), 2);
          const double sigma_color = scaled(joint, p.sigma_color);
          Mat theirs, result;
          cv::ximgproc::jointBilateralFilter(joint, src, theirs, p.d, sigma_color, p.sigma_space);
          ours::jointBilateralFilter(joint, src, result, p.d, sigma_color, p.sigma_space);
          EXPECT_LE(largest_difference(theirs, result), tolerance(src))
              << fmt::format("depth {}, channels {} by {}, d {}, sigma_color {}", depth, channels,
                             joint_channels, p.d, sigma_color);
        }
}

TEST(DropIn, JointHasXimgprocsRegionsAndBorders) {
  const Mat whole = picture(60, 70, CV_8UC3), joint = picture(20, 25, CV_8UC1, 2);
  const Mat src = whole(cv::Rect(30, 20, 25, 20));
  for (const int border : {0 + cv::BORDER_REPLICATE, 0 + cv::BORDER_WRAP, 0 + cv::BORDER_CONSTANT,
                           cv::BORDER_REFLECT_101 | cv::BORDER_ISOLATED}) {
    Mat theirs, result;
    cv::ximgproc::jointBilateralFilter(joint, src, theirs, 9, 60, 4, border);
    ours::jointBilateralFilter(joint, src, result, 9, 60, 4, border);
    EXPECT_LE(largest_difference(theirs, result), 1.0) << border;
  }
}

TEST(DropIn, GuidedHasXimgprocsPixels) {
  for (const int depth : {CV_8U, CV_32F})
    for (const int guide_channels : {1, 3})
      for (const int channels : {1, 3})
        for (const int radius : {1, 4, 16}) {
          const Mat src = picture(41, 39, CV_MAKETYPE(depth, channels), 1);
          const Mat guide = picture(41, 39, CV_MAKETYPE(depth, guide_channels), 2);
          const double eps = depth == CV_8U ? 0.01 * 255 * 255 : 0.01;
          Mat theirs, result;
          cv::ximgproc::guidedFilter(guide, src, theirs, radius, eps);
          ours::guidedFilter(guide, src, result, radius, eps);
          EXPECT_LE(largest_difference(theirs, result), depth == CV_8U ? 1.0 : 1e-4) << fmt::format(
              "depth {}, channels {} by {}, radius {}", depth, channels, guide_channels, radius);
        }
}
#endif

TEST(DropIn, GuidedByItself) {
  const Mat src = picture(20, 20, CV_8UC3);
  Mat expected, result = src.clone();
  ours::guidedFilter(src, src, expected, 4, 100);
  ours::guidedFilter(Mat(), src, result, 4, 100);
  EXPECT_LE(largest_difference(expected, result), 1.0);
  Mat same = src.clone();
  ours::guidedFilter(same, same, same, 4, 100);
  EXPECT_EQ(largest_difference(expected, same), 0.0);
}

TEST(DropIn, JointWithoutAGuideIsTheBilateral) {
  const Mat src = picture(20, 20, CV_8UC3);
  Mat expected, result = src.clone();
  ours::bilateralFilter(src, expected, 5, 50, 3);
  ours::jointBilateralFilter(Mat(), src, result, 5, 50, 3);
  EXPECT_EQ(largest_difference(expected, result), 0.0);
  Mat same = src.clone();
  ours::jointBilateralFilter(same, same, same, 5, 50, 3);
  EXPECT_EQ(largest_difference(expected, same), 0.0);
}

}  // namespace
