// SPDX-License-Identifier: Apache-2.0
#include "command_line/suggest.hpp"

#include <gtest/gtest.h>

namespace selvage::cli {
namespace {

TEST(Suggest, EditDistance) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("abc", "abc"), 0u);
  EXPECT_EQ(edit_distance("abc", "axc"), 1u);
  EXPECT_EQ(edit_distance("abc", "acb"), 1u);  // swapping neighbours is one edit
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("sunday", "saturday"), 3u);
}

TEST(Suggest, TheNearestWord) {
  const std::vector<std::string> words{"--sigma-space", "--sigma-range", "--radius", "-r"};
  EXPECT_EQ(did_you_mean("--sigmaspace", words), " (did you mean --sigma-space?)");
  EXPECT_EQ(did_you_mean("--sigma-rnage", words), " (did you mean --sigma-range?)");
  EXPECT_EQ(did_you_mean("--raduis", words), " (did you mean --radius?)");
}

TEST(Suggest, WordsOfWhichTheBeginningWasTyped) {
  const std::vector<std::string> words{"--sigma-space", "--sigma-range", "--sigma-color",
                                       "--radius"};
  EXPECT_EQ(did_you_mean("--sigma", words),
            " (did you mean --sigma-space, --sigma-range or --sigma-color?)");
  EXPECT_EQ(did_you_mean("--sigma-s", words), " (did you mean --sigma-space?)");
  EXPECT_EQ(did_you_mean("--ra", words), "");
}

TEST(Suggest, NothingWhenNoWordIsNear) {
  const std::vector<std::string> words{"--sigma-space", "--radius"};
  EXPECT_EQ(did_you_mean("--upsample", words), "");
  EXPECT_EQ(did_you_mean(std::string(1000, 'x'), words), "");
  EXPECT_EQ(did_you_mean("--radius", {}), "");
}

TEST(Suggest, NoWordThatIsFarAway) {
  const std::vector<std::string> words{"--region", "--like", "--row", "--force", "--device"};
  for (const char* typed : {"--version", "--median", "--origin", "--size", "--crop", "--format",
                            "--resize", "--denoise"})
    EXPECT_EQ(did_you_mean(typed, words), "") << typed;
  EXPECT_EQ(did_you_mean("--regoin", words), " (did you mean --region?)");
  EXPECT_EQ(did_you_mean("--devcie", words), " (did you mean --device?)");
  EXPECT_EQ(did_you_mean("--frce", words), " (did you mean --force?)");
  EXPECT_EQ(did_you_mean("complete", {"compare", "completion"}), "");
}

TEST(Suggest, OneLetterIsNoHintAtAnother) {
  EXPECT_EQ(did_you_mean("-z", {"-s", "-r"}), "");
  EXPECT_EQ(did_you_mean("z", {"s"}), "");
  EXPECT_EQ(did_you_mean("-", {"-s"}), "");
  EXPECT_EQ(did_you_mean("", {"s"}), "");
  EXPECT_EQ(did_you_mean("l3", {"l2"}), " (did you mean l2?)");
}

}  // namespace
}  // namespace selvage::cli
