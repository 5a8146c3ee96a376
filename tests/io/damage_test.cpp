// SPDX-License-Identifier: Apache-2.0
// Truncated and changed files: the result is an error or an image, never a crash, and never wrong
// pixels because of missing bytes.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <png.h>

#include <algorithm>

#include "io/made_files.hpp"
#include "io/metadata/made_metadata.hpp"
#include "io/tiff/made_tiff.hpp"

#ifdef SELVAGE_TEST_HEIF
#include "io/heif/made_heif.hpp"
#endif
#ifdef SELVAGE_TEST_JXL
#include "io/jxl/made_jxl.hpp"
#endif

namespace selvage::testing {
namespace {

struct Sample {
  std::string name;
  Bytes file;
};

Bytes text_pnm(int width, int height) {
  std::string text = fmt::format("P3\n{} {}\n255\n", width, height);
  for (int i = 0; i < 3 * width * height; ++i) text += fmt::format("{} ", i * 37 % 256);
  return seed(bytes(text + "\n"));
}

Bytes text_bits(int width, int height) {
  std::string text = fmt::format("P1\n{} {}\n", width, height);
  for (int i = 0; i < width * height; ++i) text += i % 3 == 0 ? "1" : " 0";
  return seed(bytes(text));
}

Bytes bmp(int width, int height) {
  const auto number = [](int value) {
    return std::string{static_cast<char>(value & 255), static_cast<char>(value >> 8 & 255), 0, 0};
  };
  std::string text = "BM" + std::string(8, '\0') + number(54) + number(40) + number(width) +
                     number(height) + std::string{1, 0, 24, 0} + std::string(24, '\0');
  for (int i = 0; i < (3 * width + 3) / 4 * 4 * height; ++i)
    text.push_back(static_cast<char>(i * 31 & 127));
  return seed(bytes(text));
}

Bytes with_metadata(int width, int height, const std::string& format) {
  Image image = test_image(PixelType::u8, width, height, 3);
  image.file.metadata = make_metadata(3);
  return encode(image, {.format = format});
}

// Makes rows in the new coding of Radiance: runs of red, literals of the other channels.
Bytes hdr(int width, int height) {
  const auto low = static_cast<char>(width & 255), high = static_cast<char>(width >> 8);
  std::string text =
      fmt::format("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {} +X {}\n", height, width);
  for (int y = 0; y < height; ++y) {
    if (width >= 8) text += {2, 2, high, low};
    for (int c = 0; c < 4; ++c)
      for (int x = 0; x < width; ++x) {
        const auto value = static_cast<char>(c == 3 ? 128 : y + 31 * x);
        if (width < 8)
          text += c == 0 ? std::string{value, 3, 4, 127} : std::string();
        else
          text += {c == 0 ? '\x81' : '\x01', value};
      }
  }
  return seed(bytes(text));
}

std::vector<Sample> sample_files(int width, int height) {
  const auto saved = [&](PixelType type, int channels, std::string format, bool alpha = false) {
    return encode(test_image(type, width, height, channels, alpha), {.format = std::move(format)});
  };
  std::vector<Sample> files{
      {"png gray", saved(PixelType::u8, 1, "png")},
      {"png rgba 16", saved(PixelType::u16, 4, "png", true)},
      {"png palette",
       make_png(width, height,
                {.depth = 4, .colour = PNG_COLOR_TYPE_PALETTE, .transparent_colours = 3})},
      {"png interlaced",
       make_png(width, height, {.colour = PNG_COLOR_TYPE_RGB, .interlaced = true})},
      {"png with metadata", with_metadata(width, height, "png")},
      {"jpeg with metadata", with_metadata(width, height, "jpeg")},
      {"jpeg", saved(PixelType::u8, 3, "jpeg")},
      {"jpeg progressive", make_jpeg(width, height, {.progressive = true})},
      {"jpeg gray", make_jpeg(width, height, {.channels = 1})},
      {"pgm", saved(PixelType::u8, 1, "pnm")},
      {"ppm 16", saved(PixelType::u16, 3, "pnm")},
      {"ppm text", text_pnm(width, height)},
      {"pbm text", text_bits(width, height)},
      {"pam", saved(PixelType::u8, 4, "pam", true)},
      {"pfm", saved(PixelType::f32, 3, "pfm")},
      {"bmp", bmp(width, height)},
      {"bmp gray", saved(PixelType::u8, 1, "bmp")},
      {"bmp rgba", saved(PixelType::u8, 4, "bmp", true)},
      {"hdr", hdr(width, height)},
      {"y4m", saved(PixelType::u16, 1, "y4m")},
      {"nii", saved(PixelType::f32, 1, "nii")},
      {"nii.gz", saved(PixelType::u16, 1, "nii.gz")},
      {"tiff", saved(PixelType::u8, 3, "tiff")},
      {"tiff f32", saved(PixelType::f32, 4, "tiff", true)},
      {"tiff tiles", make_tiff(width, height, {.bits = 4, .tile = 16, .big_endian = true})},
      {"tiff planes", make_tiff(width, height, {.bits = 16, .channels = 3, .planar = true})},
  };
  if (has_format("webp")) {
    files.push_back({"webp", saved(PixelType::u8, 3, "webp")});
    files.push_back({"webp with alpha and metadata", with_metadata(width, height, "webp")});
    files.push_back({"webp lossless", encode(test_image(PixelType::u8, width, height, 4, true),
                                             {.format = "webp", .quality = 100})});
  }
#ifdef SELVAGE_TEST_HEIF
  const Image rgba = test_image(PixelType::u8, width, height, 4, true);
  files.push_back({"avif", make_heif(rgba, {.alpha = true, .metadata = make_metadata(3)})});
  files.push_back(
      {"heic", make_heif(test_image(PixelType::u8, width, height, 3), {.avif = false})});
#endif
#ifdef SELVAGE_TEST_JXL
  files.push_back({"jxl", make_jxl(test_image(PixelType::u8, width, height, 4, true))});
  files.push_back(
      {"jxl container", make_jxl(test_image(PixelType::u16, width, height, 3),
                                 {.lossless = false, .container = true, .exif = make_exif(6)})});
#endif
  if (has_format("exr")) {
    files.push_back({"exr half", saved(PixelType::f16, 3, "exr")});
    files.push_back({"exr float", saved(PixelType::f32, 2, "exr", true)});
  }
  return files;
}

TEST(Damage, EveryFormatHasASample) {
  const std::vector<Sample> samples = sample_files(3, 2);
  for (const FormatName& format : formats()) {
    const bool has_sample = std::ranges::any_of(samples, [&](const Sample& sample) {
      return decode(sample.file).file.format == format.format;
    });
    EXPECT_EQ(has_sample, format.can_load) << format.format;
  }
}

void expect_damage_error(const Error& error) {
  EXPECT_TRUE(error.code() == Errc::input || error.code() == Errc::limit) << error.what();
  EXPECT_THAT(error.what(), ::testing::StartsWith("file: "));
}

TEST(Damage, FilesCutAt200Places) {
  for (const Sample& sample : sample_files(47, 31)) {
    SCOPED_TRACE(sample.name);
    const Image whole = decode(sample.file);
    for (std::size_t i = 0; i < 200; ++i) {
      const std::size_t size = i * sample.file.size() / 200;
      Bytes cut = sample.file;
      cut.resize(size);
      try {
        const Image image = decode(cut, {}, "file");
        SCOPED_TRACE(fmt::format("cut at {} of {}", size, sample.file.size()));
        expect_same(image, whole);
      } catch (const Error& error) {
        expect_damage_error(error);
      }
    }
  }
}

TEST(Damage, TheLastBytesAreMissed) {
  for (const Sample& sample : sample_files(20, 20)) {
    SCOPED_TRACE(sample.name);
    // The white space at the end of text may be missing.
    const std::size_t missing = sample.name.ends_with("text") ? 3 : 1;
    if (sample.name == "pbm text") continue;  // its last bit is tested below
    Bytes cut = sample.file;
    cut.resize(cut.size() - missing);
    const auto error = decoding_error(cut);
    ASSERT_TRUE(error.has_value());
    EXPECT_STREQ(error->what(), "file: file is cut short");
  }
  EXPECT_EQ(refusal(bytes("P1 3 1 01")), "file: file is cut short");
}

TEST(Damage, EveryByteChanged) {
  const Limits small{.max_pixels = 1 << 20, .max_side = 1 << 16};
  for (const Sample& sample : sample_files(7, 5)) {
    SCOPED_TRACE(sample.name);
    for (std::size_t at = 0; at < sample.file.size(); ++at)
      for (const int change : {0x01, 0x20, 0x80, 0xff}) {
        Bytes file = sample.file;
        file[at] ^= static_cast<std::byte>(change);
        if (const auto error = decoding_error(file, small)) expect_damage_error(*error);
      }
  }
}

TEST(Damage, FilesAreReadLikeMemory) {
  const Folder folder;
  for (const Sample& sample : sample_files(300, 200)) {
    SCOPED_TRACE(sample.name);
    write_file(folder / "whole", sample.file);
    expect_same(load(folder / "whole"), decode(sample.file));
    Bytes cut = sample.file;
    cut.resize(cut.size() * 2 / 3);
    write_file(folder / "cut", cut);
    const Error error = error_of([&] { load(folder / "cut"); });
    EXPECT_EQ(error.code(), Errc::input);
    EXPECT_EQ(error.what(), (folder / "cut").string() + ": file is cut short");
  }
}

TEST(Damage, FilesThatAreNotThere) {
  const Folder folder;
  const Error missing = error_of([&] { load(folder / "none.png"); });
  EXPECT_EQ(missing.code(), Errc::input);
  EXPECT_THAT(missing.what(), ::testing::HasSubstr("No such file"));
  EXPECT_THAT(error_of([&] { load(folder.path()); }).what(), ::testing::HasSubstr("directory"));
  write_file(folder / "empty.png", {});
  EXPECT_THAT(error_of([&] { load(folder / "empty.png"); }).what(), ::testing::HasSubstr("empty"));
}

}  // namespace
}  // namespace selvage::testing
