// SPDX-License-Identifier: Apache-2.0
#include "support/judge.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/canvas.hpp"
#include "support/pictures.hpp"

namespace selvage::testing {
namespace {

using ::testing::HasSubstr;

// Two u8 samples, expected 10.2 and the copied 77.
struct JudgeTest : ::testing::Test {
  JudgeTest() {
    write(input.view(), 1, 0, 0, 0, 77.0 / 255);
    result.samples = reference::read(input.view());
    result.samples.values[0] = 10.2 / 255;
    result.copied = {false, true};
  }
  std::string judge(int first, int second, double bound_lsb) {
    Canvas output({.width = 2}, Layout::interleaved);
    write(output.view(), 0, 0, 0, 0, first / 255.0);
    write(output.view(), 1, 0, 0, 0, second / 255.0);
    return disagreement({result, input.view(), {0, 0, 2, 1}, bound_lsb / 255}, output.view());
  }
  Canvas input{{.width = 2}, Layout::interleaved};
  reference::Result result;
};

TEST_F(JudgeTest, AcceptsARoundingOfAValueWithinTheBound) {
  EXPECT_EQ(judge(10, 77, 0.02), "");
  EXPECT_EQ(judge(11, 77, 0.31), "");
}

TEST_F(JudgeTest, RefusesOneOverTheBound) {
  EXPECT_THAT(judge(11, 77, 0.29), HasSubstr("1 samples disagree, worst at x=0 y=0 channel 0"));
  EXPECT_THAT(judge(9, 77, 0.5), HasSubstr("expected 10.2, got 9"));
}

TEST_F(JudgeTest, CopiedSamplesMustBeEqual) {
  EXPECT_THAT(judge(10, 78, 10), HasSubstr("expected 77 copied to the bit, got 78"));
}

TEST(Judge, NanIsNeverRight) {
  Canvas input({.type = PixelType::f32}, Layout::interleaved);
  Canvas output({.type = PixelType::f32}, Layout::interleaved);
  write(output.view(), 0, 0, 0, 0, std::numeric_limits<double>::quiet_NaN());
  reference::Result result;
  result.samples = reference::read(input.view());
  result.copied = {false};
  EXPECT_THAT(disagreement({result, input.view(), {0, 0, 1, 1}, 1e9}, output.view()),
              HasSubstr("got nan"));
}

TEST(Judge, RoundingErrors) {
  EXPECT_DOUBLE_EQ(rounding_error(PixelType::u8, 0.3), 0.5 / 255);
  EXPECT_EQ(rounding_error(PixelType::f32, 1.5), 0x1p-24);
  EXPECT_EQ(rounding_error(PixelType::f16, 0.75), 0x1p-12);
  EXPECT_EQ(rounding_error(PixelType::f16, 0.0), 0x1p-25);  // subnormal
}

TEST(Pictures, HolesAreInvalidAndNotEverywhere) {
  for (const PixelType type : {PixelType::f16, PixelType::f32})
    for (const Holes holes : {Holes::nan, Holes::infinity}) {
      Canvas canvas({.type = type, .width = 40, .height = 10, .channels = 2}, Layout::planar);
      draw(canvas.view(), Content::noise, 1);
      pierce(canvas.view(), holes, 1);
      int bad = 0;
      for_each_sample(canvas.view(), [&](int x, int y, int c, int) {
        const double value = read(canvas.view(), x, y, c);
        bad += holes == Holes::nan ? std::isnan(value) : std::isinf(value);
      });
      EXPECT_GT(bad, 30);
      EXPECT_LT(bad, 120);
    }
}

}  // namespace
}  // namespace selvage::testing
