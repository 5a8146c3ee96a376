// SPDX-License-Identifier: Apache-2.0
#include "core/border.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace selvage {
namespace {

// Literal tables: `left|row|right`, '.' where no sample stands for the position.
struct Drawing {
  Border border;
  std::string text;
};

std::string drawn(const Drawing& drawing) {
  const auto first = drawing.text.find('|'), last = drawing.text.rfind('|');
  const std::string row = drawing.text.substr(first + 1, last - first - 1);
  const int n = static_cast<int>(row.size());
  std::string out;
  const int left = static_cast<int>(first);
  const int right = static_cast<int>(drawing.text.size() - last - 1);
  for (int i = -left; i < n + right; ++i) {
    if (i == 0 || i == n) out += '|';
    const int index = border_index(i, n, drawing.border);
    out += index == outside ? '.' : row.at(static_cast<std::size_t>(index));
  }
  return out;
}

void expect_all(std::initializer_list<Drawing> drawings) {
  for (const Drawing& drawing : drawings)
    EXPECT_EQ(drawn(drawing), drawing.text) << name(drawing.border);
}

TEST(Border, FourSamples) {
  expect_all({{Border::reflect101, "cbabcdcb|abcd|cbabcdcb"},
              {Border::reflect, "abcddcba|abcd|dcbaabcd"},
              {Border::clamp, "aaaaaaaa|abcd|dddddddd"},
              {Border::wrap, "abcdabcd|abcd|abcdabcd"},
              {Border::constant, "........|abcd|........"},
              {Border::shrink, "........|abcd|........"},
              {Border::copy, "........|abcd|........"}});
}

TEST(Border, ThreeSamples) {
  expect_all({{Border::reflect101, "babcb|abc|babcb"},
              {Border::reflect, "bccba|abc|cbaab"},
              {Border::clamp, "aaaaa|abc|ccccc"},
              {Border::wrap, "bcabc|abc|abcab"}});
}

TEST(Border, TwoSamples) {
  expect_all({{Border::reflect101, "babab|ab|ababa"},
              {Border::reflect, "aabba|ab|baabb"},
              {Border::clamp, "aaaaa|ab|bbbbb"},
              {Border::wrap, "babab|ab|ababa"},
              {Border::constant, ".....|ab|....."},
              {Border::shrink, ".....|ab|....."},
              {Border::copy, ".....|ab|....."}});
}

TEST(Border, OneSampleAnswersForAll) {
  expect_all({{Border::reflect101, "aaaa|a|aaaa"},
              {Border::reflect, "aaaa|a|aaaa"},
              {Border::clamp, "aaaa|a|aaaa"},
              {Border::wrap, "aaaa|a|aaaa"},
              {Border::constant, "....|a|...."},
              {Border::shrink, "....|a|...."},
              {Border::copy, "....|a|...."}});
}

// 10^12 is 1 modulo 7, 8 modulo 14 and 4 modulo 12.
TEST(Border, FarOutside) {
  constexpr std::int64_t far = 1'000'000'000'000;
  EXPECT_EQ(border_index(far, 7, Border::wrap), 1);
  EXPECT_EQ(border_index(-far, 7, Border::wrap), 6);
  EXPECT_EQ(border_index(far, 7, Border::reflect), 5);
  EXPECT_EQ(border_index(-far, 7, Border::reflect), 6);
  EXPECT_EQ(border_index(far, 7, Border::reflect101), 4);
  EXPECT_EQ(border_index(-far, 7, Border::reflect101), 4);
  EXPECT_EQ(border_index(far, 7, Border::clamp), 6);
  EXPECT_EQ(border_index(-far, 7, Border::clamp), 0);
  for (const Border none : {Border::constant, Border::shrink, Border::copy}) {
    EXPECT_EQ(border_index(far, 7, none), outside);
    EXPECT_EQ(border_index(-far, 7, none), outside);
  }
}

TEST(Border, LongestRow) {
  constexpr int n = std::numeric_limits<int>::max();
  EXPECT_EQ(border_index(n, n, Border::reflect), n - 1);
  EXPECT_EQ(border_index(n, n, Border::reflect101), n - 2);
  EXPECT_EQ(border_index(n, n, Border::wrap), 0);
  EXPECT_EQ(border_index(-1, n, Border::reflect), 0);
  EXPECT_EQ(border_index(-1, n, Border::reflect101), 1);
  EXPECT_EQ(border_index(-1, n, Border::wrap), n - 1);
}

TEST(Border, AnyPositionGivesASampleOfTheRow) {
  for (const Border border : {Border::reflect101, Border::reflect, Border::clamp, Border::wrap})
    for (const std::int64_t i :
         {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()})
      for (const int n : {1, 2, 3, 1 << 20}) {
        const int index = border_index(i, n, border);
        EXPECT_GE(index, 0) << name(border) << ' ' << i << ' ' << n;
        EXPECT_LT(index, n) << name(border) << ' ' << i << ' ' << n;
      }
}

}  // namespace
}  // namespace selvage
