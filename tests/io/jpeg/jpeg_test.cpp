// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "io/made_files.hpp"

namespace selvage::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

double rms(const Image& a, const Image& b) {
  const std::vector<double> of_a = samples(a), of_b = samples(b);
  double sum = 0;
  for (std::size_t i = 0; i < of_a.size(); ++i) sum += std::pow(of_a[i] - of_b[i], 2);
  return std::sqrt(sum / static_cast<double>(of_a.size()));
}

// Makes a smooth image, which JPEG compresses with small errors.
Image smooth(int channels) {
  Image image(PixelType::u8, 50, 37, channels);
  for (int y = 0; y < 37; ++y)
    for (int x = 0; x < 50; ++x)
      for (int c = 0; c < channels; ++c)
        *image.view().at(x, y, c) = std::byte(2 * x + 3 * y + 10 * c);
  return image;
}

TEST(Jpeg, KeepsSmoothPictures) {
  for (const int channels : {1, 3}) {
    const Image image = smooth(channels);
    const Image read = decode(encode(image, {.format = "jpeg"}));
    EXPECT_EQ(read.type(), PixelType::u8);
    ASSERT_EQ(read.channels(), channels);
    EXPECT_EQ(read.file.format, "jpeg");
    EXPECT_LT(rms(image, read), 1.0);
  }
}

TEST(Jpeg, QualityTradesSizeForError) {
  const Image image = test_image(PixelType::u8, 64, 64, 3);
  const Bytes low = encode(image, {.format = "jpeg", .quality = 10});
  const Bytes high = encode(image, {.format = "jpeg", .quality = 100});
  EXPECT_LT(2 * low.size(), high.size());
  EXPECT_GT(rms(decode(low), image), 2 * rms(decode(high), image));
}

// The SOF0 segment contains the sampling factors of the first component.
std::byte luma_sampling(const Bytes& file) {
  const Bytes mark{std::byte{0xff}, std::byte{0xc0}};
  const auto at = std::ranges::search(file, mark).begin();
  return at[11];
}

TEST(Jpeg, ColourHasFullResolutionFromQuality90On) {
  const Image image = smooth(3);
  EXPECT_EQ(luma_sampling(encode(image, {.format = "jpeg", .quality = 90})), std::byte{0x11});
  EXPECT_EQ(luma_sampling(encode(image, {.format = "jpeg", .quality = 89})), std::byte{0x22});
}

TEST(Jpeg, ProgressiveFilesGiveThePixelsOfSequentialOnes) {
  for (const int channels : {1, 3}) {
    const Image sequential = decode(make_jpeg(70, 45, {.channels = channels}));
    const Image progressive =
        decode(make_jpeg(70, 45, {.channels = channels, .progressive = true}));
    expect_same(progressive, sequential);
  }
}

TEST(Jpeg, KindsThatAreNotReadAreNamed) {
  EXPECT_THAT(refusal(make_jpeg(16, 16, {.arithmetic = true})), HasSubstr("arithmetic"));
  EXPECT_EQ(decoding_error(make_jpeg(16, 16, {.arithmetic = true}))->code(), Errc::input);
}

// R = (1 - C) (1 - K), or of inverted samples C K. JPEG at full quality loses a few steps.
TEST(Jpeg, CmykBecomesRgb) {
  for (const bool inverted : {false, true}) {
    const Image image = decode(make_jpeg(21, 17, {.channels = 4, .inverted = inverted}));
    EXPECT_EQ(image.channels(), 3);
    EXPECT_THAT(image.file.notes, Contains(HasSubstr("CMYK colours become RGB")));
    double sum = 0.0, largest = 0.0;
    for (int y = 0; y < 17; ++y)
      for (int x = 0; x < 21; ++x)
        for (int c = 0; c < 3; ++c) {
          const auto light = [&](int ink) {
            const int sample = made_sample(x, y, ink, 256);
            return (inverted ? sample : 255 - sample) / 255.0;
          };
          const double off = std::abs(std::to_integer<int>(*image.view().at(x, y, c)) -
                                      255.0 * light(c) * light(3));
          sum += off;
          largest = std::max(largest, off);
        }
    EXPECT_LT(sum / (21 * 17 * 3), 1.0);
    EXPECT_LT(largest, 5.0);
  }
}

TEST(Jpeg, ManyScansAreRefused) {
  EXPECT_FALSE(decoding_error(make_jpeg(64, 64, {.channels = 1, .scans = 90})).has_value());
  EXPECT_THAT(refusal(make_jpeg(64, 64, {.channels = 1, .scans = 127})), HasSubstr("100 scans"));
}

TEST(Jpeg, WhatTheLibraryOnlyWarnsAboutIsAnError) {
  Bytes damaged = make_jpeg(64, 64, {});
  damaged[damaged.size() / 2] = std::byte{0xff};  // a marker in the middle of the data
  damaged[damaged.size() / 2 + 1] = std::byte{0xd3};
  EXPECT_THAT(refusal(damaged), HasSubstr("corrupt JPEG"));
  Bytes endless = make_jpeg(64, 64, {});
  endless.resize(endless.size() - 2);
  EXPECT_THAT(refusal(endless), HasSubstr("cut short"));
}

TEST(Jpeg, BytesBetweenSegmentsOfTheHeaderAreNoted) {
  const Bytes plain = make_jpeg(64, 64, {});
  Bytes odd = plain;
  constexpr std::ptrdiff_t after_jfif = 2 + 2 + 16;
  odd.insert(odd.begin() + after_jfif, 3, std::byte{0x2a});
  const Image image = decode(odd);
  EXPECT_THAT(image.file.notes, Contains(HasSubstr("extraneous bytes")));
  expect_same(image, decode(plain));
}

// Where a scan ends early, a part of it was decoded wrongly.
TEST(Jpeg, BytesBehindAScanAreAnError) {
  Bytes odd = make_jpeg(64, 64, {});
  odd.insert(odd.end() - 2, 3, std::byte{0x2a});
  EXPECT_THAT(refusal(odd), HasSubstr("corrupt JPEG"));
}

TEST(Jpeg, AColourProfileIsNoted) {
  Bytes file = make_jpeg(8, 8, {});
  Bytes marker{std::byte{0xff}, std::byte{0xe2}, std::byte{0}, std::byte{18}};
  marker += bytes({"ICC_PROFILE\0\1\1zz", 16});
  file.insert(file.begin() + 2, marker.begin(), marker.end());
  EXPECT_THAT(decode(file).file.notes, Contains(HasSubstr("profile")));
}

}  // namespace
}  // namespace selvage::testing
