// SPDX-License-Identifier: Apache-2.0
// OpenEXR: all supported kinds of files, layers and parts, and kinds that are refused.

#include <ImfChannelList.h>
#include <ImfStandardAttributes.h>
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>
#include <cstring>
#include <limits>

#include "io/exr/made_exr.hpp"

namespace selvage::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr Imf::Compression lossless[] = {Imf::NO_COMPRESSION, Imf::RLE_COMPRESSION,
                                         Imf::ZIPS_COMPRESSION, Imf::ZIP_COMPRESSION,
                                         Imf::PIZ_COMPRESSION};

TEST(Exr, EveryLosslessCompressionByLinesAndTiles) {
  for (const Imf::Compression compression : lossless)
    for (const int tile : {0, 16, 64})
      for (const Imf::LineOrder order : {Imf::INCREASING_Y, Imf::DECREASING_Y}) {
        SCOPED_TRACE(
            fmt::format("compression {}, tiles {}, order {}", int{compression}, tile, int{order}));
        const Image image =
            decode(make_exr(45, 37, {.compression = compression, .order = order, .tile = tile}));
        EXPECT_EQ(image.type(), PixelType::f16);
        EXPECT_FALSE(image.alpha());
        EXPECT_EQ(samples(image), made_exr_samples(45, 37, {0, 1, 2}));
      }
}

TEST(Exr, EveryLossyCompression) {
  const std::vector<double> true_samples = made_exr_samples(45, 37, {0, 1, 2});
  for (const Imf::Compression compression :
       {Imf::PXR24_COMPRESSION, Imf::B44_COMPRESSION, Imf::B44A_COMPRESSION, Imf::DWAA_COMPRESSION,
        Imf::DWAB_COMPRESSION}) {
    SCOPED_TRACE(int{compression});
    const std::vector<double> all = samples(decode(make_exr(45, 37, {.compression = compression})));
    ASSERT_EQ(all.size(), true_samples.size());
    double sum = 0.0;
    for (std::size_t i = 0; i < all.size(); ++i) sum += std::abs(all[i] - true_samples[i]);
    EXPECT_LT(sum / static_cast<double>(all.size()), 4.0);
  }
}

TEST(Exr, GrayAlphaAndFloats) {
  const Image gray = decode(make_exr(9, 7, {.channels = {{"Y", Imf::FLOAT}}}));
  EXPECT_EQ(gray.type(), PixelType::f32);
  EXPECT_EQ(samples(gray), made_exr_samples(9, 7, {0}));
  const Image gray_alpha = decode(make_exr(9, 7, {.channels = {{"A"}, {"Y"}}}));
  EXPECT_TRUE(gray_alpha.alpha());
  EXPECT_EQ(samples(gray_alpha), made_exr_samples(9, 7, {1, 0}));
  const Image mixed =
      decode(make_exr(9, 7, {.channels = {{"B"}, {"A", Imf::FLOAT}, {"G"}, {"R"}, {"Z"}}}));
  EXPECT_EQ(mixed.type(), PixelType::f32);
  EXPECT_TRUE(mixed.alpha());
  EXPECT_EQ(samples(mixed), made_exr_samples(9, 7, {3, 2, 0, 1}));
}

// Makes an image, as if loaded from this format, of two pixels with gray and alpha.
Image gray_and_alpha(const char* format, std::array<float, 4> values) {
  Image image(PixelType::f32, 2, 1, 2, true);
  std::memcpy(image.view().data, values.data(), sizeof values);
  image.file.format = format;
  image.file.premultiplied = image.file.format == "exr";
  return image;
}

TEST(Exr, ColoursAreMultipliedByAlpha) {
  const Image image = decode(make_exr(9, 7, {.channels = {{"A"}, {"Y"}}}));
  EXPECT_TRUE(image.file.premultiplied);
  EXPECT_FALSE(decode(make_exr(9, 7, ExrKind{})).file.premultiplied);
  const Bytes same = encode(image, {.format = "exr"});
  EXPECT_EQ(samples(decode(same)), samples(image));  // to the bit
}

TEST(Exr, ColoursStayMultipliedInATiffOfFloats) {
  for (const PixelType type : {PixelType::f32, PixelType::f16}) {
    Image image = convert(gray_and_alpha("exr", {0.25f, 0x1p-20f, 3.0f, 0.0f}), type);
    image.file = {.format = "exr", .premultiplied = true};
    const Image tiff = decode(encode(image, {.format = "tiff"}));
    EXPECT_TRUE(tiff.file.premultiplied);
    EXPECT_EQ(samples(tiff), samples(image));
    EXPECT_EQ(samples(decode(encode(tiff, {.format = "exr"}))), samples(image));
    EXPECT_EQ(samples(decode(encode(tiff, {.format = "tiff"}))), samples(image));
  }
}

TEST(Exr, FiniteColoursStayFinite) {
  const float most = std::numeric_limits<float>::max();
  const Image image = gray_and_alpha("exr", {0.25f, 0x1p-20f, -1e30f, 1e-30f});
  Image single = image.clone(), half = convert(image, PixelType::f16);
  divide_by_alpha(single);
  EXPECT_THAT(samples(single), ElementsAre(0.25f * 0x1p20f, 0x1p-20f, -most, 1e-30f));
  divide_by_alpha(half);
  EXPECT_EQ(samples(half)[0], 65504.0);
}

TEST(Exr, StraightColoursAreMultiplied) {
  const float inf = std::numeric_limits<float>::infinity();
  const Image image = gray_and_alpha("tiff", {-0.5f, 0.5f, inf, 0.0f});
  EXPECT_THAT(samples(decode(encode(image, {.format = "exr"}))), ElementsAre(-0.25, 0.5, 0, 0));
  EXPECT_THAT(samples(decode(encode(convert(image, PixelType::f16), {.format = "exr"}))),
              ElementsAre(-0.5, 0.5, inf, 0));  // comes from no file: unchanged
  Image half = convert(image, PixelType::f16);
  half.file = {.format = "tiff"};
  EXPECT_THAT(samples(decode(encode(half, {.format = "exr"}))), ElementsAre(-0.25, 0.5, 0, 0));
}

TEST(Exr, ColoursOfRowsThatAreNotPacked) {
  Image wide(PixelType::f32, 2, 1, 4);
  const std::array<float, 8> values{0.25f, 9, 0.5f, 9, 0.5f, 9, 2.0f, 9};
  std::memcpy(wide.view().data, values.data(), sizeof values);
  ImageView view = wide;  // every other sample
  view.channels = 2;
  view.alpha = true;
  view.stride.channel = 8;
  const Folder folder;
  save(folder / "a.tif", view, {}, {.format = "exr", .premultiplied = true});
  EXPECT_THAT(samples(load(folder / "a.tif")), ElementsAre(0.25, 0.5, 0.5, 2.0));
  save(folder / "a.exr", view, {}, {.format = "tiff"});
  EXPECT_THAT(samples(load(folder / "a.exr")), ElementsAre(0.125, 0.5, 1.0, 2.0));
  divide_by_alpha(view);
  EXPECT_THAT(samples(wide), ElementsAre(0.5, 9, 0.5, 9, 0.25, 9, 2.0, 9));
}

TEST(Exr, IntegersBecomeFloats) {
  const Image ids = decode(make_exr(9, 7, {.channels = {{"id", Imf::UINT}}}));
  EXPECT_EQ(ids.type(), PixelType::f32);
  EXPECT_EQ(samples(ids), made_exr_samples(9, 7, {0}));
  EXPECT_THAT(ids.file.notes, ElementsAre(HasSubstr("integer channel id")));
}

TEST(Exr, TheDataWindowIsTheImage) {
  for (const int tile : {0, 16}) {
    const Image image = decode(make_exr(20, 30, {.tile = tile, .left = -3, .up = 5}));
    EXPECT_EQ(samples(image), made_exr_samples(20, 30, {0, 1, 2}));
    EXPECT_THAT(image.file.notes,
                ElementsAre(HasSubstr("20x30 at -3,5 of a display window of 20x30")));
  }
}

// Channels of a typical renderer.
const ExrKind rendered{.channels = {{"R"},
                                    {"G"},
                                    {"B"},
                                    {"N.X", Imf::FLOAT},
                                    {"N.Y", Imf::FLOAT},
                                    {"N.Z", Imf::FLOAT},
                                    {"Z", Imf::FLOAT},
                                    {"diffuse.R"},
                                    {"diffuse.G"},
                                    {"diffuse.B"},
                                    {"diffuse.A"},
                                    {"motion.u"},
                                    {"motion.v"},
                                    {"many.1"},
                                    {"many.2"},
                                    {"many.3"},
                                    {"many.4"},
                                    {"many.5"}}};

class ExrLayers : public ::testing::Test {
 protected:
  Image layer(const std::string& name) { return load((folder / "a.exr").string() + ":" + name); }
  std::vector<double> made(const std::vector<int>& channels) {
    return made_exr_samples(9, 7, channels);
  }
  void SetUp() override { write_file(folder / "a.exr", make_exr(9, 7, rendered)); }

  Folder folder;
};

TEST_F(ExrLayers, AreNamedAfterAColon) {
  EXPECT_EQ(samples(load(folder / "a.exr")), made({0, 1, 2}));
  const Image normals = layer("N");
  EXPECT_EQ(normals.type(), PixelType::f32);
  EXPECT_EQ(samples(normals), made({3, 4, 5}));
  EXPECT_EQ(samples(layer("Z")), made({6}));
  EXPECT_TRUE(layer("diffuse").alpha());
  EXPECT_EQ(samples(layer("diffuse")), made({7, 8, 9, 10}));
  EXPECT_EQ(samples(layer("motion")), made({11, 12}));
  EXPECT_EQ(samples(layer("many.3")), made({15}));
}

TEST_F(ExrLayers, AreListed) {
  EXPECT_THAT(info(folder / "a.exr").layers, ElementsAre("N", "Z", "diffuse", "many", "motion"));
  EXPECT_EQ(info((folder / "a.exr").string() + ":N").channels, 3);
}

TEST_F(ExrLayers, AreReadByBands) {
  ImageReader reader((folder / "a.exr").string() + ":N");
  EXPECT_TRUE(reader.info().by_rows);
  Image read(PixelType::f32, 9, 7, 3);
  for (int y = 0; y < 7; ++y) reader.read(read.view().region({0, y, 9, 1}));
  EXPECT_EQ(samples(read), made({3, 4, 5}));
}

TEST_F(ExrLayers, ThatAreNotThereAreNamedWithThoseThatAre) {
  const Error error = error_of([&] { layer("normals"); });
  EXPECT_EQ(error.code(), Errc::input);
  EXPECT_EQ(error.what(), (folder / "a.exr").string() + ": it has no layer 'normals'");
  EXPECT_THAT(error.hint(), HasSubstr("N, Z, diffuse, many, motion"));
  EXPECT_THAT(error_of([&] { layer("many"); }).what(), HasSubstr("the layer has 5 channels"));
}

TEST_F(ExrLayers, AFileOfTheWholeNameGoesFirst) {
  save(folder / "a.exr:N", test_image(PixelType::u8, 5, 4), {.format = "png"});
  EXPECT_EQ(layer("N").file.format, "png");
  EXPECT_THAT(error_of([&] { load(folder / "b.exr:N"); }).what(), HasSubstr("No such file"));
  save(folder / "p.exr", test_image(PixelType::u8, 5, 4), {.format = "png"});
  EXPECT_THAT(error_of([&] { load(folder / "p.exr:N"); }).what(),
              HasSubstr("PNG files have no layers"));
}

TEST_F(ExrLayers, TheOnlyOneNeedsNoName) {
  write_file(folder / "n.exr", make_exr(9, 7, {.channels = {{"N.X"}, {"N.Y"}, {"N.Z"}}}));
  EXPECT_EQ(samples(load(folder / "n.exr")), made({0, 1, 2}));
  write_file(folder / "n.exr", make_exr(9, 7, {.channels = {{"N.X"}, {"N.Y"}, {"Z"}}}));
  const Error error = error_of([&] { load(folder / "n.exr"); });
  EXPECT_THAT(error.what(), HasSubstr("no channels R, G, B, nor X, Y, Z, nor Y"));
  EXPECT_THAT(error.hint(), HasSubstr("N, Z"));
}

TEST_F(ExrLayers, WithoutANameXyzAreColours) {
  write_file(folder / "n.exr", make_exr(9, 7, {.channels = {{"X"}, {"Y"}, {"Z"}}}));
  EXPECT_EQ(samples(load(folder / "n.exr")), made({0, 1, 2}));
  EXPECT_EQ(samples(load((folder / "n.exr").string() + ":Y")), made({1}));
  write_file(folder / "n.exr", make_exr(9, 7, {.channels = {{"Y"}, {"Z"}}}));
  EXPECT_EQ(samples(load(folder / "n.exr")), made({0}));  // gray and depth
}

TEST_F(ExrLayers, OfParts) {
  write_file(folder / "a.exr",
             make_exr_parts(9, 7,
                            {{.part = "beauty"},
                             {.channels = {{"Z", Imf::FLOAT}}, .tile = 16, .part = "depth"},
                             {.channels = {{"N.X"}, {"N.Y"}, {"N.Z"}, {"Z"}}, .part = "geo"}}));
  EXPECT_EQ(samples(load(folder / "a.exr")), made({0, 1, 2}));
  EXPECT_EQ(samples(layer("beauty")), made({0, 1, 2}));
  EXPECT_EQ(layer("depth").type(), PixelType::f32);
  EXPECT_EQ(layer("Z").type(), PixelType::f32);  // the first part that has it
  EXPECT_EQ(layer("geo.Z").type(), PixelType::f16);
  EXPECT_EQ(samples(layer("geo.Z")), made({3}));
  EXPECT_EQ(samples(layer("N")), made({0, 1, 2}));
  EXPECT_THAT(info(folder / "a.exr").layers, ElementsAre("beauty", "depth", "Z", "geo", "N"));
}

TEST(Exr, MetadataIsKeptOrNoted) {
  const Image image =
      decode(make_exr(9, 7, {.change = [](Imf::Header& header) {
                        Imf::addXDensity(header, 254.0f);
                        header.pixelAspectRatio() = 2.0f;
                        Imf::addWhiteLuminance(header, 80.0f);
                        Imf::addChromaticities(header, Imf::Chromaticities({0.7f, 0.3f}));
                      }}));
  EXPECT_DOUBLE_EQ(image.file.metadata.x_density, 10000.0);
  EXPECT_DOUBLE_EQ(image.file.metadata.y_density, 20000.0);
  EXPECT_THAT(image.file.notes, ElementsAre(HasSubstr("chromaticities"), HasSubstr("luminance")));
  const Image again = decode(encode(image, {.format = "exr"}));
  EXPECT_EQ(again.file.metadata, image.file.metadata);
  const Image usual = decode(
      make_exr(9, 7, {.change = [](Imf::Header& header) { Imf::addChromaticities(header, {}); }}));
  EXPECT_THAT(usual.file.notes, IsEmpty());
}

TEST(Exr, WhatIsNotReadIsNamed) {
  const auto halved = [](Imf::Header& header) {
    for (const char* name : {"RY", "BY"})
      header.channels().insert(name, Imf::Channel(Imf::HALF, 2, 2));
  };
  EXPECT_THAT(refusal(make_exr(8, 8, {.channels = {{"Y"}}, .change = halved})),
              HasSubstr("subsampled chroma"));
  Bytes file = make_exr(8, 8, ExrKind{});
  file[5] |= std::byte{0x08};
  EXPECT_THAT(refusal(file), HasSubstr("deep data is not supported"));
  file[5] = std::byte{};
  file[4] = std::byte{3};
  EXPECT_THAT(refusal(file), HasSubstr("unknown version is not supported"));
}

}  // namespace
}  // namespace selvage::testing
