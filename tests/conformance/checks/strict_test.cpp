// SPDX-License-Identifier: Apache-2.0
#include "conformance/checks/strict.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace selvage::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::vector<Case> cases{{.kind = Kind::box},
                              {.type = PixelType::f32, .border = Border::wrap},
                              {.kind = Kind::histogram}};

bool never(const Case&) {
  return false;
}

// Serves boxes of bytes with every border but copy.
bool serves_boxes(const Case& c) {
  return c.kind == Kind::box && c.type == PixelType::u8 && c.border != Border::copy;
}

Tally tally_of(const std::vector<Case>& passed) {
  Tally tally;
  for (const Case& c : passed) tally.count(c, Outcome::passed);
  return tally;
}

std::vector<Case> boxes_with_all_but(Border left_out) {
  std::vector<Case> boxes;
  for (const Border b : {Border::reflect101, Border::reflect, Border::clamp, Border::wrap,
                         Border::constant, Border::shrink})
    if (b != left_out) boxes.push_back({.kind = Kind::box, .border = b});
  return boxes;
}

Gaps gaps_of(const Claim& claim, const Tally& tally) {
  const std::vector<NamedTally> tallies{{claim.candidate, tally}};
  return find_gaps(std::vector{claim}, tallies, cases);
}

TEST(Strict, ACandidateThatPassedAllThatItServesHasNoGap) {
  const Gaps gaps =
      gaps_of({"boxes", serves_boxes, serves_boxes}, tally_of(boxes_with_all_but(Border::copy)));
  EXPECT_THAT(gaps.failures, IsEmpty());
  EXPECT_THAT(gaps.notes, IsEmpty());
}

TEST(Strict, AValueThatACandidateServesAndNeverPassedIsAGap) {
  const Gaps gaps =
      gaps_of({"boxes", serves_boxes, serves_boxes}, tally_of(boxes_with_all_but(Border::wrap)));
  EXPECT_THAT(gaps.failures, ElementsAre(HasSubstr("boxes passed no case of border wrap, though "
                                                   "it serves --case \"kind=box type=u8")));
}

TEST(Strict, ACandidateWithoutATallyIsAGap) {
  const std::vector<Claim> claims{{"new", serves_boxes, serves_boxes}};
  EXPECT_THAT(find_gaps(claims, {}, cases).failures, ElementsAre("new passed no case"));
}

TEST(Strict, ACandidateThatNoCaseExercisesIsAGap) {
  EXPECT_THAT(gaps_of({"new", never, never}, {}).failures,
              ElementsAre("new serves no case of this tier"));
}

TEST(Strict, ACandidateThatTheDeviceCannotRunIsNoGap) {
  const Gaps gaps = gaps_of({"fast", never, serves_boxes}, {});
  EXPECT_THAT(gaps.failures, IsEmpty());
  EXPECT_THAT(gaps.notes, ElementsAre("this device cannot run fast"));
}

}  // namespace
}  // namespace selvage::testing
