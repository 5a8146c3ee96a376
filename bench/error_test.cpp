// SPDX-License-Identifier: Apache-2.0
#include "error.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "reference/bilateral.hpp"
#include "scene.hpp"

namespace selvage::bench {
namespace {

const Bilateral filter{.sigma_space = 2.0f, .radius = 3};

Image right_result(const Image& input) {
  return reference::rounded(reference::bilateral(filter, input), input);
}

TEST(Judge, AcceptsTheRoundedReference) {
  const Image input = scene("", PixelType::u8, 140, 90, 3);
  const Error255 error = judge(filter, input, right_result(input));
  EXPECT_GT(error.max, 0.0);
  EXPECT_LE(error.max, 0.5 + 1e-9);
  EXPECT_EQ(error.differ_percent, 0.0);
}

TEST(Judge, SeesOneWrongSampleInTheMiddleAndInEveryCorner) {
  const Image input = scene("", PixelType::u8, 140, 90, 3);
  const int places[][2] = {{70, 45}, {0, 0}, {139, 0}, {0, 89}, {139, 89}};
  for (const auto& place : places) {
    Image output = right_result(input);
    std::byte& sample = *output.view().at(place[0], place[1], 1);
    sample ^= std::byte{64};
    const Error255 error = judge(filter, input, output);
    EXPECT_GE(error.max, 63.0) << place[0] << ", " << place[1];
    EXPECT_GT(error.differ_percent, 0.0);
  }
}

TEST(Judge, TakesANanForAnInfiniteError) {
  const Image input = scene("", PixelType::f32, 40, 30, 1);
  Image output = right_result(input);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  std::memcpy(output.view().at(20, 15), &nan, sizeof nan);
  EXPECT_EQ(judge(filter, input, output).max, std::numeric_limits<double>::infinity());
}

TEST(Judge, ImagesMayBeSmallerThanWhatItLooksAt) {
  const Image input = scene("", PixelType::u8, 5, 1, 1);
  EXPECT_LE(judge(filter, input, right_result(input)).max, 0.5 + 1e-9);
}

}  // namespace
}  // namespace selvage::bench
