// SPDX-License-Identifier: Apache-2.0
// The methods of section 4.1 on one CPU thread; the study compares them with the reference.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "larsson2015_case_study/bilateral_grid.hpp"
#include "larsson2015_case_study/box_histograms.hpp"
#include "larsson2015_case_study/fft.hpp"

namespace selvage::studies::larsson {
namespace {

using Line = std::vector<std::complex<double>>;

Line wavy(std::size_t size) {
  Line line;
  for (std::size_t i = 0; i < size; ++i)
    line.emplace_back(std::sin(1.7 * static_cast<double>(i * i)),
                      std::cos(0.3 * static_cast<double>(i)));
  return line;
}

double worst(const Line& a, const Line& b) {
  double worst = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
  return worst;
}

TEST(Fft, IsTheSumThatDefinesIt) {
  for (const std::size_t size : {1U, 2U, 8U, 64U}) {
    const Line line = wavy(size);
    Line sums(size), fast = line;
    for (std::size_t k = 0; k < size; ++k)
      for (std::size_t n = 0; n < size; ++n)
        sums[k] += line[n] * std::polar(1.0, -2.0 * std::numbers::pi * static_cast<double>(k * n) /
                                                 static_cast<double>(size));
    const Fft fft(size);
    fft.forward(fast);
    EXPECT_LT(worst(fast, sums), 1e-11) << size;
    fft.backward(fast);
    EXPECT_LT(worst(fast, line), 1e-14) << size;
  }
  EXPECT_THROW(Fft(12), std::logic_error);
}

TEST(Fft, ConvolutionsHaveZerosOutside) {
  constexpr std::array kernel{0.5, 2.0, 3.0, 2.0, 0.5};
  for (const std::size_t length : {1U, 3U, 14U, 15U, 32U}) {
    const Line line = wavy(length);
    Line sums(length), fast = line;
    for (std::size_t i = 0; i < length; ++i)
      for (std::size_t k = 0; k < kernel.size(); ++k)
        if (i + k >= 2 && i + k - 2 < length) sums[i] += kernel.at(k) * line[i + k - 2];
    FftConvolution(length, kernel).convolve(fast);
    EXPECT_LT(worst(fast, sums), 1e-13) << length;
  }
}

// 12x9, three channels that differ, an edge in the middle.
Image edge() {
  Image image(PixelType::u8, 12, 9, 3);
  for (int y = 0; y < 9; ++y)
    for (int x = 0; x < 12; ++x)
      for (int c = 0; c < 3; ++c)
        *image.view().at(x, y, c) = std::byte((x < 6 ? 20 : 180) + 10 * c + (x * 5 + y * 3) % 7);
  return image;
}

int at(const Image& image, int x, int y, int c) {
  return std::to_integer<int>(*image.view().at(x, y, c));
}

// By hand: every tap of the box at (x, y).
double box_mean(const Image& image, int radius, double sigma, int x, int y, int c) {
  double sum = 0.0, total = 0.0;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) {
      const int tap = at(image, x + dx, y + dy, c), d = tap - at(image, x, y, c);
      const double weight = std::exp(-d * d / (2.0 * sigma * sigma));
      sum += weight * tap;
      total += weight;
    }
  return sum / total;
}

TEST(BoxHistograms, AreTheMeanOfTheBox) {
  const Image image = edge();
  const Image result = histogram_filtered(image, {.radius = 2, .sigma_range = 25.0}, 256);
  for (int y = 0; y < 9; ++y)
    for (int x = 0; x < 12; ++x)
      for (int c = 0; c < 3; ++c) {
        const bool inside = x >= 2 && x < 10 && y >= 2 && y < 7;
        const double expected = inside ? box_mean(image, 2, 25.0, x, y, c) : at(image, x, y, c);
        EXPECT_NEAR(at(result, x, y, c), expected, 0.51) << x << ' ' << y << ' ' << c;
      }
}

TEST(BoxHistograms, FewerBinsMoveAMeanByHalfABin) {
  const Image image = edge();
  const Image result = histogram_filtered(image, {.radius = 2, .sigma_range = 25.0}, 64);
  for (int x = 2; x < 10; ++x)
    EXPECT_NEAR(at(result, x, 4, 1), box_mean(image, 2, 25.0, x, 4, 1), 2.5);
}

TEST(BilateralGrid, KeepsAFlatImageAndAnEdge) {
  Image flat(PixelType::u8, 20, 11, 3);
  for (int y = 0; y < 11; ++y)
    for (int x = 0; x < 20; ++x)
      for (int c = 0; c < 3; ++c) *flat.view().at(x, y, c) = std::byte(100 + 50 * c);
  const Window window{.radius = 9, .sigma_space = 3.0, .sigma_range = 15.0};
  for (const GridBlur blur : {GridBlur::direct, GridBlur::fft}) {
    const Image same = grid_filtered(flat, window, {}, blur);
    for (int c = 0; c < 3; ++c) EXPECT_EQ(at(same, 7, 5, c), 100 + 50 * c);
    const Image kept = grid_filtered(edge(), window, {}, blur);
    EXPECT_LT(at(kept, 5, 4, 0), 30);
    EXPECT_GT(at(kept, 6, 4, 0), 170);
  }
}

}  // namespace
}  // namespace selvage::studies::larsson
