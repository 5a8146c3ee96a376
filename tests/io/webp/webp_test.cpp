// SPDX-License-Identifier: Apache-2.0
// WebP: lossless and lossy files against libwebp itself, metadata, and files that lie.

#include <gmock/gmock.h>
#include <webp/decode.h>
#include <webp/encode.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "io/metadata/made_metadata.hpp"
#include "io/support.hpp"

namespace selvage::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

Bytes from(const std::uint8_t* data, std::size_t size) {
  const auto all = std::as_bytes(std::span(data, size));
  return {all.begin(), all.end()};
}

Bytes number(std::uint32_t value) {
  Bytes result;
  for (int i = 0; i < 4; ++i) result.push_back(static_cast<std::byte>(value >> 8 * i & 255));
  return result;
}

Bytes chunk(std::string_view name, const Bytes& data) {
  Bytes result = bytes(name);
  result += number(static_cast<std::uint32_t>(data.size()));
  result += data;
  if (data.size() % 2 == 1) result.push_back(std::byte{0});
  return result;
}

Bytes riff(const Bytes& chunks) {
  Bytes body = bytes("WEBP");
  body += chunks;
  return chunk("RIFF", body);
}

double mean_difference(const ConstImageView& a, const ConstImageView& b) {
  const std::vector<double> x = samples(a), y = samples(b);
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += std::abs(x[i] - y[i]);
  return sum / static_cast<double>(x.size());
}

Image smooth(int width, int height, int channels, bool alpha) {
  Image image(PixelType::u8, width, height, channels, alpha);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < channels; ++c)
        *image.view().at(x, y, c) = static_cast<std::byte>((2 * x + 3 * y + 40 * c) % 256);
  return image;
}

TEST(Webp, QualityHundredIsLossless) {
  for (const auto& [channels, alpha] : {std::pair{3, false}, {4, true}})
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 9}, {31, 17}, {257, 130}}) {
      const Image image = test_image(PixelType::u8, width, height, channels, alpha);
      const Image back = decode(encode(image, {.format = "webp", .quality = 100}));
      expect_same(image, back);
      EXPECT_EQ(back.file.format, "webp");
    }
}

TEST(Webp, GrayBecomesRgb) {
  for (const bool alpha : {false, true}) {
    const Image image = test_image(PixelType::u8, 20, 9, alpha ? 2 : 1, alpha);
    const Image back = decode(encode(image, {.format = "webp", .quality = 100}));
    EXPECT_EQ(back.channels(), alpha ? 4 : 3);
    for (int c = 0; c < 3; ++c) EXPECT_EQ(*back.view().at(7, 5, c), *image.view().at(7, 5, 0));
    if (!alpha) continue;
    EXPECT_EQ(*back.view().at(7, 5, 3), *image.view().at(7, 5, 1));
  }
}

TEST(Webp, QualityCounts) {
  const Image image = smooth(160, 120, 3, false);
  std::size_t size = std::numeric_limits<std::size_t>::max();
  double off = 0.0;
  for (const int quality : {95, 60, 10}) {
    const Bytes file = encode(image, {.format = "webp", .quality = quality});
    EXPECT_LT(file.size(), size);
    size = file.size();
    const double now = mean_difference(decode(file), image);
    EXPECT_GT(now, off);
    EXPECT_LT(now, 12.0);
    off = now;
  }
}

TEST(Webp, PixelsAreThoseOfTheLibrary) {
  const Image image = smooth(61, 45, 4, true);
  const auto* data = reinterpret_cast<const std::uint8_t*>(image.view().data);
  std::uint8_t* memory = nullptr;
  const std::size_t size = WebPEncodeRGBA(data, 61, 45, 61 * 4, 80.0f, &memory);
  const Bytes file = seed(from(memory, size));
  WebPFree(memory);
  const Image ours = decode(file);
  int width = 0, height = 0;
  std::uint8_t* theirs = WebPDecodeRGBA(reinterpret_cast<const std::uint8_t*>(file.data()),
                                        file.size(), &width, &height);
  ASSERT_EQ(ours.bytes(), static_cast<std::size_t>(width * height * 4));
  EXPECT_EQ(std::memcmp(ours.view().data, theirs, ours.bytes()), 0);
  WebPFree(theirs);
}

TEST(Webp, MetadataIsKept) {
  for (const auto& [channels, quality] : {std::pair{3, 90}, {4, 90}, {3, 100}, {4, 100}}) {
    Image image = test_image(PixelType::u8, 33, 20, channels, channels == 4);
    image.file.metadata = make_metadata(3);
    const Image back = decode(encode(image, {.format = "webp", .quality = quality}));
    EXPECT_EQ(back.alpha(), channels == 4);
    EXPECT_EQ(back.file.metadata.icc, image.file.metadata.icc);
    EXPECT_EQ(back.file.metadata.exif, image.file.metadata.exif);
    EXPECT_EQ(back.file.metadata.xmp, image.file.metadata.xmp);
  }
}

TEST(Webp, ExifMayHaveThePrefixOfJpeg) {
  const Bytes file = encode(smooth(8, 8, 3, false), {.format = "webp"});
  Bytes exif = bytes(std::string_view("Exif\0\0", 6));
  exif += make_exif(6);
  Bytes flags(10);
  flags[0] = std::byte{8}, flags[4] = flags[7] = std::byte{7};
  Bytes chunks = chunk("VP8X", flags);
  chunks.insert(chunks.end(), file.begin() + 12, file.end());
  chunks += chunk("EXIF", exif);
  EXPECT_EQ(decode(riff(chunks)).file.metadata.exif, make_exif(6));
}

TEST(Webp, FilesThatLie) {
  const Bytes file = encode(test_image(PixelType::u8, 40, 30, 3), {.format = "webp"});
  Bytes longer = file;
  longer += bytes("more");
  EXPECT_THAT(decode(longer).file.notes, Contains(HasSubstr("bytes after the image")));
  Bytes cut(file.begin(), file.end() - 2);
  EXPECT_THAT(refusal(cut), HasSubstr("cut short"));
  EXPECT_THAT(refusal(riff({})), HasSubstr("it has no image"));
  Bytes many;
  for (int i = 0; i < 5000; ++i) many += chunk("junk", {});
  EXPECT_THAT(refused_at_once(riff(many)).what(), HasSubstr("too many chunks"));
  Bytes huge = file;
  std::ranges::copy(number(0xfffffff0), huge.begin() + 16);  // the size of the first chunk
  EXPECT_THAT(refusal(huge), HasSubstr("a chunk is larger"));
  Bytes moving = chunk("VP8X", Bytes(10));
  moving += chunk("ANIM", Bytes(6));
  EXPECT_THAT(refusal(riff(moving)), HasSubstr("an animated WebP"));
  // The canvas of VP8X is smaller than the image.
  Bytes flags(10);
  Bytes chunks = chunk("VP8X", flags);
  chunks.insert(chunks.end(), file.begin() + 12, file.end());
  EXPECT_FALSE(refusal(riff(chunks)).empty());
  EXPECT_EQ(decoding_error(file, {.max_pixels = 1199})->code(), Errc::limit);
}

TEST(Webp, SidesHaveALimit) {
  const Folder folder;
  const Error error =
      error_of([&] { save(folder / "a.webp", test_image(PixelType::u8, 16384, 1)); });
  EXPECT_THAT(error.what(), HasSubstr("WebP holds at most 16383 pixels a side"));
}

}  // namespace
}  // namespace selvage::testing
