// SPDX-License-Identifier: Apache-2.0
// Files without a header.

#include <gmock/gmock.h>

#include "io/support.hpp"

namespace selvage::testing {
namespace {

using ::testing::HasSubstr;

ConstImageView shape(PixelType type, int width, int height, int channels = 1) {
  return interleaved(static_cast<const void*>(nullptr), type, width, height, channels);
}

TEST(Raw, SamplesAreInterleavedLittleEndianAndFromTheTopDown) {
  const Folder folder;
  write_file(folder / "a.raw", bytes({"\1\0\2\0\3\0\0\1\5\0\6\0", 12}));
  ImageReader reader(folder / "a.raw", shape(PixelType::u16, 1, 2, 3));
  EXPECT_EQ(reader.info().format, "raw");
  EXPECT_TRUE(reader.info().by_rows);
  const Image image = reader.read_page();
  EXPECT_THAT(samples(image), ::testing::ElementsAre(1, 2, 3, 256, 5, 6));
  save(folder / "b.raw", image);
  EXPECT_EQ(read_file(folder / "b.raw"), read_file(folder / "a.raw"));
}

TEST(Raw, EveryTypeAndLayoutComesBack) {
  const Folder folder;
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    for (const int channels : {1, 2, 3, 4, 5, 67})
      for (const bool alpha : {false, true}) {
        if (alpha && (channels == 1 || channels > 4)) continue;
        const Image image = test_image(type, 31, 17, channels, alpha);
        save(folder / "a.raw", image);
        expect_same(ImageReader(folder / "a.raw", image).read_page(), image);
      }
}

TEST(Raw, SlicesArePages) {
  const Folder folder;
  write_file(folder / "a.raw", bytes({"\1\2\3\4\5\6", 6}));
  ConstImageView volume = shape(PixelType::u8, 2, 1);
  volume.depth = 3;
  ImageReader reader(folder / "a.raw", volume);
  EXPECT_EQ(reader.info().pages, 3);
  const Image first = reader.read_page();
  ImageWriter writer(folder / "b.raw", first);
  writer.write(first);
  EXPECT_TRUE(reader.next());
  EXPECT_TRUE(reader.next());  // the second one is skipped
  const Image last = reader.read_page();
  EXPECT_FALSE(reader.next());
  writer.next(last);
  writer.write(last);
  EXPECT_EQ(error_of([&] { writer.next(test_image(PixelType::u8, 3, 1)); }).code(),
            Errc::invalid_argument);
  writer.commit();
  EXPECT_EQ(read_file(folder / "b.raw"), bytes({"\1\2\5\6", 4}));
  volume.depth = 4;
  EXPECT_THAT(error_of([&] { ImageReader(folder / "a.raw", volume); }).what(),
              HasSubstr("shorter than the 8 bytes of 4 slices of 2x1 pixels"));
}

TEST(Raw, TheShapeMustFitTheFile) {
  const Folder folder;
  const auto refusal = [&](std::size_t count, const ConstImageView& as) {
    write_file(folder / "a.raw", Bytes(count));
    return error_of([&] { ImageReader(folder / "a.raw", as).read_page(); });
  };
  const Error cut = refusal(11, shape(PixelType::u8, 2, 2, 3));
  EXPECT_EQ(cut.code(), Errc::input);
  EXPECT_THAT(cut.what(), HasSubstr("a.raw: the file is shorter than the 12 bytes of 2x2 pixels "
                                    "with 3 u8 samples each"));
  EXPECT_THAT(cut.hint(), HasSubstr("check width, height, channels and type"));
  const Error rest = refusal(13, shape(PixelType::u8, 2, 2, 3));
  EXPECT_EQ(rest.code(), Errc::input);
  EXPECT_THAT(rest.what(), HasSubstr("longer than the 12 bytes"));
  EXPECT_THAT(refusal(0, shape(PixelType::f32, 1 << 20, 1 << 10)).what(), HasSubstr("shorter"));
  EXPECT_EQ(refusal(4, shape(PixelType::u8, 0, 4)).code(), Errc::invalid_argument);
  EXPECT_EQ(refusal(5, shape(PixelType::u8, 1, 1, 1025)).code(), Errc::invalid_argument);
}

TEST(Raw, LimitsHold) {
  const Folder folder;
  write_file(folder / "a.raw", Bytes(12));
  Limits limits;
  limits.max_side = 3;
  EXPECT_EQ(
      error_of([&] { ImageReader(folder / "a.raw", shape(PixelType::u8, 4, 3), limits); }).code(),
      Errc::limit);
}

TEST(Raw, IsNotRecognised) {
  const Folder folder;
  write_file(folder / "a.raw", Bytes(12));
  EXPECT_THAT(error_of([&] { load(folder / "a.raw"); }).what(), HasSubstr("not an image"));
  save(folder / "b.raw", test_image(PixelType::u8, 3, 2), {.format = "png"});
  EXPECT_EQ(load(folder / "b.raw").file.format, "png");
}

}  // namespace
}  // namespace selvage::testing
