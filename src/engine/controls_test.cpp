// SPDX-License-Identifier: Apache-2.0
// Tests progress and cancellation of runs.
#include <gmock/gmock.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "core/test_errors.hpp"
#include "engine/test_images.hpp"
#include "selvage/engine.hpp"

namespace selvage {
namespace {

const Bilateral small{.sigma_space = 1, .radius = 2};

TEST(Report, SaysWhatWasDone) {
  const Engine engine;
  const Image image = noise(PixelType::u8, 40, 30);
  Image out(PixelType::u8, 40, 30);
  Bilateral filter = small;
  filter.iterations = 3;
  Plan plan = engine.plan(filter, {.image = image}, Frame::whole(40, 30), {.use = "plain"});
  const Report report = plan.run({.image = image}, {.image = out});
  EXPECT_EQ(report.device, "cpu");
  EXPECT_EQ(report.candidate, "plain");
  EXPECT_EQ(report.error_bound, plan.error_bound());
  ASSERT_EQ(report.stages.size(), 3u);
  double sum = 0;
  for (const Stage& stage : report.stages) {
    EXPECT_EQ(stage.name, "bilateral");
    EXPECT_GT(stage.seconds, 0.0);
    sum += stage.seconds;
  }
  EXPECT_DOUBLE_EQ(report.seconds(), sum);
  EXPECT_EQ(Report{}.seconds(), 0.0);
}

TEST(Controls, ProgressGrowsToOne) {
  const Engine engine(Device::cpu(), {.threads = 2});
  const Image image = noise(PixelType::u8, 600, 300);
  Image out(PixelType::u8, 600, 300);
  for (const int iterations : {1, 3}) {
    Bilateral filter = small;
    filter.iterations = iterations;
    std::vector<double> seen;
    engine.run(filter, {.image = image}, {.image = out}, Frame::whole(600, 300), {},
               {.progress = [&](double share) { seen.push_back(share); }});
    ASSERT_GE(seen.size(), 2u);
    EXPECT_TRUE(std::ranges::is_sorted(seen));
    EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end());
    EXPECT_GT(seen.front(), 0.0);
    EXPECT_EQ(seen.back(), 1.0);
  }
}

TEST(Controls, APlanHasOneUserAtATime) {
  const Engine engine(Device::cpu(), {.threads = 2});
  const Image image = noise(PixelType::u8, 600, 300);
  Image out(PixelType::u8, 600, 300);
  Plan plan = engine.plan(small, {.image = image}, Frame::whole(600, 300));
  int refused = 0;
  const auto run_again = [&](double) {
    const Error error = error_of([&] { plan.run({.image = image}, {.image = out}); });
    EXPECT_EQ(error.code(), Errc::invalid_argument);
    EXPECT_STREQ(error.what(), "another thread is using this plan");
    ++refused;
  };
  plan.run({.image = image}, {.image = out}, {.progress = run_again});
  EXPECT_GT(refused, 0);
  EXPECT_NO_THROW(plan.run({.image = image}, {.image = out}));
}

TEST(Controls, CancelEndsItEarly) {
  const Engine engine(Device::cpu(), {.threads = 2});
  const Image image = noise(PixelType::u8, 600, 300);
  Image out(PixelType::u8, 600, 300);
  const auto cancelled = [&](const Controls& controls) {
    return error_of([&] {
             engine.run(small, {.image = image}, {.image = out}, Frame::whole(600, 300), {},
                        controls);
           }).code() == Errc::cancelled;
  };
  std::stop_source before, during;
  before.request_stop();
  EXPECT_TRUE(cancelled({.cancel = before.get_token()}));
  double last = 0;
  EXPECT_TRUE(cancelled({.cancel = during.get_token(), .progress = [&](double share) {
                           last = share;
                           during.request_stop();
                         }}));
  EXPECT_LT(last, 1.0);
  EXPECT_TRUE(same_pixels(engine.run(small, image), Engine().run(small, image)));  // works again
}

// An exception from `progress` comes out of run().
TEST(Controls, ProgressMayThrow) {
  const Image image = noise(PixelType::u8, 600, 300);
  Image out(PixelType::u8, 600, 300);
  EXPECT_THROW(Engine().run(small, {.image = image}, {.image = out}, Frame::whole(600, 300), {},
                            {.progress = [](double) { throw std::runtime_error("enough"); }}),
               std::runtime_error);
}

}  // namespace
}  // namespace selvage
