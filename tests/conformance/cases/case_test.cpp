// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/case.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace selvage::testing {
namespace {

TEST(Case, DescriptionIsReadBack) {
  Case c{.type = PixelType::f16,
         .channels = 4,
         .alpha = AlphaUse::filter,
         .content = Content::bright,
         .holes = Holes::most,
         .fill = true,
         .norm = Norm::per_channel,
         .border = Border::constant,
         .border_value = 0.1f,
         .sigma_range = 0.02f,
         .radius = -1,
         .part = Part::frame,
         .input = Layout::flipped_x,
         .exact = false,
         .seed = 18446744073709551615u};
  const std::string text = describe(c);
  const Case again = parse_case(text);
  EXPECT_EQ(describe(again), text);
  EXPECT_EQ(again.holes, Holes::most);
  EXPECT_EQ(again.border_value, 0.1f);
  EXPECT_EQ(again.seed, c.seed);
}

TEST(Case, WhatCannotBeReadIsNamed) {
  EXPECT_THROW(parse_case("type=u9"), std::invalid_argument);
  EXPECT_THROW(parse_case("tipe=u8"), std::invalid_argument);
  EXPECT_THROW(parse_case("radius=2x"), std::invalid_argument);
}

TEST(Case, FrameHandsInTheHaloAndNoMore) {
  const Case c = parse_case("width=40 height=9 radius=2 iterations=2 part=frame seed=1");
  EXPECT_EQ(frame_of(c).compute, (Rect{13, 3, 20, 4}));
  EXPECT_EQ(handed_in(c), (Rect{9, 0, 28, 9}));
  EXPECT_EQ(handed_in(parse_case("width=40 height=9 part=region seed=1")), (Rect{0, 0, 40, 9}));
}

TEST(Case, FrameThatWrapsHandsInAll) {
  const Case c = parse_case("width=40 height=9 radius=2 part=frame border=wrap seed=2");
  EXPECT_EQ(frame_of(c).compute, (Rect{20, 3, 20, 4}));  // at the right edge
  EXPECT_EQ(handed_in(c), (Rect{0, 1, 40, 8}));
}

TEST(Case, ImpossibleOnes) {
  EXPECT_TRUE(possible(parse_case("norm=lab channels=3")));
  EXPECT_TRUE(possible(parse_case("norm=lab channels=4 alpha=keep")));
  EXPECT_FALSE(possible(parse_case("norm=lab channels=4")));
  EXPECT_FALSE(possible(parse_case("norm=luma channels=3 alpha=keep")));
  EXPECT_FALSE(possible(parse_case("alpha=keep")));
  EXPECT_FALSE(possible(parse_case("type=u8 holes=nan")));
}

}  // namespace
}  // namespace selvage::testing
