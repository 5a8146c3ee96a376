// SPDX-License-Identifier: Apache-2.0
// Tests norms and alpha of the reference with results computed by hand, on two adjacent pixels and
// with sigma_space so large that only D matters.
#include <gtest/gtest.h>

#include "reference/bilateral.hpp"
#include "reference/colour.hpp"
#include "reference/test_rows.hpp"

namespace selvage::reference {
namespace {

Bilateral two_pixels(Norm norm, float sigma_range) {
  return {.sigma_space = 1e6f,
          .sigma_range = sigma_range,
          .radius = 1,
          .norm = norm,
          .border = Border::shrink};
}

// Returns the first pixel's channel c if the second has weight w.
double mean(const std::vector<float>& pixels, int channels, int c, double w) {
  const auto at = [&](int pixel) {
    return static_cast<double>(pixels[static_cast<std::size_t>(pixel * channels + c)]);
  };
  return (at(0) + w * at(1)) / (1 + w);
}

void expect_weights(const Bilateral& filter, const std::vector<float>& pixels, int channels,
                    bool alpha, const std::vector<double>& weights) {
  const Result result = bilateral(filter, f32_view(pixels, 2, 1, channels, alpha));
  for (int c = 0; c < channels; ++c)
    EXPECT_NEAR(result.samples.at(0, 0, c),
                mean(pixels, channels, c, weights[static_cast<std::size_t>(c)]), 1e-7)
        << "channel " << c;
}

// Differences 3, 4, 12: l2 13, l1 19.
const std::vector<float> rgb{0, 10, 20, 3, 6, 32};

TEST(ReferenceNorm, L2) {
  const double w = std::exp(-169.0 / 200);
  expect_weights(two_pixels(Norm::l2, 10), rgb, 3, false, {w, w, w});
}

TEST(ReferenceNorm, L1) {
  const double w = std::exp(-361.0 / 200);
  expect_weights(two_pixels(Norm::l1, 10), rgb, 3, false, {w, w, w});
}

TEST(ReferenceNorm, PerChannel) {
  expect_weights(two_pixels(Norm::per_channel, 10), rgb, 3, false,
                 {std::exp(-9.0 / 200), std::exp(-16.0 / 200), std::exp(-144.0 / 200)});
}

TEST(ReferenceNorm, Luma) {
  const double d = 0.299 * 3 - 0.587 * 4 + 0.114 * 12;
  const double w = std::exp(-d * d / 2);
  expect_weights(two_pixels(Norm::luma, 1), rgb, 3, false, {w, w, w});
  expect_weights(two_pixels(Norm::luma, 1), {0.25f, 2.25f}, 1, false, {std::exp(-2.0)});
}

// Black and white are 100 apart in L* and almost nothing in a* and b*: D = 1.
TEST(ReferenceNorm, LabIsOverAHundred) {
  const double w = std::exp(-0.5 / (0.5 * 0.5));
  const Result result =
      bilateral(two_pixels(Norm::lab, 0.5f), f32_view({0, 0, 0, 1, 1, 1}, 2, 1, 3));
  EXPECT_NEAR(result.samples.at(0, 0, 0), w / (1 + w), 1e-6);
}

TEST(ReferenceNorm, LabAveragesRgb) {
  const std::vector<float> pixels{1, 0, 0, 0, 0, 1};
  const auto red = lab(1, 0, 0), blue = lab(0, 0, 1);
  double squared = 0;
  for (std::size_t i = 0; i < 3; ++i) squared += (red[i] - blue[i]) * (red[i] - blue[i]) / 1e4;
  const double w = std::exp(-squared / 2);
  expect_weights(two_pixels(Norm::lab, 1), pixels, 3, false, {w, w, w});
}

// Colour differences 3, 4 and alpha difference 12.
const std::vector<float> gray_pair_alpha{0, 10, 20, 3, 6, 32};

TEST(ReferenceAlpha, KeepCopiesItAndLeavesItOutOfD) {
  const double w = std::exp(-25.0 / 200);
  expect_weights(two_pixels(Norm::l2, 10), gray_pair_alpha, 3, true, {w, w, 0});
  const double w_l1 = std::exp(-49.0 / 200);
  expect_weights(two_pixels(Norm::l1, 10), gray_pair_alpha, 3, true, {w_l1, w_l1, 0});
  const Result result =
      bilateral(two_pixels(Norm::l2, 10), f32_view(gray_pair_alpha, 2, 1, 3, true));
  EXPECT_EQ(result.copied, (std::vector<bool>{false, false, true, false, false, true}));
}

TEST(ReferenceAlpha, FilterAveragesItAndCountsItInD) {
  Bilateral filter = two_pixels(Norm::l2, 10);
  filter.alpha = Alpha::filter;
  const double w = std::exp(-169.0 / 200);
  expect_weights(filter, gray_pair_alpha, 3, true, {w, w, w});
  filter.norm = Norm::per_channel;
  expect_weights(filter, gray_pair_alpha, 3, true,
                 {std::exp(-9.0 / 200), std::exp(-16.0 / 200), std::exp(-144.0 / 200)});
}

TEST(ReferenceAlpha, LumaAndLabNeverSeeIt) {
  Bilateral filter = two_pixels(Norm::luma, 1);
  filter.alpha = Alpha::filter;
  const double w = std::exp(-2.0);
  expect_weights(filter, {0, 5, 2, 9}, 2, true, {w, w});
  filter.norm = Norm::lab;
  expect_weights(filter, {0.5f, 0.5f, 0.5f, 0, 0.5f, 0.5f, 0.5f, 1}, 4, true, {1, 1, 1, 1});
}

}  // namespace
}  // namespace selvage::reference
