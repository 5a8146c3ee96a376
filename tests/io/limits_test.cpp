// SPDX-License-Identifier: Apache-2.0
// Limits, and headers that claim too much: refused at once, without allocating what they claim.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <utility>

#include "io/made_files.hpp"
#include "io/tiff/made_tiff.hpp"

namespace selvage::testing {
namespace {

TEST(Limits, APngThatClaimsTooMuch) {
  const Bytes file = lying_png(200000, 200000);
  EXPECT_EQ(file.size(), 69u);
  const Error side = refused_at_once(file);
  EXPECT_EQ(side.code(), Errc::limit);
  EXPECT_STREQ(side.what(), "file: 200000x200000 is 40000000000 pixels; the limit is 1073741824");
  EXPECT_EQ(refused_at_once(lying_png(60000, 60000)).code(), Errc::limit);
  EXPECT_THAT(refused_at_once(lying_png(2000000, 1)).what(), ::testing::HasSubstr("a side"));
}

TEST(Limits, APngThatClaimsMoreThanItsBytesCanHold) {
  EXPECT_STREQ(refused_at_once(lying_png(30000, 30000)).what(), "file: file is cut short");
}

TEST(Limits, OtherHeadersThatClaimTooMuch) {
  for (const std::string_view text :
       {"P5 60000 60000 255\n", "P2 60000 60000 255\n", "P1 60000 60000\n", "P4 60000 60000\n",
        "Pf 60000 60000 -1\n", "P6 2147483647 2147483647 65535\n",
        "P7\nWIDTH 60000\nHEIGHT 60000\nDEPTH 4\nMAXVAL 255\nENDHDR\n",
        "#?RADIANCE\n\n-Y 60000 +X 60000\n"}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(refused_at_once(bytes(text)).code(), Errc::limit);
  }
  for (const std::string_view text :
       {"P5 30000 30000 255\n", "P2 30000 30000 255\n", "P1 30000 30000\n", "P4 30000 30000\n",
        "Pf 30000 30000 -1\n", "#?RADIANCE\n\n-Y 30000 +X 30000\n"}) {
    SCOPED_TRACE(text);
    EXPECT_STREQ(refused_at_once(bytes(text)).what(), "file: file is cut short");
  }
}

// The frame header claims another size than that of the data.
TEST(Limits, AJpegThatClaimsMoreThanItsBytesCanHold) {
  for (const bool progressive : {false, true}) {
    Bytes file = make_jpeg(16, 16, {.progressive = progressive});
    const Bytes mark{std::byte{0xff}, progressive ? std::byte{0xc2} : std::byte{0xc0}};
    const auto at = std::ranges::search(file, mark).begin();
    for (const int i : {5, 7}) at[i] = std::byte{0x70};  // 28688 x 28688
    EXPECT_STREQ(refused_at_once(file).what(), "file: file is cut short");
    for (const int i : {5, 7}) at[i] = std::byte{0xf0};  // 61456 x 61456
    EXPECT_EQ(refused_at_once(file).code(), Errc::limit);
  }
}

TiffTag long_tag(std::uint16_t tag, std::vector<std::uint32_t> values) {
  return {.tag = tag, .type = 4, .values = std::move(values)};
}

// Makes a TIFF with one strip or tile that claims this size.
Bytes lying_tiff(std::uint32_t side, std::uint32_t compression, bool tiled = false) {
  TiffKind kind{.tile = tiled ? 16 : 0, .rows_per_strip = 4};
  kind.more = {long_tag(256, {side}), long_tag(257, {side}), long_tag(259, {compression})};
  if (tiled) {
    kind.more.push_back(long_tag(322, {side / 16 * 16 + 16}));
    kind.more.push_back(long_tag(323, {side / 16 * 16 + 16}));
  } else {
    kind.more.push_back(long_tag(278, {side}));
  }
  return make_tiff(5, 4, kind);
}

TEST(Limits, ATiffThatClaimsTooMuch) {
  for (const bool tiled : {false, true})
    for (const unsigned compression : {1u, 5u, 8u, 32773u}) {
      SCOPED_TRACE(fmt::format("compression {}, tiled {}", compression, tiled));
      EXPECT_EQ(refused_at_once(lying_tiff(200000, compression, tiled)).code(), Errc::limit);
      EXPECT_EQ(refused_at_once(lying_tiff(30000, compression, tiled)).code(), Errc::input);
      refused_at_once(lying_tiff(0xffffffff, compression, tiled));
    }
}

TEST(Limits, ATiffWhosePiecesCannotBe) {
  const auto refusal_of = [](TiffKind kind, const TiffTag& lie) {
    kind.more = {lie};
    return std::string(refused_at_once(make_tiff(5, 4, kind)).what());
  };
  using ::testing::HasSubstr;
  EXPECT_THAT(refusal_of({.rows_per_strip = 4}, long_tag(279, {4000000000})),
              HasSubstr("StripByteCounts"));
  EXPECT_THAT(refusal_of({.rows_per_strip = 4}, long_tag(273, {4000000000})),
              HasSubstr("cut short"));
  EXPECT_THAT(refusal_of({.tile = 16}, long_tag(322, {1 << 20})), HasSubstr("file: "));
  EXPECT_THAT(refusal_of({.tile = 16}, long_tag(323, {1 << 30})), HasSubstr("file: "));
  EXPECT_THAT(refusal_of({}, {.tag = 277, .values = {65535}}), HasSubstr("file: "));
}

TEST(Limits, ATiffWhoseDirectoriesLie) {
  using ::testing::HasSubstr;
  Bytes circle = make_tiff({TiffPage{}, TiffPage{}});
  std::copy_n(circle.begin() + 4, 4, circle.end() - 4);
  EXPECT_THAT(refused_at_once(circle).what(), HasSubstr("form a cycle"));

  const auto number = [](std::size_t value, std::size_t count) {
    Bytes all;
    for (; count > 0; --count, value >>= 8) all.push_back(std::byte(value & 255));
    return all;
  };
  Bytes many = bytes({"II*\0\x08\0\0\0", 8});
  for (int i = 0; i < 70000; ++i) {
    many += number(1, 2);
    many += bytes({"\0\1\3\0\1\0\0\0\1\0\0\0", 12});
    many += number(many.size() + 4, 4);
  }
  const auto pages = decoding_error(many);
  ASSERT_TRUE(pages.has_value());
  EXPECT_EQ(pages->code(), Errc::limit);
  EXPECT_THAT(pages->what(), HasSubstr("over 65536 pages"));

  Bytes entries = bytes({"II*\0\x08\0\0\0\xff\xff", 10});
  entries.resize(1 << 20);
  EXPECT_THAT(refused_at_once(entries).what(), HasSubstr("65535 entries"));

  // Each entry's value is the whole file.
  Bytes overlapping = bytes({"II*\0\x08\0\0\0", 8});
  overlapping += number(4000, 2);
  for (std::size_t i = 0; i < 4000; ++i) {
    overlapping += number(30000 + i, 2);
    overlapping += number(1, 2);
    overlapping += number(1 << 20, 4);
    overlapping += number(0, 4);
  }
  overlapping.resize(1 << 20);
  EXPECT_THAT(refused_at_once(overlapping).what(), HasSubstr("overlap"));
}

TEST(Limits, TheyAreTheCallers) {
  const Bytes file = encode(test_image(PixelType::u8, 40, 30), {.format = "png"});
  EXPECT_FALSE(decoding_error(file, {.max_pixels = 1200, .max_side = 40}).has_value());
  const auto pixels = decoding_error(file, {.max_pixels = 1199});
  EXPECT_THAT(pixels->hint(), ::testing::HasSubstr("Limits::max_pixels"));
  EXPECT_EQ(pixels->code(), Errc::limit);
  EXPECT_THAT(decoding_error(file, {.max_side = 39})->hint(),
              ::testing::HasSubstr("Limits::max_side"));
}

TEST(Limits, InfoKeepsThem) {
  const Folder folder;
  write_file(folder / "bomb.png", lying_png(200000, 200000));
  EXPECT_EQ(error_of([&] { info(folder / "bomb.png"); }).code(), Errc::limit);
}

// An ImageWriter holds the whole image if the format stores the last row first.
TEST(Limits, AreNoneForWhatIsWritten) {
  const Folder folder;
  const int height = (1 << 20) + 2;  // over the default of Limits
  const Limits raised{.max_side = height};
  const Image band(PixelType::f32, 1, height / 2);
  const ConstImageView shape =
      interleaved(static_cast<const void*>(nullptr), PixelType::f32, 1, height);
  ImageWriter writer(folder / "a.pfm", shape);
  writer.write(band);
  writer.write(band);
  writer.commit();
  EXPECT_EQ(load(folder / "a.pfm", raised).height(), height);
}

std::size_t decoder_bytes(const Bytes& file) {
  const Folder folder;
  write_file(folder / "a", file);
  return info(folder / "a").decoder_bytes;
}

TEST(DecoderBytes, AreWhatADecoderHoldsBesideRows) {
  // For each plane: three tiles of 16x16 in a row, and a compressed one.
  EXPECT_EQ(decoder_bytes(make_tiff(37, 21, {.tile = 16})), 4u * 256);
  EXPECT_EQ(decoder_bytes(make_tiff(37, 21, {.channels = 3, .planar = true, .tile = 16})),
            3u * 4 * 256);
  EXPECT_EQ(decoder_bytes(make_tiff(37, 21, {.bits = 16, .rows_per_strip = 5})), 2u * 37 * 5 * 2);
  EXPECT_EQ(decoder_bytes(make_jpeg(64, 48, {})), 0u);
  EXPECT_EQ(decoder_bytes(make_jpeg(64, 48, {.channels = 1, .progressive = true})), 2u * 64 * 48);
  EXPECT_EQ(decoder_bytes(make_png(37, 21, {})), 0u);
}

}  // namespace
}  // namespace selvage::testing
