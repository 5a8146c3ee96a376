// SPDX-License-Identifier: Apache-2.0
// TIFF files written out field by field, with known pixels.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <bit>
#include <cmath>

#include "io/tiff/made_tiff.hpp"

namespace selvage::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Returns the samples that load must return for a made TIFF of this kind.
std::vector<double> expected(int width, int height, const TiffKind& kind) {
  std::vector<double> all;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < kind.channels; ++c) {
        const std::uint32_t stored = tiff_sample(x, y, c, kind.bits);
        if (kind.bits == 32) {
          all.push_back(double{std::bit_cast<float>(stored)});
          continue;
        }
        const std::uint64_t scale = kind.bits <= 8 ? 255 : 65535;
        const std::uint64_t stored_scale = (1u << kind.bits) - 1;
        all.push_back(static_cast<double>((stored * scale + stored_scale / 2) / stored_scale));
      }
  return all;
}

TEST(Tiff, EveryDepthLayoutAndByteOrder) {
  for (const int bits : {1, 2, 4, 8, 9, 12, 15, 16, 32})
    for (const int channels : {1, 2, 3, 4})
      for (const bool planar : {false, true})
        for (const int tile : {0, 16})
          for (const int order : {0, 1, 2, 3}) {
            const TiffKind kind{.bits = bits,
                                .channels = channels,
                                .planar = planar,
                                .tile = tile,
                                .big_endian = order % 2 != 0,
                                .big_tiff = order >= 2};
            SCOPED_TRACE(fmt::format("{} bits, {} channels, planar {}, tile {}, order {}", bits,
                                     channels, planar, tile, order));
            const Image image = decode(make_tiff(37, 21, kind));
            ASSERT_EQ(image.channels(), channels);
            ASSERT_EQ(samples(image), expected(37, 21, kind));
          }
}

TEST(Tiff, ZeroCanBeWhite) {
  for (const int bits : {1, 4, 8, 12, 16}) {
    const TiffKind black{.bits = bits, .channels = 2, .extra = {2}};
    TiffKind white = black;
    white.photometric = 0;
    std::vector<double> inverted = expected(7, 5, black);
    for (std::size_t i = 0; i < inverted.size(); i += 2)  // not alpha
      inverted[i] = (bits <= 8 ? 255 : 65535) - inverted[i];
    EXPECT_EQ(samples(decode(make_tiff(7, 5, white))), inverted) << bits;
  }
}

TEST(Tiff, DepthsBetweenAreRestored) {
  for (const int bits : {9, 10, 12, 15}) {
    const Bytes file = make_tiff(40, 30, {.bits = bits, .channels = 3});
    const Image image = decode(file);
    EXPECT_EQ(image.type(), PixelType::u16);
    EXPECT_EQ(image.file.max_value, (1 << bits) - 1);
    const Folder folder;
    save(folder / "a.tif", image);
    EXPECT_EQ(info(folder / "a.tif").file_bits, bits);
    expect_same(load(folder / "a.tif"), image);
  }
  EXPECT_EQ(decode(make_tiff(4, 3, {.bits = 4})).file.max_value, 0);
}

TEST(Tiff, PalettesBecomeColours) {
  for (const unsigned scale : {257u, 256u, 1u}) {  // some writers store bytes
    TiffTag colours{.tag = 320};
    for (unsigned c = 0; c < 3; ++c)
      for (unsigned i = 0; i < 16; ++i) colours.values.push_back((16 * i + c) * scale);
    const Image image = decode(make_tiff(3, 1, {.bits = 4, .photometric = 3, .more = {colours}}));
    EXPECT_EQ(image.channels(), 3);
    std::vector<double> wanted;
    for (int x = 0; x < 3; ++x)
      for (unsigned c = 0; c < 3; ++c) wanted.push_back(16.0 * tiff_sample(x, 0, 0, 4) + c);
    EXPECT_EQ(samples(image), wanted);
  }
}

TEST(Tiff, ExtraSamplesAreAlphaOrPlain) {
  const auto alpha_of = [](int channels, std::vector<std::uint32_t> extra) {
    return decode(make_tiff(4, 3, {.channels = channels, .extra = std::move(extra)})).alpha();
  };
  EXPECT_TRUE(alpha_of(2, {2}));
  EXPECT_TRUE(alpha_of(4, {1}));
  EXPECT_FALSE(alpha_of(4, {0}));
  EXPECT_FALSE(alpha_of(4, {}));
  EXPECT_FALSE(alpha_of(2, {0}));
  const Image odd = decode(make_tiff(4, 3, {.channels = 3, .photometric = 1, .extra = {2, 0}}));
  EXPECT_FALSE(odd.alpha());
  EXPECT_THAT(odd.file.notes, Contains(HasSubstr("alpha is not the last channel")));
}

// Computes straight integer colours from premultiplied ones.
double straight(double colour, double alpha, double scale) {
  return alpha > 0 ? std::min(scale, std::floor(colour * scale / alpha + 0.5)) : colour;
}

TEST(Tiff, AssociatedAlphaIsDividedOut) {
  constexpr int width = 70, height = 9;
  for (const int bits : {8, 16})
    for (const int channels : {2, 4})
      for (const bool planar : {false, true}) {
        const TiffKind kind{.bits = bits, .channels = channels, .planar = planar, .extra = {1}};
        const double scale = bits == 8 ? 255 : 65535;
        std::vector<double> wanted = expected(width, height, kind);
        const auto count = static_cast<std::size_t>(channels);
        for (std::size_t i = 0; i < wanted.size(); i += count)
          for (std::size_t c = 0; c + 1 < count; ++c)
            wanted[i + c] = straight(wanted[i + c], wanted[i + count - 1], scale);
        const Image image = decode(make_tiff(width, height, kind));
        EXPECT_TRUE(image.alpha());
        EXPECT_EQ(samples(image), wanted) << bits << ' ' << channels << ' ' << planar;
        EXPECT_THAT(image.file.notes, Contains(HasSubstr("they are divided by it")));
      }
}

TEST(Tiff, AssociatedAlphaOfFloatsIsKept) {
  TiffKind kind{.bits = 32, .channels = 2, .extra = {1}};
  const Image image = decode(make_tiff(7, 5, kind));
  EXPECT_TRUE(image.file.premultiplied);
  EXPECT_EQ(samples(image), expected(7, 5, kind));
  kind.extra = {2};
  EXPECT_FALSE(decode(make_tiff(7, 5, kind)).file.premultiplied);
}

TEST(Tiff, StraightColoursAreWritten) {
  const Folder folder;
  const Image image = decode(make_tiff(9, 5, {.channels = 4, .extra = {1}}));
  save(folder / "a.tif", image);
  expect_same(load(folder / "a.tif"), image);
}

// R = (1 - C) (1 - K), rounded, where 0 is no ink.
TEST(Tiff, CmykBecomesRgb) {
  for (const int bits : {8, 16})
    for (const bool planar : {false, true}) {
      const Image image = decode(
          make_tiff(9, 5, {.bits = bits, .channels = 4, .photometric = 5, .planar = planar}));
      ASSERT_EQ(image.channels(), 3);
      EXPECT_THAT(image.file.notes, Contains(HasSubstr("CMYK colours become RGB")));
      const double full = bits == 8 ? 255 : 65535;
      std::vector<double> wanted;
      for (int y = 0; y < 5; ++y)
        for (int x = 0; x < 9; ++x)
          for (int c = 0; c < 3; ++c)
            wanted.push_back(std::floor((full - tiff_sample(x, y, c, bits)) *
                                            (full - tiff_sample(x, y, 3, bits)) / full +
                                        0.5));
      EXPECT_EQ(samples(image), wanted) << bits << ' ' << planar;
    }
}

TEST(Tiff, WhatIsNotReadIsNamed) {
  const auto with = [](TiffKind kind, std::uint16_t tag, std::vector<std::uint32_t> values) {
    kind.more.push_back({.tag = tag, .values = std::move(values)});
    return make_tiff(5, 4, kind);
  };
  const std::pair<Bytes, std::string_view> files[] = {
      {with({.channels = 4, .photometric = 5}, 332, {2}), "a TIFF of 4 inks"},
      {make_tiff(5, 4, {.channels = 5, .photometric = 5, .extra = {2}}), "a TIFF of 5 inks"},
      {make_tiff(5, 4, {.bits = 32, .channels = 4, .photometric = 5}), "a CMYK TIFF of floats"},
      {make_tiff(5, 4, {.channels = 4, .photometric = 5, .extra = {2}}), "a CMYK TIFF with alpha"},
      {make_tiff(5, 4, {.channels = 4, .photometric = 5, .extra = {0}}), "a TIFF of three inks"},
      {with({.channels = 3}, 262, {8}), "a Lab TIFF"},
      {with({.channels = 3}, 262, {32845}), "a LogLuv TIFF"},
      {with({.channels = 3}, 262, {6}), "a YCbCr TIFF without JPEG compression"},
      {with({}, 262, {32803}), "a TIFF of raw sensor data"},
      {with({}, 262, {4}), "a TIFF with photometric interpretation 4"},
      {with({.bits = 16}, 339, {2}), "a TIFF of signed integers"},
      {with({.bits = 16}, 339, {5}), "a TIFF of complex numbers"},
      {with({.bits = 32}, 339, {1}), "a TIFF of 32-bit integers"},
      {with({.bits = 24}, 339, {3}), "a TIFF of 24-bit floats"},
      {make_tiff(5, 4, {.channels = 5, .extra = {0, 2}}), "a TIFF with 5 channels and alpha"},
      {make_tiff(1, 1, {.channels = 1025}), "a TIFF with 1025 channels"},
      {with({}, 259, {6}), "JPEG"},
      {with({}, 259, {34712}), "34712"},
      {with({}, 254, {1}), "without a full-size image"},
      {with({.bits = 32}, 262, {0}), "float TIFF with white as 0"},
      {with({.channels = 2, .extra = {1}}, 262, {0}), "colours multiplied by alpha"},
  };
  for (const auto& [file, name] : files) {
    SCOPED_TRACE(name);
    const Error error = error_of([&] { decode(file, {}, "file"); });
    EXPECT_EQ(error.code(), Errc::input);
    EXPECT_THAT(error.what(), HasSubstr(name));
    EXPECT_THAT(error.what(), ::testing::EndsWith("is not supported"));
  }
}

TEST(Tiff, UnknownTagsAreNotes) {
  const Image image = decode(make_tiff(4, 3, {.more = {{.tag = 60000, .values = {1}}}}));
  EXPECT_THAT(image.file.notes, Contains(HasSubstr("60000")));
}

TEST(Tiff, SmallerVersionsAndMasksAreNoPages) {
  const auto page = [](int width, std::uint16_t tag, std::uint32_t value) {
    return TiffPage{.width = width, .kind = {.more = {{.tag = tag, .type = 4, .values = {value}}}}};
  };
  const Image image =
      decode(make_tiff({page(5, 254, 1), page(10, 254, 2), page(5, 254, 4), page(5, 255, 2)}));
  EXPECT_EQ(image.width(), 10);
  EXPECT_THAT(image.file.notes, Contains(HasSubstr("3 reduced images or masks")));
}

}  // namespace
}  // namespace selvage::testing
