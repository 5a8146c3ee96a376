// SPDX-License-Identifier: Apache-2.0
// Metadata in PNG chunks: its permitted places, and malformed chunks.

#include <gmock/gmock.h>
#include <zlib.h>

#include "io/made_files.hpp"
#include "io/metadata/made_metadata.hpp"

namespace selvage::testing {
namespace {

using ::testing::IsEmpty;

constexpr std::size_t mebibyte = std::size_t{1} << 20;

Bytes deflated(const Bytes& plain) {
  uLongf size = compressBound(static_cast<uLong>(plain.size()));
  Bytes packed(size);
  compress(reinterpret_cast<Bytef*>(packed.data()), &size,
           reinterpret_cast<const Bytef*>(plain.data()), static_cast<uLong>(plain.size()));
  packed.resize(size);
  return packed;
}

Bytes xmp_text(const Bytes& packet, bool compressed = false) {
  Bytes data = bytes({"XML:com.adobe.xmp\0", 18});
  data += {std::byte{compressed}, std::byte{0}};
  data += bytes({"en\0Name\0", 8});
  data += compressed ? deflated(packet) : packet;
  return png_chunk("iTXt", data);
}

Bytes profile_chunk(const Bytes& profile) {
  Bytes data = bytes({"name\0\0", 6});
  data += deflated(profile);
  return png_chunk("iCCP", data);
}

Bytes density_chunk(std::uint32_t x, std::uint32_t y, int unit) {
  Bytes data = number(x, 4);
  data += number(y, 4);
  data += number(static_cast<std::uint32_t>(unit), 1);
  return png_chunk("pHYs", data);
}

// Inserts a chunk before IEND.
Bytes with_last_chunk(const Bytes& png, const Bytes& chunk) {
  Bytes out(png.begin(), png.end() - 12);
  out += chunk;
  out.insert(out.end(), png.end() - 12, png.end());
  return out;
}

Bytes plain() {
  return make_png(8, 8, {});
}

// libpng rejects chunks of less than 92 bytes.
Bytes gray_profile() {
  return make_profile("GRAY", "gray", false, 200);
}

// Returns the traits of the file with this chunk inserted. Its pixels must not change.
FileTraits traits_with(const Bytes& chunk) {
  const Image image = decode(with_chunk(plain(), chunk));
  expect_same(image, decode(plain()));
  return image.file;
}

TEST(PngMetadata, EveryKind) {
  const Bytes profile = gray_profile(), exif = make_exif(3);
  EXPECT_THAT(traits_with(profile_chunk(profile)).notes, IsEmpty());
  EXPECT_EQ(traits_with(profile_chunk(profile)).metadata.icc, profile);
  EXPECT_EQ(traits_with(png_chunk("eXIf", exif)).metadata.exif, exif);
  for (const bool compressed : {false, true})
    EXPECT_EQ(traits_with(xmp_text(bytes("<x/>"), compressed)).metadata.xmp, bytes("<x/>"));
  const FileTraits density = traits_with(density_chunk(11811, 2835, 1));
  EXPECT_EQ(density.metadata.x_density, 11811);
  EXPECT_EQ(density.metadata.y_density, 2835);
  EXPECT_THAT(density.notes, IsEmpty());
}

TEST(PngMetadata, WhatSaysNothing) {
  for (const Bytes& chunk : {density_chunk(3, 2, 0), density_chunk(0, 0, 1),
                             png_chunk("iTXt", bytes({"Comment\0\0\0\0\0words", 17})),
                             png_chunk("tEXt", bytes({"XML:com.adobe.xmp\0<x/>", 22}))}) {
    const FileTraits traits = traits_with(chunk);
    EXPECT_EQ(traits.metadata, Metadata{});
    EXPECT_THAT(traits.notes, IsEmpty());
  }
}

TEST(PngMetadata, SrgbIsNoProfile) {
  Bytes chunks = png_chunk("sRGB", number(0, 1));
  chunks += profile_chunk(gray_profile());
  EXPECT_THAT(traits_with(chunks).metadata.icc, IsEmpty());
}

TEST(PngMetadata, ExifWithTheHeaderOfAJpegSegment) {
  Bytes data = bytes({"Exif\0\0", 6});
  data += make_exif(3);
  EXPECT_EQ(traits_with(png_chunk("eXIf", data)).metadata.exif, make_exif(3));
}

TEST(PngMetadata, CanBeWrittenAfterThePixels) {
  const Folder folder;
  const Image image = decode(plain());
  for (const std::string_view name : {"a.png", "a.pgm"}) {
    ImageWriter writer(folder / name, image);
    writer.write(image);
    EXPECT_EQ(writer.add({.exif = make_exif(3), .xmp = bytes("<x/>")}), name == "a.png");
    writer.commit();
    expect_same(load(folder / name), image);
  }
  const Metadata written = load(folder / "a.png").file.metadata;
  EXPECT_EQ(written.exif, make_exif(3));
  EXPECT_EQ(written.xmp, bytes("<x/>"));
}

TEST(PngMetadata, MustNotComeBeforeTheLastRow) {
  const Folder folder;
  ImageWriter writer(folder / "a.png", decode(plain()));
  EXPECT_EQ(error_of([&] { writer.add({.xmp = bytes("<x/>")}); }).code(), Errc::invalid_argument);
}

TEST(PngMetadata, ChunksAfterThePixelsCount) {
  Bytes chunks = png_chunk("eXIf", make_exif(3));
  chunks += xmp_text(bytes("<x/>"));
  const Folder folder;
  write_file(folder / "a.png", with_last_chunk(plain(), chunks));
  const Image image = load(folder / "a.png");
  EXPECT_EQ(image.file.metadata.exif, make_exif(3));
  EXPECT_EQ(image.file.metadata.xmp, bytes("<x/>"));
  EXPECT_EQ(info(folder / "a.png").metadata, Metadata{});
  ImageReader reader(folder / "a.png");
  EXPECT_EQ(reader.traits().metadata, Metadata{});
  Image rows(PixelType::u8, 8, 8);
  reader.read(rows);
  EXPECT_EQ(reader.traits().metadata, image.file.metadata);
}

TEST(PngMetadata, OursStandsBeforeThePixels) {
  Image image = decode(plain());
  image.file.metadata = make_metadata(1);
  const Folder folder;
  save(folder / "a.png", image);
  EXPECT_EQ(info(folder / "a.png").metadata, load(folder / "a.png").file.metadata);
  EXPECT_EQ(info(folder / "a.png").metadata.exif, make_metadata(1).exif);
}

TEST(PngMetadata, TheFirstOfAKindCounts) {
  Bytes chunks = xmp_text(bytes("<first/>"));
  chunks += xmp_text(bytes("<second/>"));
  chunks += png_chunk("eXIf", make_exif(3));
  chunks += png_chunk("eXIf", make_exif(4));
  const Metadata metadata = traits_with(chunks).metadata;
  EXPECT_EQ(metadata.xmp, bytes("<first/>"));
  EXPECT_EQ(metadata.exif, make_exif(3));
}

// Many that inflate to much text would make the reader slow.
TEST(PngMetadata, LaterOnesOfAKindAreNotLookedAt) {
  Bytes chunks = xmp_text(bytes("<first/>"));
  chunks += xmp_text(Bytes(17 * mebibyte, std::byte{' '}), true);
  chunks += png_chunk("eXIf", make_exif(3));
  chunks += png_chunk("eXIf", bytes("no EXIF at all"));
  EXPECT_THAT(traits_with(chunks).notes, IsEmpty());
}

TEST(PngMetadata, BrokenOnesAreDroppedWithANote) {
  Bytes cut_text = bytes({"XML:com.adobe.xmp\0\1\0en\0Name\0not deflated", 40});
  for (const auto& [chunk, words] : std::vector<std::pair<Bytes, std::string>>{
           {png_chunk("eXIf", bytes("II*")), "EXIF is not kept"},
           {png_chunk("eXIf", bytes("no EXIF at all")), "EXIF is not kept"},
           {png_chunk("iTXt", cut_text), "XMP is not kept"},
           {png_chunk("iTXt", bytes({"XML:com.adobe.xmp\0\0\0", 20})), "XMP is not kept"},
           {profile_chunk(make_profile("RGB ", "colours")), "profile is not kept"},
           {profile_chunk(bytes("no profile")), "profile is not kept"}}) {
    const FileTraits traits = traits_with(chunk);
    EXPECT_EQ(traits.metadata, Metadata{}) << words;
    EXPECT_NE(note_with(traits.notes, words), "") << words;
  }
}

TEST(PngMetadata, SizesAreBounded) {
  Bytes bomb = xmp_text(Bytes(17 * mebibyte, std::byte{' '}), true);
  EXPECT_LT(bomb.size(), mebibyte / 8);
  bomb += xmp_text(bytes("<x/>"));  // no second attempt
  const FileTraits traits = traits_with(bomb);
  EXPECT_THAT(traits.metadata.xmp, IsEmpty());
  EXPECT_NE(note_with(traits.notes, "XMP is not kept"), "");
  const Bytes large(15 * mebibyte, std::byte{' '});
  EXPECT_EQ(traits_with(xmp_text(large, true)).metadata.xmp, large);
  Bytes exif = make_exif(3);
  exif.resize(17 * mebibyte);
  EXPECT_THAT(traits_with(png_chunk("eXIf", exif)).metadata.exif, IsEmpty());
}

TEST(PngMetadata, ChunksThatClaimGigabytes) {
  for (Bytes chunk :
       {profile_chunk(gray_profile()), png_chunk("eXIf", make_exif(3)), xmp_text(bytes("<x/>"))}) {
    chunk[0] = std::byte{0x7f};
    const auto error = decoding_error(with_chunk(plain(), chunk));
    ASSERT_TRUE(error.has_value());
    EXPECT_EQ(error->code(), Errc::input);
  }
  Bytes profile = gray_profile();
  profile[0] = std::byte{0x7f};
  const FileTraits traits = traits_with(profile_chunk(profile));
  EXPECT_THAT(traits.metadata.icc, IsEmpty());
  EXPECT_NE(note_with(traits.notes, "profile is not kept"), "");
}

}  // namespace
}  // namespace selvage::testing
