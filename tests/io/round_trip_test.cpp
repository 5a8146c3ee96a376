// SPDX-License-Identifier: Apache-2.0
// Loading a saved image returns the same samples, for every lossless format, type and layout.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

#include "core/half.hpp"
#include "io/support.hpp"

namespace selvage::testing {
namespace {

struct Layout {
  int channels;
  bool alpha;
};
constexpr Layout all_layouts[] = {{1, false}, {2, false}, {2, true}, {3, false},
                                  {3, true},  {4, false}, {4, true}};

struct Case {
  std::string_view format;
  PixelType type;
  std::vector<Layout> layouts;
};

const std::vector<Case>& lossless_cases() {
  static const std::vector<Case> cases = [] {
    const std::vector<Layout> png{{1, false}, {2, true}, {3, false}, {4, true}};
    const std::vector<Layout> pam{{1, false}, {2, false}, {2, true},
                                  {3, false}, {4, false}, {4, true}};
    const std::vector<Layout> plain{{1, false}, {3, false}};
    std::vector<Case> all;
    for (const PixelType type : {PixelType::u8, PixelType::u16}) {
      all.push_back({"png", type, png});
      all.push_back({"pam", type, pam});
      all.push_back({"pnm", type, plain});
      all.push_back({"y4m", type, {{1, false}}});  // a gray video of one frame
    }
    for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32})
      for (const char* const format : {"nii", "nii.gz"})
        all.push_back({format, type, {{1, false}}});
    all.push_back({"bmp", PixelType::u8, {{1, false}, {3, false}, {4, true}}});
    all.push_back({"pfm", PixelType::f32, plain});
    for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
      all.push_back({"tiff", type, {std::begin(all_layouts), std::end(all_layouts)}});
    all.push_back({"tiff", PixelType::f32, {{5, false}, {67, false}}});
    all.push_back({"tiff", PixelType::u8, {{16, false}}});
    if (has_format("exr"))
      for (const PixelType type : {PixelType::f16, PixelType::f32})
        all.push_back({"exr", type, png});
    return all;
  }();
  return cases;
}

// JPEG and WebP lose information, and raw files do not tell their shape: their own tests cover
// them.
bool is_lossless(const FormatName& format) {
  return format.can_save && format.can_load && format.format != "jpeg" && format.format != "webp";
}

TEST(RoundTrip, EveryFormatAndTypeHasACase) {
  for (const FormatName& format : formats())
    for (const PixelType type : format.types) {
      const bool has_case = std::ranges::any_of(lossless_cases(), [&](const Case& test) {
        return test.format == format.format && test.type == type;
      });
      EXPECT_EQ(has_case, is_lossless(format)) << format.format << ' ' << name(type);
    }
}

constexpr std::pair<int, int> sizes[] = {{1, 1}, {1, 9}, {9, 1}, {31, 17}, {257, 130}};

TEST(RoundTrip, EveryFormatTypeAndLayout) {
  for (const Case& test : lossless_cases())
    for (const Layout layout : test.layouts)
      for (const auto& [width, height] : sizes) {
        SCOPED_TRACE(fmt::format("{} {} {}{} {}x{}", test.format, name(test.type), layout.channels,
                                 layout.alpha ? "a" : "", width, height));
        const Image image = test_image(test.type, width, height, layout.channels, layout.alpha);
        const Image back = decode(encode(image, {.format = std::string(test.format)}));
        expect_same(image, back);
        EXPECT_EQ(back.file.format, test.format);
        EXPECT_EQ(back.file.max_value, 0);
      }
}

TEST(RoundTrip, EncodeMakesTheFileThatSaveWrites) {
  for (const FormatName& format : formats()) {
    if (!format.can_save) continue;
    SCOPED_TRACE(format.format);
    const Image image = test_image(format.types.front(), 31, 17);
    const SaveOptions options{.format = format.format};
    EXPECT_EQ(selvage::encode(image.view(), options), encode(image, options));
  }
  const ConstImageView none = test_image(PixelType::f32, 2, 2).view();
  EXPECT_EQ(error_of([&] { selvage::encode(none, {.format = "png"}); }).code(),
            Errc::invalid_argument);
}

TEST(RoundTrip, WhatAFormatCannotHoldIsRefusedAndTheOthersAreNamed) {
  const Folder folder;
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    for (const Layout layout : all_layouts)
      for (const FormatName& listed : formats()) {
        const std::string& format = listed.format;
        if (!is_lossless(listed) && format != "jpeg") continue;
        bool holds =
            format == "jpeg" && type == PixelType::u8 && !layout.alpha && layout.channels % 2 == 1;
        for (const Case& test : lossless_cases())
          if (test.format == format && test.type == type)
            for (const Layout held : test.layouts)
              holds = holds || (held.channels == layout.channels && held.alpha == layout.alpha);
        SCOPED_TRACE(fmt::format("{} {} {}{}", format, name(type), layout.channels,
                                 layout.alpha ? "a" : ""));
        const Image image = test_image(type, 3, 2, layout.channels, layout.alpha);
        const auto write = [&] { save(folder / "x", image, {.format = format}); };
        if (holds) {
          EXPECT_NO_THROW(write());
          continue;
        }
        const Error error = error_of(write);
        EXPECT_EQ(error.code(), Errc::invalid_argument);
        EXPECT_THAT(error.what(), ::testing::HasSubstr("cannot hold"));
        EXPECT_THAT(error.hint(), ::testing::HasSubstr("can"));
      }
  const Error error = error_of([&] { save(folder / "a.png", test_image(PixelType::f32, 2, 2)); });
  EXPECT_STREQ(error.what(),
               ((folder / "a.png").string() + ": PNG cannot hold f32 samples").c_str());
  EXPECT_EQ(error.hint(),
            has_format("exr")
                ? "PFM, TIFF, OpenEXR, NIfTI, compressed NIfTI can; or convert the image with "
                  "selvage::convert"
                : "PFM, TIFF, NIfTI, compressed NIfTI can; or convert the image with "
                  "selvage::convert");
}

// Makes an image with every stored value of a file whose full scale is max_value.
Bytes all_values(int max_value, bool pam) {
  const int count = max_value + 1;
  Bytes file = bytes(
      pam ? fmt::format("P7\nWIDTH {}\nHEIGHT 1\nDEPTH 1\nMAXVAL {}\nTUPLTYPE GRAYSCALE\nENDHDR\n",
                        count, max_value)
          : fmt::format("P5\n{} 1\n{}\n", count, max_value));
  for (int v = 0; v < count; ++v) {
    if (max_value > 255) file.push_back(std::byte(v >> 8));
    file.push_back(std::byte(v & 255));
  }
  return file;
}

TEST(RoundTrip, AFilesOwnFullScaleIsRestoredExactly) {
  std::vector<int> max_values(255);
  std::iota(max_values.begin(), max_values.end(), 1);
  for (const int wide : {256, 257, 511, 1000, 1023, 4095, 16383, 32767, 32768, 65534, 65535})
    max_values.push_back(wide);
  for (const int max_value : max_values)
    for (const bool pam : {false, true}) {
      SCOPED_TRACE(fmt::format("{} {}", max_value, pam ? "pam" : "pnm"));
      const Bytes file = all_values(max_value, pam);
      const Image image = decode(file);
      EXPECT_EQ(samples(image).back(), full_scale(image.type()));
      ASSERT_EQ(encode(image, {.format = pam ? "pam" : "pnm"}), file);
    }
}

TEST(RoundTrip, AnotherFormatOrTypeForgetsTheFilesFullScale) {
  const Image image = decode(all_values(1023, false));
  EXPECT_EQ(decode(encode(image, {.format = "pam"})).file.max_value, 0);
  Image eight_bits = convert(image, PixelType::u8);
  eight_bits.file = image.file;
  EXPECT_EQ(decode(encode(eight_bits, {.format = "pnm"})).file.max_value, 0);
}

// Planar, flipped and padded views are written like the packed ones that hold the same samples.
TEST(RoundTrip, StridesDoNotMatter) {
  for (const Case& test : lossless_cases()) {
    SCOPED_TRACE(fmt::format("{} {}", test.format, name(test.type)));
    const Image image = test_image(test.type, 19, 11, test.layouts.size() > 1 ? 3 : 1);
    const ConstImageView whole = image;
    ConstImageView flipped = whole.region({4, 2, 9, 7});
    flipped.data = flipped.at(8, 6);
    flipped.stride.pixel = -flipped.stride.pixel;
    flipped.stride.row = -flipped.stride.row;
    const Folder folder;
    save(folder / "a", flipped, {.format = std::string(test.format)});
    expect_same(load(folder / "a"), flipped);
  }
}

}  // namespace
}  // namespace selvage::testing
