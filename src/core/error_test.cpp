// SPDX-License-Identifier: Apache-2.0
#include "selvage/error.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(Printable, TextStays) {
  for (const char* text : {"", "photo.png", "\\x1b", "Käse 照片 🌄.tif", "e\u0301"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, ControlCharacters) {
  EXPECT_EQ(printable("a\x1b[2Jb\n\t\x7f"), "a\\x1b[2Jb\\x0a\\x09\\x7f");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\u0080\u009b\u009f\u00a0"), "\\u0080\\u009b\\u009f\u00a0");
  EXPECT_EQ(printable("\u202a\u202egnp.exe\u2066\u2069"), "\\u202a\\u202egnp.exe\\u2066\\u2069");
  EXPECT_EQ(printable("\u2028\u200e\u061c"), "\\u2028\\u200e\\u061c");
}

TEST(Printable, BytesThatAreNotUtf8) {
  EXPECT_EQ(printable("\x9b\x31m"), "\\x9b1m");
  EXPECT_EQ(printable("K\xe4se"), "K\\xe4se");
  EXPECT_EQ(printable("\xc0\x9b"), "\\xc0\\x9b");                    // longer than needed
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // a surrogate
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond Unicode
  EXPECT_EQ(printable("a\xe2\x82"), "a\\xe2\\x82");                  // cut short
}

TEST(Printable, ErrorsAreOneLine) {
  const Error error(Errc::input, "a\nb: \x1b[31m", "see\u202e c");
  EXPECT_STREQ(error.what(), "a\\x0ab: \\x1b[31m");
  EXPECT_EQ(error.hint(), "see\\u202e c");
}

}  // namespace
}  // namespace selvage
