// SPDX-License-Identifier: Apache-2.0
// JPEG XL: files of libjxl's encoder, and files that lie.

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "io/jxl/made_jxl.hpp"
#include "io/metadata/made_metadata.hpp"
#include "selvage/metadata.hpp"

namespace selvage::testing {
namespace {

using ::testing::HasSubstr;

TEST(Jxl, LosslessFilesHaveTheirSamples) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    for (const int channels : {1, 2, 3, 4})
      for (const bool container : {false, true}) {
        const Image image = test_image(type, 37, 21, channels, channels % 2 == 0);
        const Image back = decode(make_jxl(image, {.container = container}));
        SCOPED_TRACE(static_cast<int>(type) * 10 + channels);
        expect_same(back, image);
        EXPECT_EQ(back.file.format, "jxl");
        EXPECT_FALSE(back.file.metadata.icc.empty());  // sRGB, as libjxl describes it
      }
}

TEST(Jxl, LossyFilesAreNear) {
  Image image(PixelType::u8, 64, 48, 3);
  for (int y = 0; y < 48; ++y)
    for (int x = 0; x < 64; ++x)
      for (int c = 0; c < 3; ++c)
        *image.view().at(x, y, c) = static_cast<std::byte>(40 * c + 2 * x + y);
  const std::vector<double> x = samples(image);
  const std::vector<double> y = samples(decode(make_jxl(image, {.lossless = false})));
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += std::abs(x[i] - y[i]);
  EXPECT_LT(sum / static_cast<double>(x.size()), 3.0);
}

TEST(Jxl, TwelveBitsFillSixteen) {
  const Image image = test_image(PixelType::u16, 20, 10, 3);
  const Image back = decode(make_jxl(image, {.bits = 12}));
  EXPECT_EQ(back.type(), PixelType::u16);
  EXPECT_EQ(back.file.max_value, 4095);
  const std::vector<double> x = samples(image), y = samples(back);
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(x[i], y[i], 8.5);  // half a step of 16
}

// The decoder turns the pixels, so EXIF must not ask for it once more.
TEST(Jxl, MetadataIsKeptAndPixelsAreTurned) {
  const Image image = test_image(PixelType::u8, 20, 12, 3);
  const Metadata metadata = make_metadata(3);
  const Bytes file = make_jxl(
      image, {.orientation = 6, .container = true, .exif = make_exif(6), .xmp = metadata.xmp});
  const Image back = decode(file);
  ASSERT_EQ(back.width(), 12);
  EXPECT_EQ(back.file.metadata.xmp, metadata.xmp);
  ASSERT_FALSE(back.file.metadata.exif.empty());
  EXPECT_EQ(exif_orientation(back.file.metadata.exif), 1);
  for (int x = 0; x < 20; ++x)  // 6: the first row is the right column
    EXPECT_EQ(*back.view().at(11, x, 1), *image.view().at(x, 0, 1));
}

TEST(Jxl, FilesThatLie) {
  const Bytes file = make_jxl(test_image(PixelType::u8, 40, 30, 3));
  for (std::size_t left : {file.size() - 1, file.size() / 2, std::size_t{9}})
    EXPECT_THAT(refusal(Bytes(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(left))),
                HasSubstr("cut short"));
  EXPECT_EQ(decoding_error(file, {.max_pixels = 1199})->code(), Errc::limit);
  EXPECT_EQ(decoding_error(file, {.max_side = 39})->code(), Errc::limit);
  Bytes box = make_jxl(test_image(PixelType::u8, 40, 30, 3), {.container = true});
  box.pop_back();
  EXPECT_THAT(refusal(box), HasSubstr("cut short"));
  Bytes many = bytes(std::string("\0\0\0\x0cJXL \r\n\x87\n", 12));
  for (int i = 0; i < 5000; ++i) many += bytes(std::string("\0\0\0\x08", 4) + "free");
  EXPECT_FALSE(refused_at_once(many).hint().empty());
}

TEST(Jxl, IsNotWritten) {
  const Folder folder;
  const Error error = error_of([&] { save(folder / "a.jxl", test_image(PixelType::u8, 4, 4, 3)); });
  EXPECT_EQ(error.code(), Errc::invalid_argument);
  EXPECT_THAT(error.what(), HasSubstr("a.jxl"));
}

}  // namespace
}  // namespace selvage::testing
