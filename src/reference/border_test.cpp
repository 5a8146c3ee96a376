// SPDX-License-Identifier: Apache-2.0
#include "reference/border.hpp"

#include <gtest/gtest.h>

#include <string>

namespace selvage::reference {
namespace {

// Returns the samples at positions -9 .. n + 8 of `row`, and '.' for positions without a sample.
std::string extended(const std::string& row, Border border) {
  const int n = static_cast<int>(row.size());
  std::string out;
  for (int i = -9; i < n + 9; ++i) {
    const auto source = border_source(i, n, border);
    out += source ? row[static_cast<std::size_t>(*source)] : '.';
  }
  return out;
}

TEST(ReferenceBorder, FourSamples) {
  EXPECT_EQ(extended("abcd", Border::reflect101), "dcbabcdcbabcdcbabcdcba");
  EXPECT_EQ(extended("abcd", Border::reflect), "aabcddcbaabcddcbaabcdd");
  EXPECT_EQ(extended("abcd", Border::clamp), "aaaaaaaaaabcdddddddddd");
  EXPECT_EQ(extended("abcd", Border::wrap), "dabcdabcdabcdabcdabcda");
  for (const Border none : {Border::constant, Border::shrink, Border::copy})
    EXPECT_EQ(extended("abcd", none), ".........abcd.........");
}

TEST(ReferenceBorder, OneSampleAnswersForAll) {
  const std::string all(19, 'a');
  for (const Border border : {Border::reflect101, Border::reflect, Border::clamp, Border::wrap})
    EXPECT_EQ(extended("a", border), all);
}

TEST(ReferenceBorder, TwoSamples) {
  EXPECT_EQ(extended("ab", Border::reflect101), "babababababababababa");
  EXPECT_EQ(extended("ab", Border::reflect), "aabbaabbaabbaabbaabb");
  EXPECT_EQ(extended("ab", Border::wrap), "babababababababababa");
}

}  // namespace
}  // namespace selvage::reference
