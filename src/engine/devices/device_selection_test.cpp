// SPDX-License-Identifier: Apache-2.0
// Tests device selection from hand-made facts; no device is touched.
#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

#include "core/test_errors.hpp"
#include "engine/fake_runtime.hpp"
#include "methods/catalogue.hpp"

namespace selvage {
namespace {

using ::testing::HasSubstr;

Problem problem(int side) {
  return {.filter = Bilateral{}, .width = side, .height = side, .channels = 3};
}

planner::Option slow() {
  return {.device = "cpu", .facts = facts_with(1)};
}
planner::Option fast(double start_seconds) {
  return {.device = "cuda:0", .facts = facts_with(64), .start_seconds = start_seconds};
}

std::string winner(const std::vector<planner::Option>& options, int side,
                   const Request& request = {}) {
  return options[planner::decide(problem(side), options, request).option].device;
}

Reason reason(planner::Decision decision, std::string_view candidate) {
  planner::explain(decision);
  const auto found = std::ranges::find(decision.reasons, candidate, &Reason::candidate);
  if (found == decision.reasons.end()) throw std::logic_error("no such candidate");
  return *found;
}

TEST(DeviceSelection, AnOpenDeviceWinsWhenItIsFaster) {
  EXPECT_EQ(winner({slow(), fast(0.0)}, 1000), "cuda:0");
  EXPECT_EQ(winner({fast(0.0), slow()}, 1000), "cuda:0");
}

TEST(DeviceSelection, ADeviceIsStartedOnlyForWorkThatIsWorthIt) {
  EXPECT_EQ(winner({slow(), fast(0.3)}, 8000), "cuda:0");
  EXPECT_EQ(winner({slow(), fast(0.3)}, 500), "cpu");
  EXPECT_EQ(winner({slow(), fast(1e9)}, 8000), "cpu");
}

TEST(DeviceSelection, OfEqualsTheFirstWins) {
  planner::Option twin = slow();
  twin.device = "opencl:0";
  EXPECT_EQ(winner({slow(), twin}, 100), "cpu");
}

TEST(DeviceSelection, EveryCandidateOfEveryDeviceHasALine) {
  const std::vector<planner::Option> options{slow(), fast(0.25)};
  const planner::Decision decision = planner::decide(problem(500), options, {});
  const auto of_each =  // candidates of other filters have none
      std::ranges::count_if(planner::catalogue(), [](const planner::Candidate& c) {
        return c.platform == Platform::cpu && c.serves(Bilateral{});
      });
  ASSERT_LT(of_each,
            std::ranges::count(planner::catalogue(), Platform::cpu, &planner::Candidate::platform));
  EXPECT_EQ(decision.reasons.size(), static_cast<std::size_t>(2 * of_each));
  EXPECT_EQ(std::ranges::count_if(decision.reasons, &Reason::taken), 1);
  EXPECT_TRUE(reason(decision, "cpu/simd").taken);
  EXPECT_THAT(reason(decision, "cpu/plain").text, HasSubstr("predicted"));
  EXPECT_THAT(reason(decision, "cuda:0/simd").text, HasSubstr("and 250 ms to start cuda:0"));
  EXPECT_THAT(reason(decision, "cpu/simd").text, Not(HasSubstr("to start")));
  EXPECT_EQ(decision.candidate->name, "simd");
}

TEST(DeviceSelection, AForcedCandidateIsLookedForOnEveryDevice) {
  planner::Option plain_only = slow();
  plain_only.facts.simd = {};  // no vector unit: only "plain" can serve
  const std::vector<planner::Option> options{plain_only, fast(1e3)};
  EXPECT_EQ(winner(options, 100), "cpu");
  EXPECT_EQ(winner(options, 100, {.use = "simd"}), "cuda:0");
  const Error unknown = error_of([&] { (void)winner(options, 100, {.use = "tide"}); });
  EXPECT_EQ(unknown.code(), Errc::invalid_argument);
  EXPECT_STREQ(unknown.what(), "bilateral has no candidate tide on cpu, cuda:0");
  EXPECT_THAT(unknown.hint(), HasSubstr("plain"));
  EXPECT_THAT(unknown.hint(), Not(HasSubstr("stencil")));  // of other filters
}

TEST(DeviceSelection, WhenNoneCanServeAllSayWhy) {
  const std::vector<planner::Option> options{slow(), fast(0.0)};
  const Error error = error_of([&] { (void)winner(options, 100, {.method = Method::bounded}); });
  EXPECT_EQ(error.code(), Errc::unsupported);
  EXPECT_THAT(error.what(), HasSubstr("cpu/fourier_range: "));
  EXPECT_THAT(error.what(), HasSubstr("cuda:0/fourier_range: "));
}

}  // namespace
}  // namespace selvage
