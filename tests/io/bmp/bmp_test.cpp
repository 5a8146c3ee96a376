// SPDX-License-Identifier: Apache-2.0
// BMP files written out field by field, with known pixels.

#include <gmock/gmock.h>

#include <limits>

#include "io/support.hpp"

namespace selvage::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Bytes number(std::uint32_t value, int count) {
  Bytes out;
  for (int i = 0; i < count; ++i) {
    out.push_back(std::byte(value & 255));
    value >>= 8;
  }
  return out;
}

struct BmpKind {
  int width = 2, height = 2;
  std::uint32_t bits = 24, compression = 0, palette_entries = 0;
  std::uint32_t header_bytes = 40;
  Bytes masks_or_palette = {};
};

Bytes make_bmp(const BmpKind& kind, std::string_view pixels) {
  const bool os2 = kind.header_bytes == 12;
  Bytes header = number(kind.header_bytes, 4);
  header += number(static_cast<std::uint32_t>(kind.width), os2 ? 2 : 4);
  header += number(static_cast<std::uint32_t>(kind.height), os2 ? 2 : 4);
  header += number(1, 2);
  header += number(kind.bits, 2);
  if (!os2) {
    header += number(kind.compression, 4);
    header += number(0, 12);
    header += number(kind.palette_entries, 4);
    header += number(0, 4);
  }
  header += kind.masks_or_palette;
  Bytes out = bytes("BM");
  out += number(0, 8);  // unused sizes
  out += number(14 + static_cast<std::uint32_t>(header.size()), 4);
  out += header;
  out += bytes(pixels);
  return seed(std::move(out));
}

constexpr std::string_view two_by_two("abcdefXXghijklXX");  // BGR, rows padded to 8 bytes

TEST(Bmp, RowsRunFromTheBottomUpAndBlueIsFirst) {
  const Image image = decode(make_bmp({}, two_by_two));
  EXPECT_EQ(image.channels(), 3);
  EXPECT_THAT(samples(image),
              ElementsAre('i', 'h', 'g', 'l', 'k', 'j', 'c', 'b', 'a', 'f', 'e', 'd'));
  EXPECT_EQ(image.file.format, "bmp");
}

TEST(Bmp, ANegativeHeightMeansTopDown) {
  const Image image = decode(make_bmp({.height = -2}, two_by_two));
  EXPECT_THAT(samples(image),
              ElementsAre('c', 'b', 'a', 'f', 'e', 'd', 'i', 'h', 'g', 'l', 'k', 'j'));
}

TEST(Bmp, TheOldHeaderIsRead) {
  EXPECT_EQ(samples(decode(make_bmp({.header_bytes = 12}, two_by_two))),
            samples(decode(make_bmp({}, two_by_two))));
}

TEST(Bmp, ThirtyTwoBitsHaveAlphaOnlyWithAMaskForIt) {
  const Image plain = decode(make_bmp({.width = 1, .height = 1, .bits = 32}, "abcd"));
  EXPECT_EQ(plain.channels(), 3);
  EXPECT_THAT(samples(plain), ElementsAre('c', 'b', 'a'));

  Bytes masks = number(0x000000ff, 4);  // red is the first byte
  masks += number(0x0000ff00, 4);
  masks += number(0x00ff0000, 4);
  masks += number(0xff000000, 4);
  BmpKind kind{.width = 1, .height = 1, .bits = 32, .compression = 3, .masks_or_palette = masks};
  kind.header_bytes = 56;  // the masks are a part of the header
  const Image rgba = decode(make_bmp(kind, "abcd"));
  EXPECT_TRUE(rgba.alpha());
  EXPECT_THAT(samples(rgba), ElementsAre('a', 'b', 'c', 'd'));
  kind.header_bytes = 40;  // they follow it
  kind.compression = 6;
  expect_same(decode(make_bmp(kind, "abcd")), rgba);
}

TEST(Bmp, PalettesBecomeColours) {
  const Bytes palette = bytes({"\x01\x02\x03\x00\x0a\x0b\x0c\x00", 8});
  const Image image = decode(make_bmp(
      {.width = 3, .height = 1, .bits = 8, .palette_entries = 2, .masks_or_palette = palette},
      {"\x01\x00\x01\x00", 4}));
  EXPECT_EQ(image.channels(), 3);
  EXPECT_THAT(samples(image), ElementsAre(12, 11, 10, 3, 2, 1, 12, 11, 10));
}

TEST(Bmp, APaletteOfGraysMakesAGrayImage) {
  const Bytes palette = bytes({"\x05\x05\x05\x00\x09\x09\x09\x00", 8});
  const Image image = decode(make_bmp(
      {.width = 2, .height = 1, .bits = 8, .palette_entries = 2, .masks_or_palette = palette},
      {"\x01\x00\x00\x00", 4}));
  EXPECT_EQ(image.channels(), 1);
  EXPECT_THAT(samples(image), ElementsAre(9, 5));
}

TEST(Bmp, PalettesOfOneAndFourBits) {
  const Bytes two = bytes({"\x01\x02\x03\x00\x0a\x0b\x0c\x00", 8});
  const Image bits = decode(
      make_bmp({.width = 10, .height = 1, .bits = 1, .palette_entries = 2, .masks_or_palette = two},
               {"\x81\x40\x00\x00", 4}));
  std::vector<double> wanted;
  for (const int index : {1, 0, 0, 0, 0, 0, 0, 1, 0, 1})
    for (const int sample : {3, 2, 1}) wanted.push_back(sample + 9 * index);
  EXPECT_EQ(samples(bits), wanted);
  EXPECT_EQ(bits.file.max_value, 0);

  Bytes grays;
  for (std::uint32_t i = 0; i < 16; ++i) grays += number(i * 0x111111, 4);
  const Image nibbles = decode(make_bmp(
      {.width = 3, .height = 1, .bits = 4, .masks_or_palette = grays}, {"\x0f\x70\x00\x00", 4}));
  EXPECT_THAT(samples(nibbles), ElementsAre(0, 255, 7 * 17));
}

TEST(Bmp, SixteenBits) {
  const Image plain = decode(
      make_bmp({.width = 2, .height = 1, .bits = 16}, {"\xff\x7f\x01\x04", 4}));  // 31 31 31, 1 0 1
  EXPECT_THAT(samples(plain), ElementsAre(255, 255, 255, 8, 0, 8));
  Bytes masks = number(0xf800, 4);
  masks += number(0x07e0, 4);
  masks += number(0x001f, 4);
  const Image wide_green = decode(
      make_bmp({.width = 2, .height = 1, .bits = 16, .compression = 3, .masks_or_palette = masks},
               {"\x20\x00\xff\xff", 4}));
  EXPECT_THAT(samples(wide_green), ElementsAre(0, 4, 0, 255, 255, 255));
  Bytes beyond = number(0xf800000, 4);
  beyond += masks;
  EXPECT_EQ(
      decoding_error(
          make_bmp(
              {.width = 2, .height = 1, .bits = 16, .compression = 3, .masks_or_palette = beyond},
              "abcd"))
          ->code(),
      Errc::input);
}

Bytes joined(std::initializer_list<Bytes> parts) {
  Bytes all;
  for (const Bytes& part : parts) all += part;
  return all;
}

// Writes a column of two pixels, the lower one of 50s.
Bytes written(int channels, bool alpha = false) {
  Image image(PixelType::u8, 1, 2, channels, alpha);
  const ImageView view = image.view();
  for (int c = 0; c < channels; ++c) {
    *view.at(0, 0, c) = std::byte(c + 1);
    *view.at(0, 1, c) = std::byte(50);
  }
  return encode(image, {.format = "bmp"});
}

TEST(Bmp, GrayIsWrittenAsAPaletteOfGrays) {
  const Bytes file = written(1);
  Bytes expected =
      joined({bytes("BM"), number(54 + 1024 + 8, 4), number(0, 4), number(54 + 1024, 4),
              number(40, 4), number(1, 4), number(2, 4), number(1, 2), number(8, 2), number(0, 4),
              number(8, 4), number(0, 8), number(256, 4), number(0, 4)});
  for (std::uint32_t v = 0; v < 256; ++v) expected += number(v * 0x010101, 4);
  expected += bytes({"\x32\0\0\0\x01\0\0\0", 8});
  EXPECT_EQ(file, expected);
}

TEST(Bmp, ColoursAreWrittenWithBlueFirstAndRowsOfWholeWords) {
  const Bytes file = written(3);
  ASSERT_EQ(file.size(), 54u + 8u);
  EXPECT_EQ(Bytes(file.begin() + 28, file.begin() + 30), number(24, 2));
  EXPECT_EQ(Bytes(file.begin() + 54, file.end()), bytes({"\x32\x32\x32\0\3\2\1\0", 8}));
}

TEST(Bmp, AlphaIsWrittenWithAMaskForIt) {
  const Bytes file = written(4, true);
  ASSERT_EQ(file.size(), 14u + 108u + 8u);
  EXPECT_EQ(Bytes(file.begin() + 28, file.begin() + 34), joined({number(32, 2), number(3, 4)}));
  EXPECT_EQ(Bytes(file.begin() + 54, file.begin() + 74),
            joined({number(0xff0000, 4), number(0xff00, 4), number(0xff, 4), number(0xff000000, 4),
                    bytes("BGRs")}));
  EXPECT_EQ(Bytes(file.begin() + 122, file.end()), bytes("2222\3\2\1\4"));
}

TEST(Bmp, FilesAreSmallerThan4Gibibytes) {
  const Folder folder;
  const ConstImageView huge =
      interleaved(static_cast<const void*>(nullptr), PixelType::u8, 1 << 16, 1 << 14, 4);
  ConstImageView shape = huge;
  shape.alpha = true;
  const Error error = error_of([&] { ImageWriter(folder / "a.bmp", shape); });
  EXPECT_EQ(error.code(), Errc::limit);
  EXPECT_THAT(error.what(), HasSubstr("larger than 4 GiB"));
}

TEST(Bmp, DamageIsNamed) {
  const std::pair<Bytes, std::string_view> files[] = {
      {make_bmp({}, two_by_two.substr(0, 15)), "cut short"},
      {make_bmp({.width = 0}, two_by_two), "not positive"},
      {make_bmp({.height = std::numeric_limits<int>::min()}, two_by_two), "not positive"},
      {make_bmp({.bits = 2}, two_by_two), "2 bits"},
      {make_bmp({.bits = 8, .compression = 1}, two_by_two), "compressed"},
      {make_bmp({.header_bytes = 4000}, two_by_two), "header of 4000"},
      {make_bmp({.bits = 8, .palette_entries = 257}, two_by_two), "257 colours"},
      {make_bmp({.bits = 8, .palette_entries = 2}, two_by_two), "inside the palette"},
      {make_bmp({.bits = 8, .palette_entries = 1, .masks_or_palette = number(0, 4)}, two_by_two),
       "not in the palette"},
      {make_bmp({.bits = 32, .compression = 3, .masks_or_palette = number(0x1f, 16)}, two_by_two),
       "1 to 8 bits"},
  };
  for (const auto& file : files) {
    SCOPED_TRACE(file.second);
    const Error error = error_of([&] { decode(file.first); });
    EXPECT_EQ(error.code(), Errc::input);
    EXPECT_THAT(error.what(), HasSubstr(file.second));
  }
}

}  // namespace
}  // namespace selvage::testing
