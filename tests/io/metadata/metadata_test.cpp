// SPDX-License-Identifier: Apache-2.0
// Parsing of metadata, sound or malformed, and the metadata that each format keeps.

#include "selvage/metadata.hpp"

#include <gmock/gmock.h>

#include <random>

#include "io/made_files.hpp"
#include "io/metadata/icc.hpp"
#include "io/metadata/made_metadata.hpp"

namespace selvage::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::endian orders[] = {std::endian::little, std::endian::big};

// Calls `use` with the bytes cut at every length, with each byte changed, and with noise.
template <class Use>
void damage(const Bytes& whole, Use&& use) {
  for (std::size_t size = 0; size < whole.size(); ++size)
    use(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const int change : {0x01, 0x20, 0x80, 0xff}) {
      Bytes changed = whole;
      changed[at] ^= static_cast<std::byte>(change);
      use(changed);
    }
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    Bytes noise(whole.begin(), whole.begin() + 8);
    while (noise.size() < 120) noise.push_back(static_cast<std::byte>(random() >> random() % 25));
    use(noise);
  }
}

TEST(Exif, OrientationInBothByteOrders) {
  for (const std::endian order : orders)
    for (int orientation = 1; orientation <= 8; ++orientation)
      EXPECT_EQ(exif_orientation(make_exif(orientation, order)), orientation);
}

TEST(Exif, AnythingElseIsNotTurned) {
  for (const int nonsense : {0, 9, 65535}) EXPECT_EQ(exif_orientation(make_exif(nonsense)), 1);
  EXPECT_EQ(exif_orientation({}), 1);
  EXPECT_EQ(exif_orientation(bytes("II*")), 1);
  EXPECT_EQ(exif_orientation(bytes("no EXIF at all, but bytes")), 1);
  Bytes far = make_exif(6);
  for (std::size_t i = 4; i < 8; ++i) far[i] = std::byte{0xff};  // place of the directory
  EXPECT_EQ(exif_orientation(far), 1);
}

TEST(Exif, DamageIsSurvived) {
  for (const std::endian order : orders)
    damage(make_exif(6, order), [](const Bytes& exif) {
      const int orientation = exif_orientation(exif);
      EXPECT_TRUE(orientation >= 1 && orientation <= 8);
      EXPECT_EQ(without_thumbnail(exif).size(), exif.size());
    });
}

TEST(Exif, TheThumbnailIsBlankedAndUnlinked) {
  for (const std::endian order : orders) {
    const Bytes exif = make_exif(6, order);
    Bytes expected = exif;
    std::fill_n(expected.begin() + 34, 4, std::byte{0});
    std::fill_n(expected.begin() + 68, 20, std::byte{0});
    EXPECT_EQ(without_thumbnail(exif), expected);
    EXPECT_EQ(without_thumbnail(expected), expected);
  }
}

// A thumbnail of two strips, with their places outside the entry and their sizes in it.
TEST(Exif, AThumbnailWithoutCompressionIsBlanked) {
  for (const std::endian order : orders) {
    Bytes exif = make_exif(6, order);
    exif.resize(38);
    for (const auto& [value, size] :
         std::vector<std::pair<std::uint32_t, int>>{{2, 2},
                                                    {0x111, 2},
                                                    {4, 2},
                                                    {2, 4},
                                                    {68, 4},  // places
                                                    {0x117, 2},
                                                    {3, 2},
                                                    {2, 4},
                                                    {5, 2},
                                                    {6, 2},
                                                    {0, 4},  // sizes; nothing follows
                                                    {76, 4},
                                                    {82, 4}})
      exif += number(value, size, order);
    exif.resize(90, std::byte{0x55});
    Bytes expected = exif;
    std::fill_n(expected.begin() + 34, 4, std::byte{0});
    std::fill_n(expected.begin() + 76, 5, std::byte{0});
    std::fill_n(expected.begin() + 82, 6, std::byte{0});
    EXPECT_EQ(without_thumbnail(exif), expected);
  }
}

TEST(Profile, Description) {
  EXPECT_EQ(profile_description(make_profile("RGB ", "sRGB IEC61966-2.1")), "sRGB IEC61966-2.1");
  EXPECT_EQ(profile_description(make_profile("RGB ", "Display P3", true)), "Display P3");
  EXPECT_EQ(profile_description(make_profile("RGB ", "caf\xe9", true)), "caf\xc3\xa9");
  EXPECT_EQ(profile_description(make_profile("RGB ", std::string(1000, 'x'))).size(), 200u);
  EXPECT_EQ(profile_description({}), "");
}

TEST(Profile, Faults) {
  const Bytes sound = make_profile("RGB ", "name");
  EXPECT_THAT(profile_fault(sound, 3), IsEmpty());
  EXPECT_THAT(profile_fault(make_profile("GRAY", "name"), 1), IsEmpty());
  EXPECT_THAT(profile_fault(sound, 1), HasSubstr("different colour space"));
  Bytes cut = sound;
  cut.pop_back();
  EXPECT_THAT(profile_fault(cut, 3), HasSubstr("size"));
  EXPECT_THAT(profile_fault({}, 3), HasSubstr("size"));
  for (const std::size_t at : {20u, 36u, 64u, 128u, 136u, 140u}) {
    Bytes odd = sound;
    odd[at] = odd[at + 1] = std::byte{0xff};
    EXPECT_FALSE(profile_fault(odd, 3).empty()) << at;
  }
}

TEST(Profile, DamageIsSurvived) {
  for (const bool wide : {false, true})
    damage(make_profile("RGB ", "name", wide), [](const Bytes& profile) {
      profile_fault(profile, 3);
      EXPECT_LE(profile_description(profile).size(), 600u);
    });
}

// Saves the image in the format and loads it again.
Image again(Image image, const std::string& format) {
  return decode(encode(image, {.format = format}));
}

TEST(Metadata, GoesThroughEveryFormatThatHoldsIt) {
  for (const char* format : {"png", "jpeg"})
    for (const int channels : {1, 3}) {
      Image image = test_image(PixelType::u8, 20, 10, channels);
      image.file.metadata = make_metadata(channels);
      const Image read = again(std::move(image), format);
      const Metadata expected = make_metadata(channels);
      EXPECT_EQ(read.file.metadata.icc, expected.icc) << format;
      EXPECT_EQ(read.file.metadata.exif, expected.exif) << format;
      EXPECT_EQ(read.file.metadata.xmp, expected.xmp) << format;
      EXPECT_NEAR(read.file.metadata.x_density, expected.x_density, 0.5) << format;
      EXPECT_NEAR(read.file.metadata.y_density, expected.y_density, 0.5) << format;
      EXPECT_THAT(read.file.notes, IsEmpty());
    }
}

TEST(Metadata, BackAndForthLosesNothing) {
  Image image = test_image(PixelType::u8, 20, 10, 3);
  image.file.metadata = make_metadata(3);
  const Image png = again(std::move(image), "png");
  EXPECT_EQ(again(again(png.clone(), "jpeg"), "png").file.metadata, png.file.metadata);
}

TEST(Metadata, WhatIsLostIsSaid) {
  const ConstImageView shape = interleaved(static_cast<const void*>(nullptr), PixelType::u8, 9, 9);
  FileTraits file{.metadata = make_metadata(1)};
  EXPECT_THAT(lost_metadata("a.png", shape, {}, file), IsEmpty());
  EXPECT_THAT(lost_metadata("a.jpg", shape, {}, file), IsEmpty());
  EXPECT_THAT(lost_metadata("a.pgm", shape, {}, file),
              ElementsAre("its colour profile is not kept in PNM", "its EXIF is not kept in PNM",
                          "viewers will not apply its EXIF orientation (6)",
                          "its XMP is not kept in PNM", "its resolution is not kept in PNM"));
  file.metadata = {.exif = make_exif(1)};
  EXPECT_THAT(lost_metadata("a.pam", shape, {}, file), ElementsAre("its EXIF is not kept in PAM"));
  file.metadata = {.exif = make_exif(1)};
  file.metadata.exif.resize(70000);
  EXPECT_THAT(lost_metadata("a.png", shape, {}, file), IsEmpty());
  EXPECT_THAT(lost_metadata("a.jpg", shape, {}, file),
              ElementsAre("its EXIF is not kept in JPEG, which holds at most 65527 bytes"));
  EXPECT_THAT(lost_metadata("a.jpg", shape, {}, {}), IsEmpty());
}

TEST(Metadata, AProfileForOtherColoursIsNotWritten) {
  Image image = test_image(PixelType::u8, 20, 10, 1);
  image.file.metadata.icc = make_profile("RGB ", "colours");
  EXPECT_THAT(lost_metadata("a.png", image, {}, image.file),
              ElementsAre("its colour profile is not kept: it is for a different colour space"));
  for (const char* format : {"png", "jpeg"})
    EXPECT_THAT(again(image.clone(), format).file.metadata.icc, IsEmpty());
}

TEST(Metadata, WhatDoesNotFitIsLeftOutAndTheRestIsWhole) {
  Image image = test_image(PixelType::u8, 20, 10, 1);
  image.file.metadata = make_metadata(1);
  image.file.metadata.exif.resize(70000);
  image.file.metadata.xmp.resize(70000, std::byte{'x'});
  const Image read = again(std::move(image), "jpeg");
  EXPECT_EQ(read.file.metadata.icc, make_metadata(1).icc);
  EXPECT_THAT(read.file.metadata.exif, IsEmpty());
  EXPECT_THAT(read.file.metadata.xmp, IsEmpty());
}

}  // namespace
}  // namespace selvage::testing
