// SPDX-License-Identifier: Apache-2.0
// Radiance HDR files written out by hand, with known pixels.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "io/support.hpp"

namespace selvage::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Makes a file from header lines, a resolution and bytes of pixels.
Bytes hdr(std::string_view resolution, std::string_view pixels, std::string_view lines = "") {
  return seed(bytes(fmt::format("#?RADIANCE\n# a comment\nFORMAT=32-bit_rle_rgbe\n{}\n{}\n{}",
                                lines, resolution, pixels)));
}

// Exponent 129 means 2^-7, so 128 stands for 1.
TEST(Hdr, FlatPixels) {
  const Image image = decode(hdr("-Y 2 +X 1", {"\x80\x40\x00\x81\x01\x02\x04\x88", 8}));
  EXPECT_EQ(image.type(), PixelType::f32);
  EXPECT_EQ(image.height(), 2);
  EXPECT_THAT(samples(image), ElementsAre(1.0, 0.5, 0.0, 1.0, 2.0, 4.0));
  EXPECT_EQ(image.file.format, "hdr");
  EXPECT_THAT(image.file.notes, IsEmpty());
}

TEST(Hdr, TheExponent0IsBlack) {
  EXPECT_THAT(samples(decode(hdr("-Y 1 +X 1", {"\xff\xff\xff\x00", 4}))), ElementsAre(0, 0, 0));
  EXPECT_THAT(samples(decode(hdr("-Y 1 +X 1", {"\x01\x00\x00\x01", 4}))),
              ElementsAre(0x1p-135, 0, 0));
}

TEST(Hdr, PlusYRunsFromTheBottomUp) {
  const Bytes file = hdr("+Y 2 +X 1", "\x80\x80\x80\x81\x80\x80\x80\x82");
  EXPECT_THAT(samples(decode(file)), ElementsAre(2, 2, 2, 1, 1, 1));
  const Folder folder;
  write_file(folder / "a.hdr", file);
  EXPECT_FALSE(info(folder / "a.hdr").by_rows);
  write_file(folder / "a.hdr", hdr("-Y 1 +X 1", "\x80\x80\x80\x81"));
  EXPECT_TRUE(info(folder / "a.hdr").by_rows);
}

// 1, 1, 1, n repeats the last pixel n times; a second such pixel in a row counts 256 n.
TEST(Hdr, OldRuns) {
  EXPECT_THAT(samples(decode(hdr("-Y 1 +X 4", "\x80\x80\x80\x81\x01\x01\x01\x02\x80\x80\x80\x82"))),
              ElementsAre(1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2));
  const Image wide = decode(
      hdr("-Y 1 +X 263", "\x80\x80\x80\x81\x01\x01\x01\x05\x01\x01\x01\x01\x80\x80\x80\x82"));
  const std::vector<double> all = samples(wide);
  ASSERT_THAT(all, SizeIs(3 * 263));
  EXPECT_EQ(all[3 * 261], 1.0);
  EXPECT_EQ(all[3 * 262], 2.0);
}

TEST(Hdr, NewRunsAndLiterals) {
  const std::string_view row{
      "\x02\x02\x00\x08"
      "\x88\x80"                      // red: 8 times 128
      "\x04\x40\x40\x40\x40\x84\x80"  // green: four literals, four times 128
      "\x08\x00\x80\x00\x80\x00\x80\x00\x80"
      "\x88\x81",
      4 + 2 + 7 + 9 + 2};
  const std::vector<double> all = samples(decode(hdr("-Y 1 +X 8", row)));
  ASSERT_THAT(all, SizeIs(24));
  EXPECT_THAT(std::vector(all.begin(), all.begin() + 6), ElementsAre(1, 0.5, 0, 1, 0.5, 1));
  EXPECT_THAT(std::vector(all.end() - 3, all.end()), ElementsAre(1, 1, 1));
}

TEST(Hdr, ExposuresAreDividedOut) {
  const Image image =
      decode(hdr("-Y 1 +X 1", "\x80\x80\x80\x81", "EXPOSURE=4\nEXPOSURE= 0.5\nVIEW= -vtv\n"));
  EXPECT_THAT(samples(image), ElementsAre(0.5, 0.5, 0.5));
}

TEST(Hdr, LinesThatAreNotAppliedAreNoted) {
  const Image image = decode(hdr("-Y 1 +X 1", "\x80\x80\x80\x81", "PIXASPECT=2\n"));
  EXPECT_THAT(image.file.notes, ElementsAre(HasSubstr("PIXASPECT=2")));
}

TEST(Hdr, TheOtherNameAndTheOtherLineEnds) {
  EXPECT_THAT(samples(decode(bytes("#?RGBE\r\n\r\n-Y 1 +X 1\r\n\x80\x80\x80\x81"))),
              ElementsAre(1, 1, 1));
}

TEST(Hdr, WhatIsNotReadIsNamed) {
  for (const std::string_view axes : {"+X +Y", "+X -Y", "-X +Y", "-X -Y", "+Y -X", "-Y -X"}) {
    const std::string resolution = fmt::format("{} 1 {} 1", axes.substr(0, 2), axes.substr(3));
    EXPECT_THAT(refusal(hdr(resolution, "abcd")),
                HasSubstr(fmt::format("'{}' is not supported", axes)));
  }
  EXPECT_THAT(refusal(bytes("#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n-Y 1 +X 1\nabcd")),
              HasSubstr("XYZ colours is not supported"));
}

TEST(Hdr, DamageIsNamed) {
  const std::pair<Bytes, std::string_view> files[] = {
      {hdr("-Y 1 +X 1", "abc"), "cut short"},
      {bytes("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n"), "cut short"},
      {bytes("#?RADIANCE\nFORMAT=jpeg\n"), "format 'jpeg'"},
      {bytes("#?RADIANCE\n" + std::string(5000, 'x')), "does not end"},
      {hdr("-Y 1 +Y 1", "abcd"), "resolution"},
      {hdr("-Y 0 +X 1", "abcd"), "not a positive number"},
      {hdr("-Y 1 +X 99999999999", "abcd"), "not a positive number"},
      {hdr("-Y 1 +X 1", "abcd", "EXPOSURE=0\n"), "exposure"},
      {hdr("-Y 1 +X 1", "abcd", "EXPOSURE=1e300\nEXPOSURE=1e300\n"), "exposures"},
      {hdr("-Y 1 +X 2", "\x01\x01\x01\x02 abcd"), "run"},           // of nothing
      {hdr("-Y 1 +X 2", "abcd\x01\x01\x01\x02 abcd"), "run"},       // too long
      {hdr("-Y 1 +X 8", {"\x02\x02\x00\x09", 4}), "wrong length"},  //
      {hdr("-Y 1 +X 8", {"\x02\x02\x00\x08\x89\x00", 6}), "run"},   // too long
      {hdr("-Y 1 +X 8", {"\x02\x02\x00\x08\x00\x00", 6}), "run"},   // of nothing
      {hdr("-Y 1 +X 8", {"\x02\x02\x00\x08\x88\x01\x88", 7}), "cut short"},
  };
  for (const auto& [file, message] : files) {
    SCOPED_TRACE(message);
    EXPECT_THAT(refusal(file), HasSubstr(message));
  }
}

TEST(Hdr, ItIsNotWritten) {
  const Folder folder;
  const Error error =
      error_of([&] { save(folder / "a.hdr", test_image(PixelType::f32, 2, 2, 3)); });
  EXPECT_THAT(error.what(), HasSubstr("Radiance HDR is read, but not written"));
}

}  // namespace
}  // namespace selvage::testing
