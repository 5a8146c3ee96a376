// SPDX-License-Identifier: Apache-2.0
#include "html_report/html_report.hpp"

#include <gtest/gtest.h>

#include "html_report/data_uri.hpp"
#include "html_report/page_text.hpp"

namespace selvage::cli {
namespace {

std::string base64_of(std::string_view text) {
  return base64(std::as_bytes(std::span(text)));
}

TEST(HtmlReport, Base64) {  // RFC 4648, section 10
  EXPECT_EQ(base64_of(""), "");
  EXPECT_EQ(base64_of("f"), "Zg==");
  EXPECT_EQ(base64_of("fo"), "Zm8=");
  EXPECT_EQ(base64_of("foo"), "Zm9v");
  EXPECT_EQ(base64_of("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64_of("\xff\xfb\xfe"), "//v+");
}

TEST(HtmlReport, CommandsAreQuoted) {
  EXPECT_EQ(shell_command({"box", "a.png", "--radius=3", "o/"}), "selvage box a.png --radius=3 o/");
  EXPECT_EQ(shell_command({"my photo's.png", "", "$(x)"}),
            "selvage 'my photo'\\''s.png' '' '$(x)'");
}

TEST(HtmlReport, PicturesShareThePage) {
  EXPECT_EQ(pixels_of_page(0), 1 << 23);
  EXPECT_EQ(pixels_of_page(std::size_t{32} << 20), 1 << 20);
  EXPECT_EQ(pixels_of_pair(1 << 23, 1), 1 << 21);
  EXPECT_EQ(pixels_of_pair(1 << 23, 64), 1 << 17);
  EXPECT_EQ(pixels_of_pair(1 << 10, 64), 1024);
}

TEST(HtmlReport, ThePageHasOnePlaceForItsData) {
  const std::size_t place = page_text.find("@DATA@");
  ASSERT_NE(place, std::string_view::npos);
  EXPECT_EQ(page_text.find("@DATA@", place + 1), std::string_view::npos);
  for (const char* part : {"@STYLE@", "@SCRIPT@", "http://", "https://"}) {
    const std::size_t found = page_text.find(part);
    const bool is_svg = found != std::string_view::npos &&
                        page_text.substr(found).starts_with("http://www.w3.org/2000/svg");
    EXPECT_TRUE(found == std::string_view::npos || is_svg) << part;
  }
  EXPECT_TRUE(page_text.ends_with("</html>\n"));
}

}  // namespace
}  // namespace selvage::cli
