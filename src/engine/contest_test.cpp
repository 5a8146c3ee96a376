// SPDX-License-Identifier: Apache-2.0
// Devices compete by hand-made facts: none is touched.
#include "engine/contest.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

#include "core/test_errors.hpp"
#include "engine/fake_runtime.hpp"

namespace selvage {
namespace {

using ::testing::HasSubstr;

Problem problem(int side) {
  return {.filter = Bilateral{}, .width = side, .height = side, .channels = 3};
}

Contender slow() {
  return {.device = "cpu", .facts = facts_with(1)};
}
Contender fast(double start_seconds) {
  return {.device = "cuda:0", .facts = facts_with(64), .start_seconds = start_seconds};
}

std::string winner(const std::vector<Contender>& contenders, int side,
                   const Request& request = {}) {
  return contenders[decide(problem(side), contenders, request).winner].device;
}

const Reason& reason(const Verdict& verdict, std::string_view candidate) {
  const auto found = std::ranges::find(verdict.choice.reasons, candidate, &Reason::candidate);
  if (found == verdict.choice.reasons.end()) throw std::logic_error("no such candidate");
  return *found;
}

TEST(Contest, AnOpenDeviceWinsWhenItIsFaster) {
  EXPECT_EQ(winner({slow(), fast(0.0)}, 1000), "cuda:0");
  EXPECT_EQ(winner({fast(0.0), slow()}, 1000), "cuda:0");
}

TEST(Contest, ADeviceIsStartedOnlyForWorkThatIsWorthIt) {
  EXPECT_EQ(winner({slow(), fast(0.3)}, 8000), "cuda:0");
  EXPECT_EQ(winner({slow(), fast(0.3)}, 500), "cpu");
  EXPECT_EQ(winner({slow(), fast(1e9)}, 8000), "cpu");
}

TEST(Contest, OfEqualsTheFirstWins) {
  Contender twin = slow();
  twin.device = "opencl:0";
  EXPECT_EQ(winner({slow(), twin}, 100), "cpu");
}

TEST(Contest, EveryCandidateOfEveryDeviceHasALine) {
  const std::vector<Contender> contenders{slow(), fast(0.25)};
  const Verdict verdict = decide(problem(500), contenders, {});
  const auto of_each =  // candidates of other filters have none
      std::ranges::count_if(planner::catalogue(), [](const planner::Candidate& c) {
        return c.backend == "cpu" && c.serves(Bilateral{});
      });
  ASSERT_LT(of_each, std::ranges::count(planner::catalogue(), "cpu", &planner::Candidate::backend));
  EXPECT_EQ(verdict.choice.reasons.size(), static_cast<std::size_t>(2 * of_each));
  EXPECT_EQ(std::ranges::count_if(verdict.choice.reasons, &Reason::taken), 1);
  EXPECT_TRUE(reason(verdict, "cpu/simd").taken);
  EXPECT_THAT(reason(verdict, "cpu/plain").text, HasSubstr("predicted"));
  EXPECT_THAT(reason(verdict, "cuda:0/simd").text, HasSubstr("and 250 ms to start cuda:0"));
  EXPECT_THAT(reason(verdict, "cpu/simd").text, Not(HasSubstr("to start")));
  EXPECT_EQ(verdict.choice.candidate->name, "simd");
}

TEST(Contest, AForcedCandidateIsLookedForOnEveryDevice) {
  Contender plain_only = slow();
  plain_only.facts.simd = {};  // no vector unit: only "plain" can serve
  const std::vector<Contender> contenders{plain_only, fast(1e3)};
  EXPECT_EQ(winner(contenders, 100), "cpu");
  EXPECT_EQ(winner(contenders, 100, {.use = "simd"}), "cuda:0");
  const Error unknown = error_of([&] { (void)winner(contenders, 100, {.use = "tide"}); });
  EXPECT_EQ(unknown.code(), Errc::invalid_argument);
  EXPECT_STREQ(unknown.what(), "bilateral has no candidate tide on cpu, cuda:0");
  EXPECT_THAT(unknown.hint(), HasSubstr("plain"));
  EXPECT_THAT(unknown.hint(), Not(HasSubstr("lines")));  // of other filters
}

TEST(Contest, WhenNoneCanServeAllSayWhy) {
  const std::vector<Contender> contenders{slow(), fast(0.0)};
  const Error error = error_of([&] { (void)winner(contenders, 100, {.method = Method::bounded}); });
  EXPECT_EQ(error.code(), Errc::unsupported);
  EXPECT_THAT(error.what(), HasSubstr("cpu/simd: "));
  EXPECT_THAT(error.what(), HasSubstr("cuda:0/plain: "));
}

}  // namespace
}  // namespace selvage
