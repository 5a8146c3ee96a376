// SPDX-License-Identifier: Apache-2.0
// On the first OpenCL device; skipped where there is none.
#include "gpu/match.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "gpu/gpu_cases.hpp"
#include "gpu/rival.hpp"
#include "gpu/whole_runs.hpp"
#include "methods/catalogue.hpp"
#include "scene.hpp"

namespace selvage::bench {
namespace {

class MatchTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto all = devices();
    const auto found = std::ranges::find_if(
        all, [](const Device& d) { return d.id.starts_with("opencl") && d.missing.empty(); });
    if (found == all.end()) GTEST_SKIP() << "no OpenCL device";
    place_ = open_place(found->id);
  }

  planner::Decision decision(const Problem& problem, const char* name) const {
    return planner::plan(problem, place_.device->facts(), {.use = name});
  }

  // All candidates and the rival, on an image of 45 x 37.
  std::vector<Result> results_of(const Case& c) {
    const Image input = scene("", c.type, 45, 37, c.channels);
    Match match(place_, c, input);
    for (const char* name : {"tile", "plain"}) {
      const planner::Decision planned = decision(match.problem(), name);
      match.add(*planned.candidate, planned.offer);
    }
    match.add_rival();
    return match.run(1);
  }

  Place place_;
};

TEST_F(MatchTest, AllAreRightAndTheRivalIsTheLast) {
  for (const Case& c : {make_case(PixelType::u8, 3, Norm::l1, Window::disc, 4),
                        make_case(PixelType::f32, 1, Norm::l2, Window::square, 3)}) {
    const std::vector<Result> results = results_of(c);
    ASSERT_EQ(results.size(), 3u);
    EXPECT_EQ(results.back().name, "rival");
    EXPECT_FALSE(results.back().times_rival);
    for (const Result& r : results) {
      EXPECT_TRUE(r.right()) << c.name << ", " << r.name << ": " << r.error.max;
      EXPECT_GT(r.seconds.median, 0.0);
    }
    EXPECT_NEAR(results[0].times_rival->median,
                results[2].seconds.median / results[0].seconds.median, 1e-6);
  }
}

TEST_F(MatchTest, AWrongResultIsSeen) {
  const Case asked = make_case(PixelType::u8, 3, Norm::l1, Window::disc, 4);
  Case judged = asked;
  judged.filter.border = Border::clamp;
  const Image input = scene("", PixelType::u8, 45, 37, 3);
  const auto from = upload(place_, input);
  const auto to = place_.device->buffer(input.bytes());
  make_rival(place_, asked, 45, 37, *from, *to)(*place_.stream);
  Image output(PixelType::u8, 45, 37, 3);
  download(place_, *to, output);
  EXPECT_LE(judge(asked.filter, input, output).max, 1.0);
  EXPECT_GT(judge(judged.filter, input, output).max, 1.0);
}

TEST_F(MatchTest, SaysWhyATuningIsNotPossible) {
  const Case gray = make_case(PixelType::f32, 1, Norm::l2, Window::square, 3);
  const Image input = scene("", gray.type, 20, 20, 1);
  const Match match(place_, gray, input);
  const Pass pass = decision(match.problem(), "tile").offer.passes.front();
  const auto why = [&](const DirectGpuTuning& t) { return match.unsupported(pass, t); };
  EXPECT_EQ(why({}), "");
  EXPECT_NE(why({.group = {.width = 1024, .height = 1024}}), "");
  EXPECT_NE(why({.wide = true}), "");
  EXPECT_NE(why({.group = {.rows = 3}, .sums = Summation::blocks, .block = 16}), "");
  EXPECT_NE(why({.group = {.width = 32, .height = 8, .rows = 100000}}), "");
}

TEST_F(MatchTest, AWholeRunIsRight) {
  const SizedCase c{make_case(PixelType::u8, 3, Norm::l2, Window::square, 3), {45, 37}};
  const Image input = scene("", c.what.type, c.size.width, c.size.height, c.what.channels);
  const WholeRun run = run_whole(place_.description.id, c, input, 2);
  EXPECT_TRUE(run.right()) << run.error.max;
  EXPECT_GT(run.seconds.median, run.kernel_seconds.median);
  EXPECT_GT(run.kernel_seconds.median, 0.0);
}

TEST(GpuCases, EachHasFullHd) {
  const std::vector<SizedCase> all = kernel_cases({});
  const std::vector<SizedCase> one = kernel_cases({{64, 48}});
  EXPECT_GT(all.size(), one.size());
  for (const SizedCase& c : one)
    EXPECT_TRUE(std::ranges::any_of(all, [&](const SizedCase& other) {
      return other.name() == c.what.name + ".1920x1080";
    })) << c.what.name;
}

}  // namespace
}  // namespace selvage::bench
