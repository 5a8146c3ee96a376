// SPDX-License-Identifier: Apache-2.0
// Properties of sliding sums alone; methods/convolution/cpu/line_kernel_test.cpp compares them with
// the other candidates.
#include <gtest/gtest.h>

#include "methods/convolution/cpu/testing/line_trials.hpp"

namespace selvage::cpu {
namespace {

// Sums of several levels, over more rows than 16 bits can sum.
TEST(Running, LargeWindows) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32})
    for (const int radius : {0, 1, 31, 130}) {
      const Image image = noise(type, 23, 7, 1);
      expect_truth({.candidate = "sliding_box", .filter = box(Border::reflect101, radius)}, image);
      expect_truth({.candidate = "sliding_box", .filter = box(Border::wrap, radius)}, image);
    }
}

// Samples that left the window leave no error, however large they were.
TEST(Running, NothingIsLeftOfLargeSamples) {
  Image image = noise(PixelType::f32, 40, 60, 1);
  const ImageView view = image.view();
  write_sample(view.at(20, 10), 1e18f);
  const Image result =
      filtered({.candidate = "sliding_box", .filter = box(Border::clamp, 3)}, image);
  for (int y = 14; y < 60; ++y)
    for (int x = 0; x < 40; ++x) {
      const double mean = sample_of(result.view(), x, y, 0);
      ASSERT_GT(mean, 0.0) << x << ' ' << y;
      ASSERT_LT(mean, 1.0) << x << ' ' << y;
    }
}

// The residue of large samples of both signs reveals the order of the sums.
TEST(Running, SumsAreThoseOfTheWholeImagesGrid) {
  Image image = noise(PixelType::f32, 60, 70, 1);
  const ImageView view = image.view();
  for (int i = 5; i < 50; i += 9) {
    write_sample(view.at(i, i), 3e16f);
    write_sample(view.at(i, i + 2), -3e16f);
  }
  Trial run{.candidate = "sliding_box", .filter = box(Border::reflect101)};
  const Image whole = filtered(run, image);
  for (const int height : {1, 3, 10, 100}) {
    run.tile = {.width = 64, .height = height};
    EXPECT_TRUE(same_bits(filtered(run, image), whole)) << height;
  }
  const Rect part{3, 11, 50, 44};
  EXPECT_TRUE(
      same_bits(filtered(run, image, Frame::region(60, 70, part)), whole.view().region(part)));
}

}  // namespace
}  // namespace selvage::cpu
