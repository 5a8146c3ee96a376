// SPDX-License-Identifier: Apache-2.0
// Metadata in JPEG segments: profiles in several segments, resolutions, and malformed segments.

#include "io/jpeg/jpeg_metadata.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <span>

#include "io/made_files.hpp"
#include "io/metadata/made_metadata.hpp"

namespace selvage::testing {
namespace {

using ::testing::IsEmpty;

Bytes segment(int marker, const Bytes& data) {
  Bytes made{std::byte{0xff}, static_cast<std::byte>(marker)};
  made += number(static_cast<std::uint32_t>(data.size() + 2), 2);
  made += data;
  return made;
}

Bytes app1_segment(std::string_view prefix, const Bytes& content) {
  return segment(0xe1, app1(prefix, content));
}

// Makes part `index` (from 1) of `count` of a profile.
Bytes profile_segment(const Bytes& part, int index, int count) {
  Bytes data = bytes({"ICC_PROFILE\0", 12});
  data += number(static_cast<std::uint32_t>(index), 1);
  data += number(static_cast<std::uint32_t>(count), 1);
  data += part;
  return segment(0xe2, data);
}

// Returns the traits of a gray file with these segments. Its pixels must not change.
FileTraits traits_with(const std::vector<Bytes>& segments) {
  const Bytes plain = make_jpeg(8, 8, {.channels = 1});
  Bytes file(plain.begin(), plain.begin() + 20);  // start of the image and JFIF header
  for (const Bytes& one : segments) file += one;
  file.insert(file.end(), plain.begin() + 20, plain.end());
  const Image image = decode(file);
  expect_same(image, decode(plain));
  return image.file;
}

std::vector<Bytes> profile_in_three(const Bytes& profile) {
  const std::size_t third = profile.size() / 3;
  const auto part = [&](std::size_t from, std::size_t to) {
    const std::span<const std::byte> bytes = std::span(profile).subspan(from, to - from);
    return Bytes(bytes.begin(), bytes.end());
  };
  return {profile_segment(part(0, third), 1, 3), profile_segment(part(third, 2 * third), 2, 3),
          profile_segment(part(2 * third, profile.size()), 3, 3)};
}

TEST(JpegMetadata, AProfileInSeveralSegments) {
  const Bytes profile = make_profile("GRAY", "gray");
  std::vector<Bytes> segments = profile_in_three(profile);
  EXPECT_EQ(traits_with(segments).metadata.icc, profile);
  std::ranges::reverse(segments);
  EXPECT_EQ(traits_with(segments).metadata.icc, profile);
}

TEST(JpegMetadata, AProfileWithoutAllItsSegments) {
  const std::vector<Bytes> whole = profile_in_three(make_profile("GRAY", "gray"));
  const std::vector<std::vector<Bytes>> faults = {{whole[0], whole[2]},
                                                  {whole[0], whole[1], whole[1]},
                                                  {whole[1]},
                                                  {profile_segment(bytes("zz"), 1, 1)},
                                                  {profile_segment(bytes("zz"), 0, 1)}};
  for (const auto& segments : faults) {
    const FileTraits traits = traits_with(segments);
    EXPECT_THAT(traits.metadata.icc, IsEmpty());
    EXPECT_NE(note_with(traits.notes, "profile is not kept"), "");
  }
}

TEST(JpegMetadata, ALargeProfileIsWrittenInParts) {
  Image image = test_image(PixelType::u8, 20, 10, 3);
  image.file.metadata.icc = make_profile("RGB ", "large", false, 200'000);
  const Image read = decode(encode(image, {.format = "jpeg"}));
  EXPECT_EQ(read.file.metadata.icc, image.file.metadata.icc);
}

TEST(JpegMetadata, ManySegmentsAreNotKept) {
  Image image = test_image(PixelType::u8, 20, 10, 3);
  image.file.metadata.icc = make_profile("RGB ", "large", false, 200'000);
  const Bytes file = encode(image, {.format = "jpeg"});
  const Image small = decode(file, {.max_metadata = 10'000});
  EXPECT_THAT(small.file.metadata.icc, IsEmpty());
  EXPECT_NE(note_with(small.file.notes, "is not kept: it is larger than"), "");
  EXPECT_EQ(samples(small), samples(decode(file)));
}

TEST(JpegMetadata, App1) {
  EXPECT_EQ(traits_with({app1_segment(exif_prefix, make_exif(8))}).metadata.exif, make_exif(8));
  EXPECT_EQ(traits_with({app1_segment(xmp_prefix, bytes("<x/>"))}).metadata.xmp, bytes("<x/>"));
  const FileTraits other = traits_with({segment(0xe1, bytes("whatever")), segment(0xe1, {})});
  EXPECT_EQ(other.metadata, Metadata{});
  EXPECT_THAT(other.notes, IsEmpty());
}

TEST(JpegMetadata, DamagedExifIsDroppedWithANote) {
  for (const Bytes& exif : {Bytes{}, bytes("II*"), bytes("nothing of it")}) {
    const FileTraits traits = traits_with({app1_segment(exif_prefix, exif)});
    EXPECT_THAT(traits.metadata.exif, IsEmpty());
    EXPECT_NE(note_with(traits.notes, "EXIF is not kept"), "");
  }
}

TEST(JpegMetadata, ExtendedXmpIsNotedOnce) {
  const Bytes more = segment(0xe1, bytes({"http://ns.adobe.com/xmp/extension/\0 and so on", 45}));
  const FileTraits traits = traits_with({app1_segment(xmp_prefix, bytes("<x/>")), more, more});
  EXPECT_EQ(traits.metadata.xmp, bytes("<x/>"));
  EXPECT_THAT(traits.notes, ::testing::ElementsAre("its extended XMP is not kept"));
}

TEST(JpegMetadata, TheLargestSegments) {
  Image image = test_image(PixelType::u8, 20, 10);
  image.file.metadata = {.exif = make_exif(2), .xmp = bytes("<x/>")};
  image.file.metadata.exif.resize(65527, std::byte{1});
  image.file.metadata.xmp.resize(65504, std::byte{' '});
  EXPECT_EQ(decode(encode(image, {.format = "jpeg"})).file.metadata, image.file.metadata);
}

TEST(JpegMetadata, ResolutionsTakeTheUnitThatSaysThemBest) {
  const auto expect = [](double density, int unit, int count) {
    const JfifDensity said = jfif_density(density, density);
    EXPECT_EQ(said.unit, unit) << density;
    EXPECT_EQ(said.x, count) << density;
    EXPECT_EQ(said.y, count) << density;
  };
  expect(2835, 1, 72);
  expect(11811, 1, 300);
  expect(3000, 2, 30);
  expect(100, 2, 1);
  expect(1e9, 2, 65535);
  EXPECT_EQ(jfif_density(0, 0).unit, 0);
}

TEST(JpegMetadata, JfifUnits) {
  Bytes file = make_jpeg(8, 8, {});
  const auto density = [&](int unit, int x) {  // the JFIF header comes first
    file[13] = static_cast<std::byte>(unit);
    file[14] = file[16] = std::byte{0};
    file[15] = file[17] = static_cast<std::byte>(x);
    return decode(file).file.metadata.x_density;
  };
  EXPECT_EQ(density(0, 3), 0.0);
  EXPECT_NEAR(density(1, 254), 10000.0, 1e-9);
  EXPECT_EQ(density(2, 30), 3000.0);
  EXPECT_EQ(density(1, 0), 0.0);
  EXPECT_EQ(density(77, 3), 0.0);
}

}  // namespace
}  // namespace selvage::testing
