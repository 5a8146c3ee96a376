// SPDX-License-Identifier: Apache-2.0
// The tags of a GeoTIFF from TIFF to TIFF; tests/cli/test_elevation.py has literal files.

#include <gmock/gmock.h>

#include "io/support.hpp"

namespace selvage::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

GeoTags all_tags() {
  return {.pixel_scale = {30.0, 29.5, 0.0},
          .tie_points = {0.0, 0.0, 0.0, 440720.0, 3751320.25, 0.0},
          .transformation = std::vector<double>(16, 0.1),
          .keys = {1, 1, 0, 1, 2048, 0, 1, 4326},
          .double_params = {6378137.0},
          .ascii_params = "WGS 84|",
          .no_data = "-9999"};
}

Image placed(PixelType type, const GeoTags& geo) {
  Image image = test_image(type, 7, 5);
  image.file.metadata.geo = geo;
  return image;
}

TEST(TiffGeo, EveryTagIsKept) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32}) {
    const Image back = decode(encode(placed(type, all_tags()), {.format = "tiff"}));
    EXPECT_EQ(back.file.metadata.geo, all_tags());
    EXPECT_THAT(back.file.notes, IsEmpty());
  }
}

TEST(TiffGeo, EachTagAlone) {
  const GeoTags all = all_tags();
  std::vector<GeoTags> single(3);
  single[0].no_data = all.no_data;
  single[1].keys = all.keys;
  single[2].tie_points = all.tie_points;
  for (const GeoTags& geo : single)
    EXPECT_EQ(decode(encode(placed(PixelType::u8, geo), {.format = "tiff"})).file.metadata.geo,
              geo);
}

TEST(TiffGeo, PagesHaveTheirOwn) {
  const Folder folder;
  const Image first = placed(PixelType::u8, all_tags()), second = placed(PixelType::u8, {});
  ImageWriter writer(folder / "a.tif", first, {}, first.file);
  writer.write(first);
  writer.next(second, second.file);
  writer.write(second);
  writer.next(first, first.file);
  writer.write(first);
  writer.commit();
  ImageReader reader(folder / "a.tif");
  EXPECT_EQ(reader.info().metadata.geo, all_tags());
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.info().metadata.geo, GeoTags{});
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.info().metadata.geo, all_tags());
}

TEST(TiffGeo, OtherFormatsSayWhatTheyLose) {
  const Image image = placed(PixelType::u8, all_tags());
  EXPECT_THAT(lost_metadata("a.tif", image, {}, image.file), IsEmpty());
  EXPECT_THAT(lost_metadata("a.png", image, {}, image.file),
              ElementsAre("its nodata value is not kept in PNG",
                          "its place on the Earth is not kept in PNG"));
  EXPECT_EQ(decode(encode(image, {.format = "png"})).file.metadata.geo, GeoTags{});
}

TEST(TiffGeo, LargeTagsAreLeftOut) {
  GeoTags geo = all_tags();
  geo.tie_points.resize(6 * 3000, 1.5);
  const Bytes file = encode(placed(PixelType::u8, geo), {.format = "tiff"});
  EXPECT_EQ(decode(file).file.metadata.geo, geo);
  const Image small = decode(file, {.max_metadata = 1000});
  EXPECT_THAT(small.file.metadata.geo.tie_points, IsEmpty());
  EXPECT_EQ(small.file.metadata.geo.keys, geo.keys);
  EXPECT_FALSE(small.file.notes.empty());
}

// A damaged tag is left out with a note, or the file is refused; pixels are never wrong.
TEST(TiffGeo, EveryByteChangedOrMissing) {
  const Image image = placed(PixelType::f32, all_tags());
  const Bytes file = seed(encode(image, {.format = "tiff"}));
  for (std::size_t at = 0; at < file.size(); ++at) {
    Bytes cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(at));
    if (const auto error = decoding_error(cut)) {
      EXPECT_EQ(error->code(), Errc::input) << error->what();
    } else {
      expect_same(decode(cut), image);
    }
    for (const int change : {0x01, 0x20, 0x80, 0xff}) {
      Bytes changed = file;
      changed[at] ^= static_cast<std::byte>(change);
      if (const auto error = decoding_error(changed, {.max_pixels = 1 << 20})) {
        EXPECT_TRUE(error->code() == Errc::input || error->code() == Errc::limit)
            << at << ": " << error->what();
      }
    }
  }
}

}  // namespace
}  // namespace selvage::testing
