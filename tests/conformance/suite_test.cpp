// SPDX-License-Identifier: Apache-2.0
#include "conformance/suite.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/checks/claims.hpp"

namespace selvage::testing {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Gaps gaps_after(const std::vector<Case>& cases, const std::vector<Subject>& subjects) {
  Suite suite(cases, subjects, std::chrono::seconds(0));
  suite.run(1);
  return find_gaps(claims_of(subjects), suite.tallies(), cases);
}

std::vector<Case> histograms() {
  std::vector<Case> cases;
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    cases.push_back({.kind = Kind::histogram, .type = type});
  return cases;
}

// As a new candidate for filters that no case has.
TEST(Suite, AnEntryOfTheCatalogueThatNoCaseExercisesFails) {
  std::vector<Subject> all = subjects("cpu");
  planner::Candidate forgotten = planner::catalogue().front();
  forgotten.name = "forgotten";
  forgotten.serves = [](const Filter&) { return false; };
  all.push_back({&forgotten, "forgotten", "", all.front().engine});
  EXPECT_THAT(gaps_after(histograms(), all).failures,
              Contains("forgotten serves no case of this tier"));
}

TEST(Suite, EveryCandidateThatTheCasesLeaveOutIsNamed) {
  const std::vector<Subject> all = subjects("cpu");
  const Gaps gaps = gaps_after(histograms(), all);
  for (const Subject& s : all) {
    const auto about_it = Contains(HasSubstr(describe(s) + " serves no case"));
    if (serves(s, Histogram{}))
      EXPECT_THAT(gaps.failures, Not(about_it)) << describe(s);
    else
      EXPECT_THAT(gaps.failures, about_it);
  }
}

TEST(Suite, APixelTypeThatTheCasesLeaveOutIsNamed) {
  std::vector<Subject> counters = subjects("cpu");
  std::erase_if(counters, [](const Subject& s) { return !serves(s, Histogram{}); });
  std::vector<Case> cases = histograms();
  EXPECT_THAT(gaps_after(cases, counters).failures, IsEmpty());
  cases.erase(cases.begin() + 2);
  EXPECT_THAT(gaps_after(cases, counters).failures,
              ::testing::AllOf(Not(IsEmpty()), Each(HasSubstr("passed no case of type f16"))));
}

}  // namespace
}  // namespace selvage::testing
