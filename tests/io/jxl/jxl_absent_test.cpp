// SPDX-License-Identifier: Apache-2.0
// JPEG XL in a build without libjxl.

#include <gmock/gmock.h>

#include "io/support.hpp"

namespace selvage::testing {
namespace {

TEST(JxlAbsent, FilesAreRefusedWithTheWayToReadThem) {
  for (const Bytes& file :
       {bytes("\xff\x0a "), bytes(std::string("\0\0\0\x0cJXL \r\n\x87\n", 12))}) {
    const Error error = error_of([&] { decode(file, {}, "a.jxl"); });
    EXPECT_EQ(error.code(), Errc::input);
    EXPECT_STREQ(error.what(), "a.jxl: this build has no JPEG XL");
    EXPECT_THAT(error.hint(), ::testing::HasSubstr("libjxl-dev"));
  }
}

}  // namespace
}  // namespace selvage::testing
