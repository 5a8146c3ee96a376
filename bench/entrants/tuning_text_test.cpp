// SPDX-License-Identifier: Apache-2.0
#include "entrants/tuning_text.hpp"

#include <gtest/gtest.h>

#include "methods/catalogue.hpp"
#include "planner/decision.hpp"
#include "planner/test_gpus.hpp"
#include "selvage/error.hpp"

namespace selvage::bench {
namespace {

TEST(TuningText, ChangesWhatIsNamed) {
  const std::string most = "rows=8,height=2,width=64,blocks=3,wide=1,sums=columns,block=24,fixed=1";
  const DirectGpuTuning tuning = changed(DirectGpuTuning{}, most + ",launch=100");
  EXPECT_EQ(tuning.group.rows, 8);
  EXPECT_EQ(tuning.group.height, 2);
  EXPECT_EQ(tuning.group.width, 64);
  EXPECT_EQ(tuning.group.min_blocks, 3);
  EXPECT_TRUE(tuning.wide);
  EXPECT_TRUE(tuning.fixed_window);
  EXPECT_EQ(tuning.sums, Summation::columns);
  EXPECT_EQ(tuning.block, 24);
  EXPECT_EQ(tuning.launch_height, 100);
  EXPECT_EQ(text(tuning), most);
}

TEST(TuningText, ChangesLinearFilters) {
  const LinearGpuTuning planned{.streaming = {.unit = 4}};
  const LinearGpuTuning once = changed(planned, "rows=16,height=1,width=48,launch=9");
  EXPECT_EQ(once, (LinearGpuTuning{.group = {.width = 48, .height = 1, .rows = 16},
                                   .launch_height = 9,
                                   .streaming = {.unit = 4}}));
  EXPECT_EQ(text(once), "rows=16,height=1,width=48,blocks=1,once=1");
  EXPECT_EQ(changed(once, text(once)), once);
  const LinearGpuTuning twice = changed(planned, "once=0");
  EXPECT_FALSE(twice.once);
  EXPECT_FALSE(twice.streaming);
}

// Groups of work-items compute four channels at a time, whatever the image has.
TEST(TuningText, ChangesBlocksOfChannels) {
  const DeviceFacts facts = planner::big_gpu();
  for (const int channels : {3, 7, 64, 1024}) {
    const Problem problem{.filter = Gaussian{.radius = 12},
                          .type = PixelType::f32,
                          .width = 640,
                          .height = 480,
                          .channels = channels};
    planner::Decision decision =
        planner::decide(problem, std::vector<planner::Option>{{.device = "cuda", .facts = facts}},
                        {.use = "separable"}, planner::catalogue());
    const auto widened = [&](const char* text) {
      change(decision, text, facts.gpu);
      return decision.offer.tuning.as<LinearGpuTuning>().group.width;
    };
    EXPECT_EQ(widened("width=48"), 48) << channels;
    if (channels == 3)
      EXPECT_THROW(widened("width=32"), Error);
    else
      EXPECT_EQ(widened("width=32"), 32) << channels;
    EXPECT_THROW(widened("width=1024,height=1,rows=128"), Error) << channels;  // local memory
  }
}

// A change of the teams changes how many blocks a whole tile has; one of the blocks cuts the tile.
TEST(TuningText, ChangesFourierRangeKernels) {
  const DeviceFacts facts = planner::big_gpu();
  const Problem problem{.filter = Bilateral{.sigma_space = 16, .sigma_range = 0.1F, .radius = 48},
                        .type = PixelType::u8,
                        .width = 640,
                        .height = 480};
  const planner::Decision planned =
      planner::decide(problem, std::vector<planner::Option>{{.device = "cuda", .facts = facts}},
                      {.max_error = 0.002, .use = "fourier_range"}, planner::catalogue());
  const auto with = [&](const char* text) {
    planner::Decision decision = planned;
    change(decision, text, facts.gpu);
    return decision.offer.tuning.as<FourierGpuTuning>();
  };
  const FourierGpuTuning wide = with("column_teams=2,row_teams=2");
  EXPECT_EQ(wide.tile_blocks, 7);  // 128 rows and a halo of 48 on either side
  EXPECT_EQ(wide.row_blocks, 7);
  const FourierGpuTuning narrow = with("column_teams=1,row_teams=1");
  EXPECT_EQ(narrow.tile_blocks, 5);
  EXPECT_EQ(narrow.row_blocks, 5);
  EXPECT_EQ(with("column_teams=2,tile_blocks=3").tile_blocks, 3);
  EXPECT_THROW(with("column_teams=64"), Error);
  for (const char* wrong : {"rows=4", "repair_height=12", "repair_taps=9", "row_stages=3"})
    EXPECT_THROW(with(wrong), Error) << wrong;
  EXPECT_EQ(with(text(wide).c_str()), wide);
}

TEST(TuningText, SaysWhatATuningHas) {
  EXPECT_EQ(text(TileTuning{}), "");
  const DirectGpuTuning tuning{.wide = true, .sums = Summation::blocks, .block = 4};
  EXPECT_EQ(changed(DirectGpuTuning{}, text(tuning)), tuning);
}

TEST(TuningText, KeepsTheRest) {
  const DirectGpuTuning planned{
      .tile = {.width = 99}, .group = {.rows = 2}, .sums = Summation::blocks};
  EXPECT_EQ(changed(planned, ""), planned);
  DirectGpuTuning expected = planned;
  expected.group.height = 4;
  EXPECT_EQ(changed(planned, "height=4"), expected);
}

template <class T>
void expect_refused(const char* wrong) {
  try {
    changed(T{}, std::string("height=4,") + wrong);
    FAIL() << wrong << " was accepted";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Errc::invalid_argument);
    EXPECT_NE(std::string(e.what()).find(wrong), std::string::npos) << e.what();
  }
}

TEST(TuningText, AllCombinations) {
  EXPECT_EQ(combinations("rows=4"), std::vector<std::string>{"rows=4"});
  EXPECT_EQ(combinations("rows=4/8,height=2,wide=0/1"),
            (std::vector<std::string>{"rows=4,height=2,wide=0", "rows=4,height=2,wide=1",
                                      "rows=8,height=2,wide=0", "rows=8,height=2,wide=1"}));
}

TEST(TuningText, RefusesByName) {
  for (const char* wrong : {"rows", "rows=", "rows=0", "rows=4x", "colour=1"}) {
    expect_refused<DirectGpuTuning>(wrong);
    expect_refused<LinearGpuTuning>(wrong);
  }
  for (const char* wrong : {"wide=2", "sums=all", "once=1"}) expect_refused<DirectGpuTuning>(wrong);
  for (const char* wrong : {"once=2", "wide=1"}) expect_refused<LinearGpuTuning>(wrong);
}

}  // namespace
}  // namespace selvage::bench
