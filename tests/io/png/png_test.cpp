// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <png.h>

#include "io/made_files.hpp"

namespace selvage::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr int width = 21, height = 13;

// Returns the samples that load must return for a PNG without palette: sub-8-bit gray becomes
// 8-bit.
void expect_made(const Image& image, int depth, int colour_channels, bool alpha) {
  ASSERT_EQ(image.channels(), colour_channels + (alpha ? 1 : 0));
  EXPECT_EQ(image.alpha(), alpha);
  EXPECT_EQ(image.type(), depth == 16 ? PixelType::u16 : PixelType::u8);
  const std::vector<double> all = samples(image);
  auto sample = all.begin();
  const int levels = 1 << depth;
  const double scale = depth < 8 ? 255.0 / (levels - 1) : 1.0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < image.channels(); ++c)
        ASSERT_EQ(*sample++, scale * made_sample(x, y, c, levels)) << x << ' ' << y << ' ' << c;
}

struct Kind {
  int depth, colour, colour_channels;
  bool alpha;
};
constexpr Kind kinds[] = {
    {1, PNG_COLOR_TYPE_GRAY, 1, false},       {2, PNG_COLOR_TYPE_GRAY, 1, false},
    {4, PNG_COLOR_TYPE_GRAY, 1, false},       {8, PNG_COLOR_TYPE_GRAY, 1, false},
    {16, PNG_COLOR_TYPE_GRAY, 1, false},      {8, PNG_COLOR_TYPE_GRAY_ALPHA, 1, true},
    {16, PNG_COLOR_TYPE_GRAY_ALPHA, 1, true}, {8, PNG_COLOR_TYPE_RGB, 3, false},
    {16, PNG_COLOR_TYPE_RGB, 3, false},       {8, PNG_COLOR_TYPE_RGB_ALPHA, 3, true},
    {16, PNG_COLOR_TYPE_RGB_ALPHA, 3, true},
};

TEST(Png, AllDepthsAndColours) {
  for (const Kind& kind : kinds)
    for (const bool interlaced : {false, true}) {
      SCOPED_TRACE(::testing::Message() << kind.depth << " bits, colour type " << kind.colour
                                        << (interlaced ? ", interlaced" : ""));
      const Bytes file = make_png(
          width, height, {.depth = kind.depth, .colour = kind.colour, .interlaced = interlaced});
      expect_made(decode(file), kind.depth, kind.colour_channels, kind.alpha);
    }
}

TEST(Png, InfoSaysWhatLoadGives) {
  const Folder folder;
  write_file(folder / "a", make_png(width, height, {.depth = 4, .colour = PNG_COLOR_TYPE_PALETTE}));
  const FileInfo said = info(folder / "a");
  EXPECT_EQ(said.format, "png");
  EXPECT_EQ(said.width, width);
  EXPECT_EQ(said.height, height);
  EXPECT_EQ(said.channels, 3);
  EXPECT_EQ(said.type, PixelType::u8);
  EXPECT_EQ(said.file_bits, 4);
  EXPECT_TRUE(said.palette);
}

TEST(Png, PalettesBecomeColours) {
  for (const int depth : {1, 2, 4, 8})
    for (const bool interlaced : {false, true})
      for (const int transparent : {0, 2}) {
        SCOPED_TRACE(::testing::Message() << depth << ' ' << interlaced << ' ' << transparent);
        const Image image = decode(make_png(width, height,
                                            {.depth = depth,
                                             .colour = PNG_COLOR_TYPE_PALETTE,
                                             .interlaced = interlaced,
                                             .transparent_colours = transparent}));
        ASSERT_EQ(image.channels(), transparent > 0 ? 4 : 3);
        EXPECT_EQ(image.alpha(), transparent > 0);
        const std::vector<double> all = samples(image);
        for (int y = 0; y < height; ++y)
          for (int x = 0; x < width; ++x) {
            const int index = made_sample(x, y, 0, 1 << depth);
            const auto at = all.begin() + std::ptrdiff_t{y * width + x} * image.channels();
            ASSERT_EQ(at[0], index);
            ASSERT_EQ(at[1], 2 * index % 256);
            ASSERT_EQ(at[2], 255 - index);
            if (transparent > 0) {
              ASSERT_EQ(at[3], index < transparent ? 100 + 10 * index : 255);
            }
          }
      }
}

TEST(Png, ATransparentColourBecomesAlpha) {
  const Image image = decode(make_png(
      width, height, {.depth = 8, .colour = PNG_COLOR_TYPE_GRAY, .transparent_colours = 1}));
  ASSERT_EQ(image.channels(), 2);
  EXPECT_TRUE(image.alpha());
  const std::vector<double> all = samples(image);
  int transparent = 0;
  for (std::size_t i = 0; i < all.size(); i += 2) {
    EXPECT_EQ(all[i + 1], all[i] == 5 ? 0 : 255);
    transparent += all[i] == 5 ? 1 : 0;
  }
  EXPECT_GT(transparent, 0);
  const Image wide = decode(make_png(
      width, height, {.depth = 16, .colour = PNG_COLOR_TYPE_RGB, .transparent_colours = 1}));
  EXPECT_EQ(wide.channels(), 4);
  EXPECT_EQ(wide.type(), PixelType::u16);
}

TEST(Png, WarningsAboutMetadataAreNotes) {
  const Bytes plain = make_png(width, height, {});
  const Bytes odd = with_chunk(plain, png_chunk("iCCP", bytes("name\0\0not a profile")));
  const Image image = decode(odd);
  EXPECT_THAT(image.file.notes, Contains(HasSubstr("iCCP")));
  expect_same(image, decode(plain));
}

TEST(Png, IndicesBeyondThePaletteAreBlack) {
  for (const bool interlaced : {false, true}) {
    Bytes file = make_png(
        width, height,
        {.colour = PNG_COLOR_TYPE_PALETTE, .interlaced = interlaced, .palette_entries = 5});
    const Image image = decode(file);
    EXPECT_EQ(image.channels(), 3);
    std::size_t outside = 0;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const int index = made_sample(x, y, 0, 256);
        const bool inside = index < 5;
        outside += inside ? 0 : 1;
        const std::array<int, 3> wanted{index, 2 * index, 255 - index};
        for (int c = 0; c < 3; ++c)
          ASSERT_EQ(std::to_integer<int>(*image.view().at(x, y, c)),
                    inside ? wanted[static_cast<std::size_t>(c)] : 0);
      }
    EXPECT_GT(outside, 0u);
    EXPECT_THAT(image.file.notes,
                Contains(fmt::format("{} pixels whose colour is not in the palette: read as black",
                                     outside)));
  }
}

TEST(Png, FailedChecksumsAreErrors) {
  const Bytes plain = make_png(width, height, {});
  for (const std::string_view type : {"tEXt", "gAMA", "abCd"}) {
    Bytes chunk = png_chunk(type, bytes("key=words"));
    EXPECT_FALSE(type == "tEXt" && decoding_error(with_chunk(plain, chunk)).has_value());
    chunk.back() ^= std::byte{1};
    const auto error = decoding_error(with_chunk(plain, chunk));
    ASSERT_TRUE(error.has_value()) << type;
    EXPECT_EQ(error->code(), Errc::input);
    EXPECT_THAT(error->what(), HasSubstr("corrupt PNG"));
  }
  for (const std::ptrdiff_t from_end : {1, 13}) {  // IEND's and IDAT's
    Bytes file = plain;
    file[file.size() - static_cast<std::size_t>(from_end)] ^= std::byte{1};
    ASSERT_TRUE(decoding_error(file).has_value());
  }
}

TEST(Png, AMissingEndIsCutShort) {
  Bytes file = make_png(width, height, {});
  file.resize(file.size() - 12);
  EXPECT_THAT(refusal(file), HasSubstr("cut short"));
}

TEST(Png, AnimationsAreRefusedNotCutToTheirFirstImage) {
  const Bytes plain = make_png(width, height, {});
  const auto animation = [](char frames) {
    return png_chunk("acTL", bytes(std::string{0, 0, 0, frames, 0, 0, 0, 0}));
  };
  EXPECT_FALSE(decoding_error(with_chunk(plain, animation(1))).has_value());
  EXPECT_THAT(refusal(with_chunk(plain, animation(2))), HasSubstr("animated"));
}

TEST(Png, NothingIsPrinted) {
  ::testing::internal::CaptureStderr();
  const Bytes plain = make_png(width, height, {});
  decoding_error(with_chunk(plain, png_chunk("iCCP", bytes("name\0\0not a profile"))));
  decoding_error(lying_png(10, 10));
  decoding_error(make_jpeg(8, 8, {.channels = 4}));
  Bytes jpeg = make_jpeg(64, 64, {});
  jpeg.resize(jpeg.size() / 2);
  decoding_error(jpeg);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace selvage::testing
