// SPDX-License-Identifier: Apache-2.0
// Tests the order of enqueued commands and the progress that callers see.
#include <gmock/gmock.h>

#include <algorithm>
#include <stdexcept>
#include <thread>

#include "backends/gpu/pipeline.hpp"
#include "backends/gpu/testing/fake_kernel.hpp"
#include "backends/gpu/testing/test_decision.hpp"
#include "backends/gpu/testing/thread_runner.hpp"
#include "core/test_errors.hpp"

namespace selvage::gpu {
namespace {

using ::testing::ElementsAre;

// A 16 x 40 image in four tiles, one below another.
class PipelineOrder : public ::testing::Test {
 protected:
  PipelineOrder() {
    plan_.cut({.width = 16, .height = 10});
    pipeline_ =
        std::make_unique<GpuPipeline>(store_, plan_.decision, plan_.frame, fake_kernels(device_));
    device_.log.clear();
  }

  Report run(const Controls& controls = {}) {
    Report report;
    pipeline_->run({.image = image_}, {.image = out_}, controls, report);
    return report;
  }
  bool right() const { return same_pixels(out_, expected_means(plan_, image_, {})); }

  FakeDevice device_;
  SlotStore store_{device_, serial};
  Image image_ = noise(PixelType::u8, 16, 40), out_ = Image(PixelType::u8, 16, 40);
  TestPlan plan_ = plan_on(image_, {.radius = 2}, 2);
  std::unique_ptr<GpuPipeline> pipeline_;
};

TEST_F(PipelineOrder, TwoMoreTilesAreOnTheirWayBeforeOneIsWaitedFor) {
  run();
  std::vector<std::string> order;  // of whole tiles
  for (const std::string& entry : device_.log)
    if (entry.starts_with("upload") || entry.starts_with("download") || entry.starts_with("wait"))
      order.push_back(entry);
  EXPECT_THAT(order, ElementsAre("upload 0", "download 0", "upload 1", "download 1",  //
                                 "upload 2", "download 2",                            //
                                 "wait 0", "upload 0", "download 0",                  //
                                 "wait 1", "wait 2", "wait 0"));
}

TEST_F(PipelineOrder, EachTileIsFlushedBeforeTheHostGoesOn) {
  run();
  for (std::size_t i = 0; i < device_.log.size(); ++i)
    if (device_.log[i].starts_with("download")) {
      const std::string stream = device_.log[i].substr(9);
      EXPECT_EQ(device_.log.at(i + 1), "record " + stream);
      EXPECT_EQ(device_.log.at(i + 2), "flush " + stream);
    }
}

TEST_F(PipelineOrder, OneTileNeedsOneStream) {
  FakeDevice device;
  SlotStore store(device, serial);
  plan_.cut({.width = 16, .height = 40});
  const GpuPipeline pipeline(store, plan_.decision, plan_.frame, fake_kernels(device));
  EXPECT_EQ(device.streams, 1);
}

TEST_F(PipelineOrder, ProgressGrowsToOneInTheCallersThread) {
  std::stop_source stop;  // with one, kernels tell of their pieces too
  for (const Controls& controls : {Controls{}, Controls{.cancel = stop.get_token()}}) {
    std::vector<double> seen;
    const auto caller = std::this_thread::get_id();
    run({.cancel = controls.cancel, .progress = [&](double share) {
           EXPECT_EQ(std::this_thread::get_id(), caller);
           seen.push_back(share);
         }});
    EXPECT_TRUE(std::ranges::is_sorted(seen));
    EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end());
    EXPECT_EQ(seen.back(), 1.0);
    if (controls.cancel.stop_possible())
      EXPECT_EQ(seen.front(), 1.0 / 16.0);  // half of a pass, of two, of four tiles
    else
      EXPECT_THAT(seen, ElementsAre(0.25, 0.5, 0.75, 1.0));
  }
}

TEST_F(PipelineOrder, CancelEndsItEarly) {
  const auto code = [&](const Controls& controls) {
    return error_of([&] { run(controls); }).code();
  };
  std::stop_source before;
  before.request_stop();
  EXPECT_EQ(code({.cancel = before.get_token()}), Errc::cancelled);
  EXPECT_EQ(device_.launches, 0);
  for (const double when : {0.1, 0.25, 0.5, 0.75}) {
    std::stop_source during;
    double last = 0.0;
    EXPECT_EQ(code({.cancel = during.get_token(),
                    .progress =
                        [&](double share) {
                          last = share;
                          if (share >= when) during.request_stop();
                        }}),
              Errc::cancelled);
    EXPECT_LT(last, 1.0);
    run();
    EXPECT_TRUE(right());
  }
}

// An exception from `progress` comes out of run(), and no command stays in flight.
TEST_F(PipelineOrder, ExceptionsComeOut) {
  EXPECT_THROW(run({.progress = [](double) { throw std::runtime_error("mine"); }}),
               std::runtime_error);
  EXPECT_EQ(device_.log.back(), "wait 2");  // for the tiles after the one that told
  run();
  EXPECT_TRUE(right());
}

// So do those of a thread that copies, whatever it was about to copy.
TEST(PipelineThreads, TheirExceptionsComeOut) {
  const Image image = noise(PixelType::f32, 300, 400, 3);
  TestPlan plan = plan_on(image, {.radius = 1}, 1);
  plan.cut({.width = 300, .height = 100});
  const Image expected = expected_means(plan, image, {});
  for (int n = 0; n < 7; ++n) {
    FakeDevice device;
    FailingRunner runner;
    runner.left = n;
    SlotStore store(device, runner);
    GpuPipeline pipeline(store, plan.decision, plan.frame, fake_kernels(device));
    Image out(PixelType::f32, 300, 400, 3);
    Report report;
    EXPECT_THROW(pipeline.run({.image = image}, {.image = out}, {}, report), std::runtime_error)
        << n;
    EXPECT_EQ(device.abandoned, 0u) << n;
    pipeline.run({.image = image}, {.image = out}, {}, report);
    EXPECT_TRUE(same_pixels(out, expected)) << n;
  }
}

TEST_F(PipelineOrder, ReportsStages) {
  device_.pace = FakePace::at_flush;  // each tile's time is its own
  const Report report = run();
  ASSERT_EQ(report.stages.size(), 4u);
  EXPECT_EQ(report.stages[0].name, "upload");
  EXPECT_EQ(report.stages[1].name, "bilateral");
  EXPECT_EQ(report.stages[2].name, "bilateral");
  EXPECT_EQ(report.stages[3].name, "download");
  for (const Stage& stage : report.stages) EXPECT_GT(stage.seconds, 0.0);
  EXPECT_DOUBLE_EQ(report.kernel_seconds, report.stages[1].seconds + report.stages[2].seconds);
}

}  // namespace
}  // namespace selvage::gpu
