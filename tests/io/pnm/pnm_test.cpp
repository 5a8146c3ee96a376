// SPDX-License-Identifier: Apache-2.0
// PNM and PAM files written out by hand, with known pixels.

#include <gmock/gmock.h>

#include "io/support.hpp"

namespace selvage::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Image decode_text(std::string_view text) {
  return decode(bytes(text));
}

TEST(Pnm, TextBitsNeedNoSpaces) {
  const Image image = decode_text("P1\n# one is black\n3 2\n101\n0 1 0\n");
  EXPECT_EQ(image.width(), 3);
  EXPECT_EQ(image.height(), 2);
  EXPECT_THAT(samples(image), ElementsAre(0, 255, 0, 255, 0, 255));
  EXPECT_EQ(image.file.format, "pnm");
  EXPECT_EQ(image.file.max_value, 0);
}

TEST(Pnm, TextGrayIsRescaledToFullScale) {
  const Image image = decode_text("P2 3 2 15\n0 1 2\n13 14 15\n");
  EXPECT_EQ(image.type(), PixelType::u8);
  EXPECT_THAT(samples(image), ElementsAre(0, 17, 34, 221, 238, 255));
  EXPECT_EQ(image.file.max_value, 15);
}

TEST(Pnm, TextRgbHasCommentsAnywhere) {
  const Image image = decode_text("P3#a\n#b\n1#c\n 2 255\n1 2 3#d\n4 5 6\n");
  EXPECT_EQ(image.channels(), 3);
  EXPECT_THAT(samples(image), ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(Pnm, BitsFillBytesFromTheHighEnd) {
  const Image image = decode_text("P4\n10 2\n\xa0\x40\x7f\x80");
  EXPECT_THAT(samples(image), ElementsAre(0, 255, 0, 255, 255, 255, 255, 255, 255, 0,  //
                                          255, 0, 0, 0, 0, 0, 0, 0, 0, 255));
}

TEST(Pnm, BinaryGray) {
  const Image image = decode_text("P5\n2 2\n255\n\x01\x80\xfe\xff");
  EXPECT_THAT(samples(image), ElementsAre(1, 128, 254, 255));
  EXPECT_EQ(image.file.max_value, 0);
}

TEST(Pnm, WideSamplesHaveTheHighByteFirst) {
  const Image full = decode_text({"P5 2 1 65535\n\x01\x02\xff\xfe", 17});
  EXPECT_EQ(full.type(), PixelType::u16);
  EXPECT_THAT(samples(full), ElementsAre(0x0102, 0xfffe));
  const Image ten_bits = decode_text({"P5 2 1 1023\n\x03\xff\x02\x00", 16});
  EXPECT_EQ(ten_bits.type(), PixelType::u16);
  EXPECT_THAT(samples(ten_bits), ElementsAre(65535, 32800));  // 512 * 65535 / 1023 = 32799.6
  EXPECT_EQ(ten_bits.file.max_value, 1023);
}

TEST(Pnm, BinaryRgbRunsFromTheTopLeft) {
  const Image image = decode_text("P6 2 2 255\nabcdefghijkl");
  EXPECT_THAT(samples(image),
              ElementsAre('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'));
}

TEST(Pnm, PamKnowsItsAlpha) {
  const Image image = decode_text(
      "P7\nWIDTH 1\nHEIGHT 2\n# hello\nDEPTH 2\nMAXVAL 255\nTUPLTYPE "
      "GRAYSCALE_ALPHA\nENDHDR\nabcd");
  EXPECT_EQ(image.channels(), 2);
  EXPECT_TRUE(image.alpha());
  EXPECT_THAT(samples(image), ElementsAre('a', 'b', 'c', 'd'));
  EXPECT_EQ(image.file.format, "pam");
}

TEST(Pnm, PamBlackAndWhiteHasOneForWhite) {
  const Image image = decode_text(
      {"P7\nWIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 1\nTUPLTYPE BLACKANDWHITE\nENDHDR\n\x00\x01", 69});
  EXPECT_THAT(samples(image), ElementsAre(0, 255));
  EXPECT_EQ(image.file.max_value, 0);
}

TEST(Pnm, PamWithoutATypeHasPlainChannels) {
  const Image image = decode_text("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nENDHDR\nabcd");
  EXPECT_EQ(image.channels(), 4);
  EXPECT_FALSE(image.alpha());
  EXPECT_TRUE(image.file.notes.empty());
  const Image odd =
      decode_text("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 2\nMAXVAL 255\nTUPLTYPE FLOW\nENDHDR\nab");
  EXPECT_FALSE(odd.alpha());
  EXPECT_THAT(odd.file.notes, ElementsAre(HasSubstr("FLOW")));
}

struct BadFile {
  std::string_view text;
  std::string_view message;
};

TEST(Pnm, DamageIsNamed) {
  const BadFile files[] = {
      {"P2 2 1 255\n1 2", "cut short"},      // the last number may continue
      {"P2 2 1 255\n1\n", "cut short"},      //
      {"P5 2 1 255\n1", "cut short"},        //
      {"P5 2 1 255", "cut short"},           //
      {"P1 2 1\n1", "cut short"},            //
      {"P4 9 1\n1", "cut short"},            //
      {"P7\nWIDTH 2\n", "cut short"},        //
      {"P2 2 1 255\n1 x ", "corrupt PNM"},   //
      {"P2 1 1 255\n256 ", "above 255"},     //
      {"P5 1 1 100\n\x65", "above 100"},     //
      {"P5 0 1 255\n", "of 0"},              //
      {"P5 1 1 65536\n12", "above 65535"},   //
      {"P5 99999999999 1 255\n", "above"},   //
      {"P5 -1 1 255\n1", "corrupt PNM"},     //
      {"P1 2 1\n12\n", "not 0 or 1"},        //
      {"P7\nWIDTH 1\nENDHDR\n", "missing"},  //
      {"P7\nWIDTH 0\n", "WIDTH '0'"},        //
      {"P7\nCOLOUR 1\n", "'COLOUR'"},        //
      {"P7\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\na", "DEPTH 1"},
      {"P7\nWIDTH 1\nHEIGHT 1\nDEPTH 5\nMAXVAL 255\nENDHDR\nabcde", "5 channels"},
      {"P5 1 1 255\naP5 1 1 255\nb", "several images"},
      {"P2 1 1 255\n7\nP2 1 1 255\n8\n", "several images"},
  };
  for (const BadFile& file : files) {
    SCOPED_TRACE(file.text);
    const Error error = error_of([&] { decode_text(file.text); });
    EXPECT_EQ(error.code(), Errc::input);
    EXPECT_THAT(error.what(), HasSubstr(file.message));
  }
}

TEST(Pnm, OtherBytesAfterTheImageAreNoted) {
  EXPECT_TRUE(decode_text("P5 1 1 255\na\n").file.notes.empty());
  EXPECT_THAT(decode_text("P5 1 1 255\nabc").file.notes, ElementsAre(HasSubstr("after the image")));
}

}  // namespace
}  // namespace selvage::testing
