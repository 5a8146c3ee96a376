// SPDX-License-Identifier: Apache-2.0
// HEIC and AVIF in a build without libheif.

#include <gmock/gmock.h>

#include "io/support.hpp"

namespace selvage::testing {
namespace {

TEST(HeifAbsent, FilesAreRefusedWithTheWayToReadThem) {
  for (const std::string brand : {"avif", "heic", "mif1"}) {
    const Bytes file = bytes(std::string("\0\0\0\x20", 4) + "ftyp" + brand);
    const Error error = error_of([&] { decode(file, {}, "a.heic"); });
    EXPECT_EQ(error.code(), Errc::input);
    EXPECT_STREQ(error.what(), "a.heic: this build has no HEIF");
    EXPECT_THAT(error.hint(), ::testing::HasSubstr("libheif-dev"));
  }
}

}  // namespace
}  // namespace selvage::testing
