// SPDX-License-Identifier: Apache-2.0
// OpenEXR in a build without it.

#include <gmock/gmock.h>

#include "io/support.hpp"

namespace selvage::testing {
namespace {

TEST(ExrAbsent, FilesAreRefusedWithTheWayToReadThem) {
  const Error error = error_of([] { decode(bytes("\x76\x2f\x31\x01 "), {}, "a.exr"); });
  EXPECT_EQ(error.code(), Errc::input);
  EXPECT_STREQ(error.what(), "a.exr: this build has no OpenEXR");
  EXPECT_THAT(error.hint(), ::testing::HasSubstr("libopenexr-dev"));
}

TEST(ExrAbsent, NothingIsWritten) {
  const Folder folder;
  const Error error = error_of([&] { save(folder / "a.exr", test_image(PixelType::f32, 2, 2)); });
  EXPECT_EQ(error.code(), Errc::invalid_argument);
  EXPECT_EQ(error.what(), (folder / "a.exr").string() + ": this build has no OpenEXR");
  EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace selvage::testing
