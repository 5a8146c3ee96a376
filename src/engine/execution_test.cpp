// SPDX-License-Identifier: Apache-2.0
// Tests what a plan does when its device fails.
#include "engine/execution.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "core/test_errors.hpp"
#include "engine/fake_runtime.hpp"
#include "engine/test_images.hpp"

namespace selvage {
namespace {

using ::testing::ElementsAre;

const Bilateral filter{.radius = 2};

class ExecutionTest : public ::testing::Test {
 protected:
  Placement place(const std::string& device, const Faults& faults) const {
    DeviceSet one(device, std::make_shared<FakeRuntime>(facts_with(1), faults));
    return one.place(problem_, {});
  }
  Execution execution(const Faults& faults, bool fallback = true) {
    return {place("cuda:0", faults), Frame::whole(20, 10),
            fallback ? [this] { return std::optional(place("cpu", {})); } : Execution::Fallback{}};
  }
  Report run(Execution& execution, const Controls& controls = {}) {
    return execution.run({.image = image_}, {.image = out_}, controls);
  }

  Problem problem_{.filter = filter, .width = 20, .height = 10};
  Image image_ = noise(PixelType::u8, 20, 10);
  Image out_{PixelType::u8, 20, 10};
};

TEST_F(ExecutionTest, WithoutFaultNothingIsSaid) {
  Execution whole = execution({});
  const Report report = run(whole);
  EXPECT_EQ(report.device, "cuda:0");
  EXPECT_TRUE(report.notes.empty());
  EXPECT_TRUE(same_pixels(out_, image_));
}

TEST_F(ExecutionTest, ALostDeviceIsReplaced) {
  Execution broken = execution({.run = 1});
  EXPECT_EQ(broken.device(), "cuda:0");
  for (int i = 0; i < 2; ++i) {  // it stays where it is
    const Report report = run(broken);
    EXPECT_EQ(report.device, "cpu");
    EXPECT_THAT(report.notes, ElementsAre("cuda:0 failed (the device is gone); continued on cpu"));
    EXPECT_TRUE(same_pixels(out_, image_));
  }
  EXPECT_EQ(broken.device(), "cpu");
}

TEST_F(ExecutionTest, ADeviceWithoutRoomIsReplaced) {
  Execution full = execution({.make = 1});
  full.reserve();
  EXPECT_EQ(full.device(), "cpu");
  EXPECT_THAT(run(full).notes, ElementsAre("cuda:0 failed (no room); continued on cpu"));
}

TEST_F(ExecutionTest, WithoutAnotherDeviceTheFaultIsTold) {
  Execution alone = execution({.run = 1}, false);
  const Error error = error_of([&] { run(alone); });
  EXPECT_EQ(error.code(), Errc::device);
  EXPECT_STREQ(error.what(), "the device is gone");
  EXPECT_EQ(run(alone).device, "cuda:0");  // the next run tries again
}

TEST_F(ExecutionTest, OtherFaultsAreNotTheDevices) {
  for (const Errc code : {Errc::cancelled, Errc::limit}) {
    Execution stopped = execution({.run = 1, .code = code});
    EXPECT_EQ(error_of([&] { run(stopped); }).code(), code);
    EXPECT_EQ(stopped.device(), "cuda:0");
  }
}

TEST_F(ExecutionTest, ProgressGrowsAcrossTheFault) {
  Execution broken = execution({.run = 1});
  std::vector<double> seen;
  run(broken, {.progress = [&](double done) { seen.push_back(done); }});
  EXPECT_THAT(seen, ElementsAre(0.5, 1.0));
}

}  // namespace
}  // namespace selvage
