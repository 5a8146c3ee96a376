// SPDX-License-Identifier: Apache-2.0
#include "console/option_names.hpp"

#include <gtest/gtest.h>

namespace selvage::cli {
namespace {

TEST(OptionNames, AMessageMayBeginWithAField) {
  EXPECT_EQ(what_in_options("sigma_space 0 is outside 1..2"), "--sigma-space 0 is outside 1..2");
  EXPECT_EQ(what_in_options("row[3] nan is outside 0..1"), "--row[3] nan is outside 0..1");
  EXPECT_EQ(what_in_options("border_value 2 is outside 0..1"),
            "--border constant 2 is outside 0..1");
  EXPECT_EQ(what_in_options("max_error 0 is not above 0"), "--max-error 0 is not above 0");
}

TEST(OptionNames, OtherWordsStay) {
  for (const char* what : {"", "device lost", "exact results are slow", "width 3 is even",
                           "the radius 3 is even", "frame.exr: cut short", "a.type/scale: no file"})
    EXPECT_EQ(what_in_options(what), what);
  EXPECT_EQ(hint_in_options("use norm l2, or luma for gray images"),
            "use norm l2, or luma for gray images");
  EXPECT_EQ(hint_in_options("-f overwrites it; --skip-existing leaves it (a.png)"),
            "-f overwrites it; --skip-existing leaves it (a.png)");
}

TEST(OptionNames, QualifiedFieldsAreRecognisedAnywhere) {
  EXPECT_EQ(what_in_options("a.png: 9x9 is over Limits::max_side 8"),
            "a.png: 9x9 is over --max-side 8");
  EXPECT_EQ(hint_in_options("raise it with Limits::max_side"), "raise it with --max-side");
  EXPECT_EQ(hint_in_options("raise limits.max_pixels."), "raise --max-pixels.");
  EXPECT_EQ(hint_in_options("overwrite it with SaveOptions::overwrite"), "overwrite it with -f");
  EXPECT_EQ(hint_in_options("PFM can; or convert the image with selvage::convert"),
            "PFM can; or convert the image with --bits");
}

TEST(OptionNames, HintsMayNameFieldsWithAnUnderscore) {
  EXPECT_EQ(hint_in_options("raise max_side"), "raise --max-side");
  EXPECT_EQ(hint_in_options("see list_devices()"), "see selvage devices");
}

TEST(OptionNames, AnOptionAndItsFieldAreNamedOnce) {
  EXPECT_EQ(hint_in_options("raise it with --max-side (Limits::max_side)"),
            "raise it with --max-side");
  EXPECT_EQ(hint_in_options("PFM can; or convert the image (--bits)"),
            "PFM can; or convert the image (--bits)");
}

}  // namespace
}  // namespace selvage::cli
