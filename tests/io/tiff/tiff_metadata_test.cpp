// SPDX-License-Identifier: Apache-2.0
// Metadata in TIFFs: the tags that are kept, and malformed entries.

#include <gmock/gmock.h>

#include <algorithm>

#include "io/metadata/made_metadata.hpp"
#include "io/tiff/made_tiff.hpp"
#include "selvage/metadata.hpp"

namespace selvage::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

// EXIF as in a JPEG: make and orientation, a directory with an exposure time, and a position.
Bytes exif_block() {
  Bytes block = bytes({"II*\0\x08\0\0\0\x04\0", 10});
  block += bytes({"\x0f\x01\x02\0\x04\0\0\0abc\0", 12});
  block += bytes({"\x12\x01\x03\0\x01\0\0\0\x06\0\0\0", 12});
  block += bytes({"\x69\x87\x04\0\x01\0\0\0\x3e\0\0\0", 12});
  block += bytes({"\x25\x88\x04\0\x01\0\0\0\x58\0\0\0\0\0\0\0", 16});
  block += bytes({"\x01\0\x9a\x82\x05\0\x01\0\0\0\x50\0\0\0\0\0\0\0", 18});
  block += bytes({"\x01\0\0\0\x64\0\0\0", 8});
  block += bytes({"\x01\0\x01\0\x02\0\x02\0\0\0N\0\0\0\0\0\0\0", 18});
  return block;
}

TEST(TiffMetadata, IsKept) {
  const Folder folder;
  for (const bool big_endian_file : {false, true}) {
    Image image = test_image(PixelType::u8, 30, 20, 3);
    image.file.metadata = {.icc = make_profile("RGB ", "a test's"),
                           .exif = exif_block(),
                           .xmp = bytes("<x:xmpmeta/>"),
                           .x_density = 300 / 0.0254,
                           .y_density = 11900};
    if (big_endian_file) {
      image.file.metadata.exif =
          decode(make_tiff(5, 4,
                           {.more = {{.tag = 271, .type = 2, .values = {'a', 'b', 'c', 0}},
                                     {.tag = 274, .values = {6}}},
                            .big_endian = true}))
              .file.metadata.exif;
      EXPECT_EQ(image.file.metadata.exif[0], std::byte{'M'});
    }
    save(folder / "a.tif", image);
    const Image back = load(folder / "a.tif");
    const Metadata& kept = back.file.metadata;
    EXPECT_EQ(kept.icc, image.file.metadata.icc);
    EXPECT_EQ(kept.xmp, image.file.metadata.xmp);
    EXPECT_NEAR(kept.x_density, image.file.metadata.x_density, 0.01);
    EXPECT_NEAR(kept.y_density, image.file.metadata.y_density, 0.01);
    if (!big_endian_file) {
      EXPECT_EQ(kept.exif, exif_block());
    }
    EXPECT_THAT(back.file.notes, Contains(HasSubstr("orientation (6) is not applied")));
    // From TIFF to TIFF nothing changes.
    save(folder / "b.tif", back);
    EXPECT_EQ(load(folder / "b.tif").file.metadata, kept);
  }
}

TEST(TiffMetadata, IsNotMadeUp) {
  const Folder folder;
  save(folder / "a.tif", test_image(PixelType::u8, 30, 20, 3));
  EXPECT_EQ(load(folder / "a.tif").file.metadata, Metadata{});
}

TEST(TiffMetadata, LargeTagsAreLeftOutWithANote) {
  Image image = test_image(PixelType::u8, 30, 20, 3);
  image.file.metadata = make_metadata(3);
  image.file.metadata.icc = make_profile("RGB ", "large", false, 200'000);
  for (const char* format : {"tiff", "png"}) {
    const Bytes file = encode(image, {.format = format});
    Image small = decode(file, {.max_metadata = 10'000});
    EXPECT_TRUE(small.file.metadata.icc.empty());
    EXPECT_EQ(small.file.metadata.xmp, image.file.metadata.xmp);
    EXPECT_THAT(small.file.notes, Contains(HasSubstr("its colour profile is not kept: it is")));
    EXPECT_EQ(samples(small), samples(image));
  }
}

TEST(TiffMetadata, ABrokenExifIsLeftOut) {
  const Folder folder;
  Image image = test_image(PixelType::u8, 5, 4);
  for (std::size_t size = 0; size < exif_block().size(); ++size) {
    image.file.metadata.exif = exif_block();
    image.file.metadata.exif.resize(size);
    EXPECT_NO_THROW(save(folder / "a.tif", image)) << size;
  }
}

TEST(TiffMetadata, ABrokenEntryOfExifIsLeftOutAlone) {
  const Folder folder;
  Image image = test_image(PixelType::u8, 5, 4);
  image.file.metadata.exif = exif_block();
  image.file.metadata.exif[0x49] = std::byte{0x7f};  // place of the exposure time
  save(folder / "a.tif", image);
  const Image back = load(folder / "a.tif");
  const std::string kept(reinterpret_cast<const char*>(back.file.metadata.exif.data()),
                         back.file.metadata.exif.size());
  EXPECT_EQ(exif_orientation(back.file.metadata.exif), 6);
  EXPECT_THAT(kept, HasSubstr("abc"));
  EXPECT_THAT(kept, HasSubstr({"\x01\0\x02\0\x02\0\0\0N\0", 10}));     // of the position
  EXPECT_THAT(kept, Not(HasSubstr({"\x9a\x82\x05\0\x01\0\0\0", 8})));  // of the exposure
}

// Changes the values of the first entry with `tag` after `from` in a little-endian TIFF.
std::size_t set_values(Bytes& tiff, std::uint16_t tag, std::uint16_t type, std::uint32_t count,
                       std::size_t place, std::size_t from = 0) {
  Bytes entry = number(tag, 2, std::endian::little);
  entry += number(type, 2, std::endian::little);
  const auto found = std::search(tiff.begin() + static_cast<std::ptrdiff_t>(from), tiff.end(),
                                 entry.begin(), entry.end());
  EXPECT_NE(found, tiff.end());
  entry += number(count, 4, std::endian::little);
  entry += number(static_cast<std::uint32_t>(place), 4, std::endian::little);
  std::ranges::copy(entry, found);
  return static_cast<std::size_t>(found - tiff.begin()) + entry.size();
}

constexpr std::uint16_t byte_type = 1, text_type = 2;
constexpr std::uint16_t xmp_tag = 700, artist_tag = 315, private_tag = 65000;

TEST(TiffMetadata, ValuesOutsideTheFileLoseNoPixels) {
  const TiffTag text{.type = text_type, .values = std::vector<std::uint32_t>(8, 'a')};
  const auto with = [&](std::uint16_t tag) {
    TiffKind kind{.more = {text}};
    kind.more[0].tag = tag;
    Bytes file = make_tiff(5, 4, kind);
    set_values(file, tag, text_type, 8, 1 << 20);
    return file;
  };
  const Image plain = decode(make_tiff(5, 4, {}));
  for (const std::uint16_t tag : {private_tag, artist_tag}) {
    const Image image = decode(with(tag));
    expect_same(image, plain);
  }
  EXPECT_NE(note_with(decode(with(private_tag)).file.notes, "65000"), "");
  EXPECT_NE(note_with(decode(with(artist_tag)).file.notes, "EXIF is not kept in full"), "");
  const std::uint16_t palette_tag = 320;
  EXPECT_THAT(refusal(with(palette_tag)), HasSubstr("cut short"));
}

TEST(TiffMetadata, IsBounded) {
  Bytes file = make_tiff(
      5, 4, {.more = {{.tag = xmp_tag, .type = byte_type, .values = {1, 2, 3, 4, 5, 6}}}});
  const std::uint32_t bytes = 17 << 20;
  set_values(file, xmp_tag, byte_type, bytes, file.size());
  file.resize(file.size() + bytes);
  const FileTraits traits = decode(file).file;
  EXPECT_TRUE(traits.metadata.xmp.empty());
  EXPECT_NE(note_with(traits.notes, "XMP is not kept: it is larger than 16 MiB"), "");
}

// Makes pages that share one XMP packet, which takes up most of the file.
Bytes with_shared_xmp(int pages) {
  const TiffTag xmp{
      .tag = xmp_tag, .type = byte_type, .values = std::vector<std::uint32_t>(5, 'x')};
  Bytes file =
      make_tiff(std::vector<TiffPage>(static_cast<std::size_t>(pages), {.kind = {.more = {xmp}}}));
  const std::size_t place = file.size(), bytes = 9 * place;
  for (std::size_t at = 0; pages > 0; --pages)
    at = set_values(file, xmp_tag, byte_type, static_cast<std::uint32_t>(bytes), place, at);
  file.resize(place + bytes, std::byte{'x'});
  return file;
}

// A shared block must not be read or written any number of times.
TEST(TiffMetadata, SharedByPagesIsBoundedTogether) {
  const Folder folder;
  write_file(folder / "a.tif", with_shared_xmp(60));
  ImageReader reader(folder / "a.tif");
  for (int i = 0; i < 60; ++i, reader.next()) {
    const bool kept = i < 4;  // up to four times the file
    EXPECT_EQ(reader.info().metadata.xmp.empty(), !kept) << i;
    EXPECT_EQ(note_with(reader.info().notes, "pages share it").empty(), kept) << i;
  }
  EXPECT_THAT(refusal(with_shared_xmp(80)), HasSubstr("corrupt TIFF: the values"));
}

}  // namespace
}  // namespace selvage::testing
