// SPDX-License-Identifier: Apache-2.0
// PFM files written out by hand, with known pixels.

#include <gmock/gmock.h>

#include <cmath>

#include "io/support.hpp"

namespace selvage::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// 1.0f is 3f800000, 2.0f 40000000, -0.5f bf000000.
TEST(Pfm, RowsRunFromTheBottomUp) {
  const Image image = decode(bytes({"Pf\n1 2\n-1.0\n\x00\x00\x80\x3f\x00\x00\x00\x40", 20}));
  EXPECT_EQ(image.type(), PixelType::f32);
  EXPECT_THAT(samples(image), ElementsAre(2.0, 1.0));  // the first row of the file is the lowest
  EXPECT_EQ(image.file.format, "pfm");
}

TEST(Pfm, APositiveScaleMeansHighByteFirst) {
  const Image image =
      decode(bytes({"PF\n1 1\n1.0\n\x3f\x80\x00\x00\x40\x00\x00\x00\xbf\x00\x00\x00", 23}));
  EXPECT_EQ(image.channels(), 3);
  EXPECT_THAT(samples(image), ElementsAre(1.0, 2.0, -0.5));
}

TEST(Pfm, AScaleFactorIsNotedAndNotApplied) {
  const Image image = decode(bytes({"Pf 1 1 -2.5\n\x00\x00\x80\x3f", 16}));
  EXPECT_THAT(samples(image), ElementsAre(1.0));
  EXPECT_THAT(image.file.notes, ElementsAre(HasSubstr("2.5")));
}

TEST(Pfm, LinesOfTheHeaderMayEndWithCarriageReturnAndLineFeed) {
  const Image image = decode(bytes({"Pf\r\n1 1\r\n-1.0\r\n\x00\x00\x80\x3f", 19}));
  EXPECT_THAT(samples(image), ElementsAre(1.0));
  EXPECT_THAT(image.file.notes, IsEmpty());
  // One white space character ends the header; here the line feed belongs to a sample.
  EXPECT_EQ(decode(bytes({"Pf\n1 1\n-1.0\r\n\x00\x80\x3f", 16})).view().at(0, 0)[0],
            std::byte{'\n'});
}

TEST(Pfm, BytesAfterTheImageAreNoted) {
  const Image image = decode(bytes({"Pf\n1 1\n-1.0\n\x00\x00\x80\x3fmore", 20}));
  EXPECT_THAT(samples(image), ElementsAre(1.0));
  EXPECT_THAT(image.file.notes, ElementsAre("bytes after the image are ignored"));
}

TEST(Pfm, DamageIsNamed) {
  const std::pair<std::string_view, std::string_view> files[] = {
      {"Pf\n1 1\n-1.0\nabc", "cut short"}, {"Pf\n1 1\n-1.0", "cut short"},
      {"Pf\n1 1\n0\nabcd", "scale"},       {"Pf\n1 1\nnan\nabcd", "scale"},
      {"Pf\n1 1\none\nabcd", "scale"},     {"Pf\n-1 1\n-1\nabcd", "below 1"},
      {"Pf\n1x 1\n-1\nabcd", "width"},     {"Pf\n99999999999 1\n-1\nabcd", "width"},
  };
  for (const auto& file : files) {
    SCOPED_TRACE(file.first);
    const Error error = error_of([&] { decode(bytes(file.first)); });
    EXPECT_EQ(error.code(), Errc::input);
    EXPECT_THAT(error.what(), HasSubstr(file.second));
  }
}

TEST(Pfm, NansAndInfinitiesAreKept) {
  const Image image = decode(bytes({"Pf 2 1 -1\n\x00\x00\xc0\x7f\x00\x00\x80\xff", 18}));
  EXPECT_TRUE(std::isnan(samples(image)[0]));
  EXPECT_TRUE(std::isinf(samples(image)[1]));
  EXPECT_EQ(encode(image, {.format = "pfm"}),
            bytes({"Pf\n2 1\n-1.0\n\x00\x00\xc0\x7f\x00\x00\x80\xff", 20}));
}

}  // namespace
}  // namespace selvage::testing
