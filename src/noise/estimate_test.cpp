// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>

#include "core/sample.hpp"
#include "core/test_errors.hpp"
#include "noise/tile.hpp"
#include "selvage/noise.hpp"

namespace selvage {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

using Scene = std::function<double(int x, int y, int c)>;

// A float image of a scene with white noise.
Image noisy(int width, int height, int channels, double sigma, const Scene& scene) {
  Image image(PixelType::f32, width, height, channels);
  std::mt19937 random(7);
  std::normal_distribution<double> noise(0.0, 1.0);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < channels; ++c)
        write_sample(image.view().at(x, y, c),
                     static_cast<float>(scene(x, y, c) + sigma * noise(random)));
  return image;
}

template <class T>
Image converted(const Image& from, PixelType type) {
  Image to(type, from.width(), from.height(), from.channels());
  for (int y = 0; y < from.height(); ++y)
    for (int x = 0; x < from.width(); ++x)
      for (int c = 0; c < from.channels(); ++c)
        write_sample(to.view().at(x, y, c), convert_sample<float, T>(from.view().at(x, y, c)));
  return to;
}

double slope(int x, int y, int /*c*/) {
  return 0.3 + 0.001 * x + 0.0005 * y;
}
double plain(int /*x*/, int /*y*/, int /*c*/) {
  return 0.5;
}
// Every second tile has strong edges.
double half_textured(int x, int y, int /*c*/) {
  const bool textured = (x / 16 + y / 16) % 2 == 0;
  return textured && (x / 3 + y / 3) % 2 == 0 ? 0.7 : 0.4;
}

void set(const Image& image, int x, int y, float value) {
  for (int c = 0; c < image.channels(); ++c)
    std::memcpy(const_cast<std::byte*>(image.view().at(x, y, c)), &value, sizeof value);
}

TEST(Difference, OfATileByHand) {
  TilePlanes tile{.width = 3, .height = 3, .planes = 1};
  tile.valid.fill(true);
  tile.sample[0][4] = 0.3;  // the centre, whose weight is 4
  EXPECT_DOUBLE_EQ(difference_of(tile, 0).value(), 4 * 0.3 / 6);
  tile.sample[0][4] = 0.0;
  tile.sample[0][1] = 0.3;  // above it, with weight -2
  EXPECT_DOUBLE_EQ(difference_of(tile, 0).value(), 2 * 0.3 / 6);
  tile.clipped[0][8] = true;
  EXPECT_FALSE(difference_of(tile, 0));
  tile.clipped[0][8] = false;
  tile.valid[0] = false;
  EXPECT_FALSE(difference_of(tile, 0));
}

TEST(Difference, IsOfPixelsThatDiffer) {
  TilePlanes tile{.width = 4, .height = 3, .planes = 1};
  tile.valid.fill(true);
  EXPECT_FALSE(difference_of(tile, 0));  // all are equal
  tile.sample[0][3] = 0.6;               // the second difference sees it, the first does not
  EXPECT_DOUBLE_EQ(difference_of(tile, 0).value(), 0.6 / 6);
}

TEST(Variance, OfValidPixelsByHand) {
  TilePlanes tile{.width = 2, .height = 2, .planes = 1};
  tile.sample[0] = {1.0, 3.0, 100.0, 5.0};
  tile.valid = {true, true, false, true};
  EXPECT_DOUBLE_EQ(variance_of(tile, 0).value(), 8.0 / 3.0);
  tile.valid = {false, true, false, false};
  EXPECT_FALSE(variance_of(tile, 0));
}

TEST(EstimateNoise, FindsWhiteNoise) {
  for (const double sigma : {0.001, 0.02, 0.1}) {
    const NoiseEstimate noise = estimate_noise(noisy(256, 192, 1, sigma, slope));
    ASSERT_THAT(noise.sigma, SizeIs(1));
    EXPECT_NEAR(noise.sigma[0], sigma, 0.02 * sigma);
    EXPECT_EQ(noise.least_range, 1e-6);
  }
}

TEST(EstimateNoise, FindsNoiseBesideTexture) {
  const NoiseEstimate noise = estimate_noise(noisy(256, 256, 1, 0.02, half_textured));
  EXPECT_NEAR(noise.sigma[0], 0.02, 0.05 * 0.02);
  // Half of the tiles have samples 0.15 from their mean.
  EXPECT_NEAR(noise.contrast, 0.15 / std::sqrt(2.0), 0.005);
}

TEST(EstimateNoise, IsOfEachChannel) {
  Image image = noisy(128, 128, 3, 0.02, slope);
  for (int y = 0; y < 128; ++y)
    for (int x = 0; x < 128; ++x) {
      const float first = read_sample<float>(image.view().at(x, y, 0));
      write_sample(image.view().at(x, y, 2), 5 * first);
    }
  const NoiseEstimate noise = estimate_noise(image);
  ASSERT_THAT(noise.sigma, SizeIs(3));
  EXPECT_NEAR(noise.sigma[0], 0.02, 0.001);
  EXPECT_NEAR(noise.sigma[1], 0.02, 0.001);
  EXPECT_NEAR(noise.sigma[2], 5 * noise.sigma[0], 1e-6);
  ConstImageView with_alpha = image;
  with_alpha.channels = 2;
  with_alpha.alpha = true;
  EXPECT_THAT(estimate_noise(with_alpha).sigma, SizeIs(1));
}

TEST(EstimateNoise, IsTheSameInAllTypes) {
  const Image floats = noisy(256, 256, 1, 5.0 / 255, half_textured);
  const double expected = estimate_noise(floats).sigma[0];
  const Image bytes = converted<std::uint8_t>(floats, PixelType::u8);
  const NoiseEstimate of_bytes = estimate_noise(bytes);
  EXPECT_NEAR(of_bytes.sigma[0], expected, 0.01 * expected);
  EXPECT_EQ(of_bytes.least_range, 0.5 / 255);
  const NoiseEstimate of_words = estimate_noise(converted<std::uint16_t>(floats, PixelType::u16));
  EXPECT_NEAR(of_words.sigma[0], expected, 1e-4 * expected);
  EXPECT_EQ(of_words.least_range, 0.5 / 65535);
  EXPECT_NEAR(estimate_noise(converted<Half>(floats, PixelType::f16)).sigma[0], expected,
              1e-3 * expected);
}

TEST(EstimateNoise, IsThatOfTheTilesSideBySide) {
  const Image image = noisy(701, 1203, 2, 0.03, half_textured);
  const NoiseLattice columns = noise_lattice(701), rows = noise_lattice(1203);
  const auto width = static_cast<int>(columns.starts.size()) * 16;
  const auto height = static_cast<int>(rows.starts.size()) * 16;
  Image tiles(PixelType::f32, width, height, 2);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      std::memcpy(tiles.view().at(x, y),
                  image.view().at(columns.starts[static_cast<std::size_t>(x / 16)] + x % 16,
                                  rows.starts[static_cast<std::size_t>(y / 16)] + y % 16),
                  8);
  const NoiseEstimate whole = estimate_noise(image), copied = estimate_noise(tiles);
  EXPECT_EQ(whole.sigma, copied.sigma);
  EXPECT_EQ(whole.contrast, copied.contrast);
}

TEST(EstimateNoise, LeavesOutInvalidPixels) {
  Image image = noisy(96, 96, 1, 0.02, slope);
  Image mask(PixelType::u8, 96, 96);
  std::memset(mask.view().data, 255, mask.bytes());
  const auto put = [&](float value) {
    for (int y = 0; y < 96; ++y)
      for (int x = 0; x < 96; x += 37) {
        set(image, x, y, value);
        *mask.view().at(x, y) = std::byte{0};
      }
  };
  put(nan);
  const NoiseEstimate expected = estimate_noise(image);
  EXPECT_NEAR(expected.sigma[0], 0.02, 0.001);
  const auto same = [&](const NoiseEstimate& noise) {
    return noise.sigma == expected.sigma && noise.contrast == expected.contrast;
  };
  put(9.0f);
  EXPECT_FALSE(same(estimate_noise(image)));
  EXPECT_TRUE(same(estimate_noise(image, {.invalid = 9.0f})));
  EXPECT_TRUE(same(estimate_noise(image, {.mask = mask})));
  put(std::numeric_limits<float>::infinity());
  EXPECT_TRUE(same(estimate_noise(image)));
}

TEST(EstimateNoise, LeavesOutClippedSamples) {
  // The left half is clipped to black and white; only a quarter of its noise is left.
  const auto scene = [](int x, int, int) { return x >= 128 ? 0.5 : x < 64 ? -0.01 : 1.01; };
  const Image image = converted<std::uint8_t>(noisy(256, 256, 1, 10.0 / 255, scene), PixelType::u8);
  EXPECT_NEAR(estimate_noise(image).sigma[0], 10.0 / 255, 0.3 / 255);
}

TEST(EstimateNoise, OfImagesWithoutNoiseIs0) {
  for (const PixelType type : {PixelType::u8, PixelType::f32}) {
    Image constant(type, 40, 40, 3);
    std::memset(constant.view().data, 0x3e, constant.bytes());
    const NoiseEstimate noise = estimate_noise(constant);
    EXPECT_EQ(noise.sigma, (std::vector<double>{0.0, 0.0, 0.0}));
    EXPECT_EQ(noise.contrast, 0.0);
  }
  EXPECT_LT(estimate_noise(noisy(64, 64, 1, 0.0, slope)).sigma[0], 1e-7);
  const Image black(converted<std::uint8_t>(
      noisy(64, 64, 1, 1.0, [](int x, int y, int) { return x % 2 == y % 3 ? 99.0 : -99.0; }),
      PixelType::u8));
  EXPECT_EQ(estimate_noise(black).sigma[0], 0.0);  // all samples are clipped
}

TEST(EstimateNoise, OfImagesSmallerThanATile) {
  for (const auto& [width, height] : {std::pair{1, 1}, {2, 9}, {40, 2}})
    EXPECT_EQ(estimate_noise(noisy(width, height, 1, 0.1, plain)).sigma[0], 0.0);
  for (const auto& [width, height] : {std::pair{3, 3}, {8, 8}, {3, 500}, {17, 5}}) {
    const double sigma = estimate_noise(noisy(width, height, 1, 0.1, plain)).sigma[0];
    EXPECT_GT(sigma, 0.005) << width << 'x' << height;
    EXPECT_LT(sigma, 0.3) << width << 'x' << height;
  }
}

TEST(EstimateNoise, OfLumaAndLab) {
  Image image = noisy(128, 128, 3, 0.02, plain);
  const NoiseEstimate luma = estimate_noise(image, {.norm = Norm::luma});
  ASSERT_THAT(luma.sigma, SizeIs(1));
  // of independent channels: sqrt(0.299^2 + 0.587^2 + 0.114^2)
  EXPECT_NEAR(luma.sigma[0], 0.02 * 0.6686, 0.02 * 0.02);
  const NoiseEstimate lab = estimate_noise(image, {.norm = Norm::lab});
  ASSERT_THAT(lab.sigma, SizeIs(3));
  EXPECT_EQ(lab.norm, Norm::lab);
  // Where all channels are equal, only L* changes: near 0.5 by 0.98 of the sample, over 100.
  for (int y = 0; y < 128; ++y)
    for (int x = 0; x < 128; ++x) set(image, x, y, read_sample<float>(image.view().at(x, y)));
  const NoiseEstimate gray = estimate_noise(image, {.norm = Norm::lab});
  EXPECT_NEAR(gray.sigma[0], 0.02 * 0.98, 0.0005);
  EXPECT_LT(gray.sigma[1], 1e-4);
  EXPECT_LT(gray.sigma[2], 1e-4);
}

TEST(EstimateNoise, OfGrayImagesIsTheSameForAllNorms) {
  const Image image = noisy(64, 64, 1, 0.02, plain);
  const float expected = automatic_sigma_range(estimate_noise(image), 3.0);
  for (const Norm norm : {Norm::l1, Norm::per_channel, Norm::luma})
    EXPECT_EQ(automatic_sigma_range(estimate_noise(image, {.norm = norm}), 3.0), expected);
}

TEST(EstimateNoise, OfABatchCountsItsImagesAsOne) {
  Image batch(PixelType::f32, 64, 64, 1, false, 2);
  const Image image = noisy(64, 64, 1, 0.02, slope);
  for (int b = 0; b < 2; ++b)
    std::memcpy(batch.view().image(b).data, image.view().data, image.bytes());
  EXPECT_NEAR(estimate_noise(batch).sigma[0], estimate_noise(image).sigma[0], 1e-6);
  std::memset(batch.view().image(1).data, 0xff, image.bytes());  // NaN
  EXPECT_EQ(estimate_noise(batch).sigma, estimate_noise(image).sigma);
}

TEST(EstimateNoise, RefusesWhatDoesNotFit) {
  const Image image = noisy(20, 10, 1, 0.02, plain);
  const Image small(PixelType::u8, 10, 10), floats(PixelType::f32, 20, 10);
  const auto what = [&](const NoiseOptions& options) {
    return std::string(error_of([&] { estimate_noise(image, options); }).what());
  };
  EXPECT_THAT(what({.norm = Norm::lab}), HasSubstr("norm lab needs three colour channels"));
  EXPECT_THAT(what({.invalid = nan}), HasSubstr("invalid"));
  EXPECT_EQ(what({.mask = small}), "mask: is 10x10, the image is 20x10");
  EXPECT_EQ(what({.mask = floats}), "mask: is f32 with 1 channels, must be u8 with 1 channel");
  EXPECT_THAT(error_of([] { estimate_noise({}); }).what(), HasSubstr("image: "));
}

}  // namespace
}  // namespace selvage
