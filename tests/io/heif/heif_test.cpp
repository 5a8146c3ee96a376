// SPDX-License-Identifier: Apache-2.0
// HEIF: AVIF and HEIC files of libheif's encoders, and files that lie.

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "io/heif/made_heif.hpp"
#include "io/metadata/made_metadata.hpp"
#include "selvage/metadata.hpp"

namespace selvage::testing {
namespace {

using ::testing::HasSubstr;

double largest_difference(const ConstImageView& a, const ConstImageView& b) {
  const std::vector<double> x = samples(a), y = samples(b);
  EXPECT_EQ(x.size(), y.size());
  double largest = 0.0;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i)
    largest = std::max(largest, std::abs(x[i] - y[i]));
  return largest;
}

// Colours are converted to YCbCr and back, which costs a few steps.
TEST(Heif, PixelsAreThoseThatWereEncoded) {
  for (const bool avif : {true, false})
    for (const bool alpha : {false, true}) {
      const Image image = test_image(PixelType::u8, 40, 30, alpha ? 4 : 3, alpha);
      const Image back = decode(make_heif(image, {.avif = avif, .alpha = alpha}));
      EXPECT_EQ(back.type(), PixelType::u8);
      EXPECT_EQ(back.alpha(), alpha);
      EXPECT_EQ(back.file.format, "heif");
      EXPECT_LE(largest_difference(back, image), 4.0) << avif << alpha;
      for (int x = 0; alpha && x < 40; ++x)
        EXPECT_EQ(*back.view().at(x, 9, 3), *image.view().at(x, 9, 3));
    }
}

TEST(Heif, MoreThanEightBitsFillSixteen) {
  Image image(PixelType::u16, 48, 32, 3);
  for (int y = 0; y < 32; ++y)
    for (int x = 0; x < 48; ++x)
      for (int c = 0; c < 3; ++c) {
        const auto value = static_cast<std::uint16_t>(65535 * (x + y + 20 * c) / 120);
        std::memcpy(image.view().at(x, y, c), &value, 2);
      }
  const Image back = decode(make_heif(image, {.avif = false, .bits = 10, .lossless = false}));
  EXPECT_EQ(back.type(), PixelType::u16);
  EXPECT_EQ(back.file.max_value, 1023);
  EXPECT_LE(largest_difference(back, image), 0.02 * 65535);
}

TEST(Heif, MetadataIsKept) {
  const Image image = test_image(PixelType::u8, 16, 12, 3);
  const Metadata metadata = make_metadata(3);
  const Image back = decode(make_heif(image, {.metadata = metadata}));
  EXPECT_EQ(back.file.metadata.icc, metadata.icc);
  EXPECT_EQ(back.file.metadata.xmp, metadata.xmp);
  EXPECT_FALSE(back.file.metadata.exif.empty());
}

// The decoder turns the pixels, so EXIF must not ask for it once more.
TEST(Heif, PixelsAreTurnedAndExifIsUpright) {
  const Image image = test_image(PixelType::u8, 20, 12, 3);
  Metadata metadata;
  metadata.exif = make_exif(6);
  const Image back = decode(make_heif(image, {.orientation = 6, .metadata = metadata}));
  ASSERT_EQ(back.width(), 12);
  ASSERT_EQ(back.height(), 20);
  EXPECT_EQ(exif_orientation(metadata.exif), 6);
  EXPECT_EQ(exif_orientation(back.file.metadata.exif), 1);
  int largest = 0;  // 6: the first row is the right column
  for (int x = 0; x < 20; ++x)
    for (int c = 0; c < 3; ++c)
      largest = std::max(largest, std::abs(std::to_integer<int>(*back.view().at(11, x, c)) -
                                           std::to_integer<int>(*image.view().at(x, 0, c))));
  EXPECT_LE(largest, 4);
}

TEST(Heif, FilesThatLie) {
  const Bytes file = make_heif(test_image(PixelType::u8, 40, 30, 3));
  EXPECT_THAT(refusal(Bytes(file.begin(), file.end() - 1)), HasSubstr("cut short"));
  EXPECT_EQ(decoding_error(file, {.max_pixels = 1199})->code(), Errc::limit);
  EXPECT_EQ(decoding_error(file, {.max_side = 39})->code(), Errc::limit);
  const auto ispe = std::ranges::search(file, bytes("ispe"));
  ASSERT_FALSE(ispe.empty());
  Bytes huge = file;  // a width of 2^30
  huge[static_cast<std::size_t>(ispe.begin() - file.begin()) + 8] = std::byte{0x40};
  EXPECT_EQ(refused_at_once(huge).code(), Errc::limit);
  Bytes other = file;  // a width of 41
  other[static_cast<std::size_t>(ispe.begin() - file.begin()) + 11] = std::byte{41};
  EXPECT_FALSE(refusal(other).empty());
  Bytes empty = bytes(std::string("\0\0\0\x10", 4) + "ftypavif" + std::string(4, '\0'));
  EXPECT_FALSE(refusal(empty).empty());
  Bytes many = empty;
  for (int i = 0; i < 5000; ++i) many += bytes(std::string("\0\0\0\x08", 4) + "free");
  EXPECT_THAT(refused_at_once(many).what(), HasSubstr("its boxes are wrong"));
}

TEST(Heif, IsNotWritten) {
  const Folder folder;
  const Error error =
      error_of([&] { save(folder / "a.avif", test_image(PixelType::u8, 4, 4, 3)); });
  EXPECT_EQ(error.code(), Errc::invalid_argument);
  EXPECT_THAT(error.what(), HasSubstr("a.avif"));
}

}  // namespace
}  // namespace selvage::testing
