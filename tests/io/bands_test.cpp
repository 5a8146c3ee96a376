// SPDX-License-Identifier: Apache-2.0
// Images that are read and written in bands of rows.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

#include "io/support.hpp"

namespace selvage::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Case {
  const char* name;
  PixelType type;
  int channels;
  bool alpha = false;
};

// Without this GoogleTest prints the bytes of the object, including uninitialised padding.
void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

class Bands : public ::testing::TestWithParam<Case> {
 protected:
  Folder folder;
  Image image = test_image(GetParam().type, 13, 23, GetParam().channels, GetParam().alpha);
  std::filesystem::path file = folder / GetParam().name;
};

// Bands of 1, 2, 3, ... rows.
template <class Use>
void for_bands(int height, Use&& use) {
  for (int from = 0, rows = 1; from < height; from += rows++) {
    rows = std::min(rows, height - from);
    use(Rect{0, from, 13, rows});
  }
}

TEST_P(Bands, ReadLikeAWholeImage) {
  save(file, image);
  const Image whole = load(file);
  ImageReader reader(file);
  Image read(whole.type(), 13, 23, whole.channels(), whole.alpha());
  for_bands(23, [&](Rect band) { reader.read(read.view().region(band)); });
  expect_same(read, whole);
  EXPECT_EQ(reader.traits().format, whole.file.format);
  EXPECT_FALSE(reader.next());
}

TEST_P(Bands, AreReadOnceThoughNoPageFollows) {
  save(file, image);
  ImageReader reader(file);
  reader.read_page();
  EXPECT_FALSE(reader.next());
  EXPECT_EQ(error_of([&] { reader.read_page(); }).code(), Errc::invalid_argument);
}

TEST_P(Bands, ReadIntoPlanes) {
  save(file, image);
  const Image whole = load(file);
  ImageReader reader(file);
  Image memory(whole.type(), 13, 23, whole.channels(), whole.alpha());
  ImageView planes = memory;
  planes.stride = planar_strides(whole.type(), 13, 23, whole.channels());
  for_bands(23, [&](Rect band) { reader.read(planes.region(band)); });
  expect_same(planes, whole);
}

TEST_P(Bands, WriteTheFileOfAWholeImage) {
  save(file, image);
  const auto other = folder / (std::string("bands-") + GetParam().name);
  ImageWriter writer(other, image);
  for_bands(23, [&](Rect band) { writer.write(image.view().region(band)); });
  EXPECT_FALSE(std::filesystem::exists(other));
  writer.commit();
  EXPECT_EQ(read_file(other), read_file(file));
}

TEST_P(Bands, AreNothingUntilTheLastOne) {
  {
    ImageWriter writer(file, image);
    writer.write(image.view().region({0, 0, 13, 22}));
    EXPECT_THAT(error_of([&] { writer.commit(); }).what(), HasSubstr("22 of 23 rows"));
    EXPECT_THAT(error_of([&] { writer.write(image.view().region({0, 0, 13, 2})); }).what(),
                HasSubstr("2 rows given, 1 left"));
    EXPECT_THAT(error_of([&] { writer.write(image.view().region({0, 22, 12, 1})); }).what(),
                HasSubstr("differ from the image"));
  }
  EXPECT_THAT(folder.names(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Formats, Bands,
    ::testing::Values(Case{"a.png", PixelType::u8, 3}, Case{"b.png", PixelType::u16, 4, true},
                      Case{"c.jpg", PixelType::u8, 3}, Case{"d.ppm", PixelType::u8, 3},
                      Case{"e.pgm", PixelType::u16, 1}, Case{"f.pam", PixelType::u8, 2, true},
                      Case{"g.pfm", PixelType::f32, 3}, Case{"h.tif", PixelType::u8, 3},
                      Case{"i.tif", PixelType::f16, 4, true},
                      Case{"j.bmp", PixelType::u8, 4, true}),
    [](const auto& named) {
      std::string name = named.param.name;
      std::ranges::replace(name, '.', '_');
      return name;
    });

TEST(BandsOfBadFiles, AFileCutShortFailsWhereItEnds) {
  const Folder folder;
  const Image image = test_image(PixelType::u8, 13, 23, 3);
  Bytes bytes = encode(image, {.format = "ppm"});
  bytes.resize(bytes.size() - 1);
  write_file(folder / "short.ppm", bytes);
  EXPECT_THAT(error_of([&] {
                ImageReader reader(folder / "short.ppm");
                Image band(PixelType::u8, 13, 23, 3);
                reader.read(band);
              }).what(),
              HasSubstr("cut short"));
}

TEST(BandsOfBadFiles, RowsOfAnotherShapeAreRefused) {
  const Folder folder;
  save(folder / "a.png", test_image(PixelType::u8, 13, 23, 3));
  ImageReader reader(folder / "a.png");
  Image gray(PixelType::u8, 13, 2), tall(PixelType::u8, 13, 24, 3);
  EXPECT_EQ(error_of([&] { reader.read(gray); }).code(), Errc::invalid_argument);
  EXPECT_EQ(error_of([&] { reader.read(tall); }).code(), Errc::invalid_argument);
}

TEST(Pages, AreRefusedWhereTheFormatHasNone) {
  const Folder folder;
  const Image image = test_image(PixelType::u8, 13, 23, 3);
  ImageWriter writer(folder / "a.png", image);
  writer.write(image);
  EXPECT_THAT(error_of([&] { writer.next(image); }).what(), HasSubstr("PNG holds one page"));
}

}  // namespace
}  // namespace selvage::testing
