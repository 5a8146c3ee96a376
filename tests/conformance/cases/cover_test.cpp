// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/cover.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace selvage::testing {
namespace {

bool any(const std::vector<Case>& cases, auto&& predicate) {
  return std::ranges::any_of(cases, predicate);
}

TEST(Cover, PairwiseMeetsAwkwardPairs) {
  const auto cases = pairwise_cases();
  for (const Border border : {Border::reflect101, Border::reflect, Border::clamp, Border::wrap,
                              Border::constant, Border::shrink, Border::copy}) {
    EXPECT_TRUE(any(cases, [&](const Case& c) { return c.border == border && c.width == 1; }));
    EXPECT_TRUE(any(cases, [&](const Case& c) { return c.border == border && c.radius == 17; }));
    for (const Norm norm : {Norm::l2, Norm::l1, Norm::per_channel, Norm::luma, Norm::lab})
      EXPECT_TRUE(any(cases, [&](const Case& c) { return c.border == border && c.norm == norm; }));
  }
  EXPECT_TRUE(any(cases, [](const Case& c) { return c.radius == 40 && c.width == 64; }));
  EXPECT_TRUE(any(cases, [](const Case& c) { return c.fill && c.holes == Holes::most; }));
}

TEST(Cover, PairwiseIsSmallAndTheSameAtEveryCall) {
  const auto cases = pairwise_cases(), again = pairwise_cases();
  ASSERT_EQ(cases.size(), again.size());
  EXPECT_LT(cases.size(), 2600u);
  for (std::size_t i = 0; i < cases.size(); ++i) EXPECT_EQ(describe(cases[i]), describe(again[i]));
}

TEST(Cover, CrossedHasEveryPossibleCombinationOfTheInnerLoop) {
  const auto cases = crossed_cases();
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    for (const Norm norm : {Norm::l2, Norm::l1, Norm::per_channel, Norm::luma, Norm::lab})
      for (const float sigma : {0.02f, 0.1f, 1.0f})
        EXPECT_TRUE(any(cases, [&](const Case& c) {
          return c.type == type && c.norm == norm && c.sigma_range == sigma && c.channels == 3 &&
                 c.window == Window::disc && c.border == Border::wrap;
        }));
}

TEST(Cover, DeviceHasEveryProgramOnce) {
  const auto cases = device_cases();
  EXPECT_LT(cases.size(), 400u);
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    for (const Norm norm : {Norm::l2, Norm::l1, Norm::per_channel, Norm::luma, Norm::lab})
      for (const AlphaUse alpha : {AlphaUse::keep, AlphaUse::filter})
        EXPECT_TRUE(any(cases, [&](const Case& c) {
          return c.type == type && c.norm == norm && c.channels == 4 && c.alpha == alpha;
        }));
  for (const Norm norm : {Norm::l2, Norm::l1, Norm::luma, Norm::lab})
    EXPECT_TRUE(any(cases, [&](const Case& c) {
      return c.norm == norm && c.channels == 4 && c.alpha == AlphaUse::weight;
    }));
  for (const Border border : {Border::reflect101, Border::wrap, Border::constant, Border::copy})
    EXPECT_TRUE(any(cases, [&](const Case& c) { return c.border == border && c.width == 1; }));
}

TEST(Cover, SmallIsSmall) {
  const auto cases = small_cases();
  EXPECT_LT(cases.size(), 120u);  // some nine of each filter
  for (const Case& c : cases) EXPECT_LE(cost(c), 30e3) << describe(c);
  EXPECT_TRUE(any(cases, [](const Case& c) { return c.norm == Norm::lab && c.width > 1; }));
}

TEST(Cover, RandomIsOfEveryFilter) {
  const auto cases = random_cases(1000, 5);
  for (std::size_t k = 0; k < kind_names.size(); ++k)
    EXPECT_TRUE(any(cases, [&](const Case& c) { return c.kind == static_cast<Kind>(k); }))
        << kind_names[k];
}

TEST(Cover, RandomCasesInARowDifferByNumbersAlone) {
  const auto cases = random_cases(1000, 5, 20);
  ASSERT_EQ(cases.size(), 1000u);
  for (std::size_t i = 0; i < cases.size(); i += 20)
    for (std::size_t k = i + 1; k < i + 20; ++k) {
      const Case &first = cases[i], &other = cases[k];
      EXPECT_NE(describe(other), describe(cases[k - 1]));
      EXPECT_EQ(other.kind, first.kind);
      EXPECT_EQ(other.type, first.type);
      EXPECT_EQ(other.channels, first.channels);
      EXPECT_EQ(other.radius, first.radius);
      EXPECT_EQ(other.columns, first.columns);
      EXPECT_EQ(other.holes, first.holes);
      EXPECT_EQ(other.iterations, first.iterations);
    }
}

TEST(Cover, AllArePossible) {
  for (const auto& cases : {pairwise_cases(), device_cases(), small_cases(), random_cases(200, 5),
                            random_cases(200, 5, 20)})
    for (const Case& c : cases) EXPECT_TRUE(possible(c)) << describe(c);
}

TEST(Cover, SeedDecidesTheRandomOnes) {
  EXPECT_EQ(describe(random_cases(3, 7)[2]), describe(random_cases(3, 7)[2]));
  EXPECT_NE(describe(random_cases(3, 7)[2]), describe(random_cases(3, 8)[2]));
}

}  // namespace
}  // namespace selvage::testing
