// SPDX-License-Identifier: Apache-2.0
// The list of formats, and the recognition of files by their content.

#include <gmock/gmock.h>

#include <algorithm>
#include <map>

#include "io/support.hpp"

namespace selvage::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(Formats, TheListSaysWhatSaveDoes) {
  const Folder folder;
  std::vector<std::string> names;
  for (const FormatName& format : formats()) {
    names.push_back(format.format);
    if (!format.can_save) continue;
    for (const PixelType type : format.types) {
      const Image image =
          test_image(type, 5, 4, format.alpha ? std::min(format.max_channels, 4) : 1, format.alpha);
      for (const std::string& extension : format.extensions) {
        if (extension == ".pbm" || extension == ".ppm") continue;  // hold bitmaps and RGB only
        SCOPED_TRACE(extension);
        save(folder / ("a" + extension), image);
        if (!format.can_load) continue;
        EXPECT_EQ(info(folder / ("a" + extension)).format, format.format);
        EXPECT_EQ(info(folder / ("a" + extension)).type, type);
      }
    }
  }
  std::vector<std::string> expected{"png", "jpeg", "pnm", "pam", "pfm", "tiff", "bmp", "hdr"};
  if (has_format("exr")) expected.push_back("exr");
  for (const char* optional : {"webp", "heif", "jxl"})
    if (has_format(optional)) expected.push_back(optional);
  expected.insert(expected.end(), {"y4m", "nii", "nii.gz", "raw"});
  EXPECT_EQ(names, expected);
}

TEST(Formats, TheContentCountsNotTheName) {
  const Folder folder;
  save(folder / "a.png", test_image(PixelType::u8, 5, 4), {.format = "pnm"});
  EXPECT_EQ(load(folder / "a.png").file.format, "pnm");
}

TEST(Formats, FormatsThatAreNotReadAreNamed) {
  const std::map<std::string_view, Bytes> files{
      {"GIF", bytes("GIF89a")},
      {"DPX", bytes("SDPX")},
      {"JPEG 2000", bytes({"\0\0\0\x0c"
                           "jP  \r\n\x87\n",
                           12})},
      {"DICOM", bytes(std::string(128, '\0') + "DICM")},
  };
  for (const auto& file : files) {
    SCOPED_TRACE(file.first);
    const Error error = error_of([&] { decode(file.second, {}, "photo"); });
    EXPECT_EQ(error.code(), Errc::input);
    EXPECT_EQ(error.what(), "photo: " + std::string(file.first) + " files are not supported");
    EXPECT_THAT(error.hint(), AllOf(HasSubstr("PNG"), HasSubstr("JPEG"), HasSubstr("PFM")));
  }
  EXPECT_STREQ(error_of([] { decode(bytes("hello, world"), {}, "text"); }).what(),
               "text: not an image of a known format");
}

}  // namespace
}  // namespace selvage::testing
