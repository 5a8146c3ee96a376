// SPDX-License-Identifier: Apache-2.0
#include "compare/ssim.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace selvage::cli {
namespace {

ConstImageView gray(const std::vector<float>& samples, int width) {
  return interleaved(samples.data(), PixelType::f32, width,
                     static_cast<int>(samples.size()) / width);
}

std::vector<float> noise(int count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> samples(count);
  for (float& v : samples) v = static_cast<float>(random() % 1000) / 1000.0f;
  return samples;
}

// Returns the index of the window at (x0, y0), from the definitions [wang2004, eq. 13..16].
double index_of_window(const std::vector<float>& a, const std::vector<float>& b, int width, int x0,
                       int y0) {
  double weights = 0, mean_a = 0, mean_b = 0, var_a = 0, var_b = 0, covariance = 0;
  const auto each = [&](auto&& step) {
    for (int y = 0; y < 11; ++y)
      for (int x = 0; x < 11; ++x) {
        const int i = (y0 + y) * width + x0 + x, dx = x - 5, dy = y - 5;
        step(std::exp((dx * dx + dy * dy) / -4.5), double{a[i]}, double{b[i]});
      }
  };
  each([&](double w, double p, double q) { weights += w, mean_a += w * p, mean_b += w * q; });
  mean_a /= weights, mean_b /= weights;
  each([&](double w, double p, double q) {
    var_a += w * (p - mean_a) * (p - mean_a) / weights;
    var_b += w * (q - mean_b) * (q - mean_b) / weights;
    covariance += w * (p - mean_a) * (q - mean_b) / weights;
  });
  return (2 * mean_a * mean_b + 0.0001) * (2 * covariance + 0.0009) /
         ((mean_a * mean_a + mean_b * mean_b + 0.0001) * (var_a + var_b + 0.0009));
}

TEST(Ssim, OfNoiseIsTheMeanOfAllWindows) {
  constexpr int width = 17, height = 13;
  const std::vector<float> a = noise(width * height, 1);
  std::vector<float> b = noise(width * height, 2);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = 0.3f * b[i] + 0.5f * a[i];
  double sum = 0.0;
  for (int y = 0; y <= height - 11; ++y)
    for (int x = 0; x <= width - 11; ++x) sum += index_of_window(a, b, width, x, y);
  const double expected = sum / (7 * 3);
  ASSERT_GT(expected, 0.2);  // the pair is neither equal nor unrelated
  ASSERT_LT(expected, 0.9);
  EXPECT_NEAR(ssim(gray(a, width), gray(b, width)).value(), expected, 1e-12);
}

TEST(Ssim, OfAnImageAndItselfIsOne) {
  const std::vector<float> a = noise(20 * 15, 3);
  EXPECT_DOUBLE_EQ(ssim(gray(a, 20), gray(a, 20)).value(), 1.0);
}

TEST(Ssim, OfConstantsIsTheLuminanceTerm) {
  const std::vector<std::uint8_t> a(144, 51), b(144, 153);  // 0.2 and 0.6
  const auto view = [](const std::vector<std::uint8_t>& v) {
    return interleaved(v.data(), PixelType::u8, 12, 12);
  };
  EXPECT_NEAR(ssim(view(a), view(b)).value(), (2 * 0.2 * 0.6 + 1e-4) / (0.04 + 0.36 + 1e-4), 1e-9);
}

TEST(Ssim, IsTheMeanOverChannels) {
  const std::vector<float> a = noise(11 * 11, 4), b = noise(11 * 11, 5);
  std::vector<float> two_a, two_b;  // only the first channel differs
  for (std::size_t i = 0; i < a.size(); ++i) {
    two_a.insert(two_a.end(), {a[i], a[i]});
    two_b.insert(two_b.end(), {b[i], a[i]});
  }
  const auto view = [](const std::vector<float>& v) {
    return interleaved(v.data(), PixelType::f32, 11, 11, 2);
  };
  EXPECT_NEAR(ssim(view(two_a), view(two_b)).value(), 0.5 * (1.0 + index_of_window(a, b, 11, 0, 0)),
              1e-12);
}

TEST(Ssim, TypesMeetInRealUnits) {
  std::vector<std::uint8_t> a(169);
  std::vector<std::uint16_t> b(169);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<std::uint8_t>(i);
    b[i] = static_cast<std::uint16_t>(i * 257);
  }
  EXPECT_NEAR(ssim(interleaved(a.data(), PixelType::u8, 13, 13),
                   interleaved(b.data(), PixelType::u16, 13, 13))
                  .value(),
              1.0, 1e-12);
}

// Tests samples whose squares leave no digits for the variance.
TEST(Ssim, StaysWithinItsBoundsFarFromZero) {
  for (int i = 1; i <= 50; ++i) {
    const std::vector<float> a(121, 1e8f * static_cast<float>(i));
    std::vector<float> b = a;
    b[60] += 512.0f;
    EXPECT_DOUBLE_EQ(ssim(gray(a, 11), gray(a, 11)).value(), 1.0) << i;
    const double value = ssim(gray(a, 11), gray(b, 11)).value();
    EXPECT_GE(value, -1.0 - 1e-12) << i;
    EXPECT_LE(value, 1.0 + 1e-12) << i;
  }
}

TEST(Ssim, NoWindowFits) {
  const std::vector<float> a(120, 0.5f);
  EXPECT_FALSE(ssim(gray(a, 10), gray(a, 10)));
  EXPECT_FALSE(ssim(gray(a, 12), gray(a, 12)));
}

TEST(Ssim, NotFinite) {
  for (const float odd :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    const std::vector<float> a(121, 0.5f);
    std::vector<float> b = a;
    b[7] = odd;
    EXPECT_FALSE(ssim(gray(a, 11), gray(b, 11)));
    EXPECT_FALSE(ssim(gray(b, 11), gray(a, 11)));
  }
}

}  // namespace
}  // namespace selvage::cli
