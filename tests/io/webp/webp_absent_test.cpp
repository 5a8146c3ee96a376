// SPDX-License-Identifier: Apache-2.0
// WebP in a build without it.

#include <gmock/gmock.h>

#include "io/support.hpp"

namespace selvage::testing {
namespace {

TEST(WebpAbsent, FilesAreRefusedWithTheWayToReadThem) {
  const Error error = error_of([] { decode(bytes("RIFF1234WEBPVP8 "), {}, "a.webp"); });
  EXPECT_EQ(error.code(), Errc::input);
  EXPECT_STREQ(error.what(), "a.webp: this build has no WebP");
  EXPECT_THAT(error.hint(), ::testing::HasSubstr("libwebp-dev"));
}

}  // namespace
}  // namespace selvage::testing
