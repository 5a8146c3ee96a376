// SPDX-License-Identifier: Apache-2.0
// Tests which devices an engine opens, and how it works without them.
#include "engine/devices/device_set.hpp"

#include <gmock/gmock.h>

#include "core/test_errors.hpp"
#include "engine/fake_runtime.hpp"

namespace selvage {
namespace {

const Problem large{.filter = Bilateral{}, .width = 8000, .height = 8000, .channels = 3};
const Problem small{.filter = Bilateral{}, .width = 30, .height = 30};

// Counts how often the GPU is opened.
class DeviceSetTest : public ::testing::Test {
 protected:
  DeviceSet devices(double open_seconds, bool opens = true, int expected_runs = 1) {
    CachedGpu gpu{.device = "cuda:0", .facts = facts_with(64)};
    gpu.facts.gpu.open_seconds = open_seconds;
    const auto open = [this, opens](const std::string& device) -> std::shared_ptr<const Runtime> {
      EXPECT_EQ(device, "cuda:0");
      ++opened_;
      if (!opens) throw Error(Errc::device, "the driver says no");
      return gpu_;
    };
    return {cpu_, {gpu}, open, expected_runs};
  }

  std::shared_ptr<const Runtime> cpu_ = std::make_shared<FakeRuntime>(facts_with(1));
  std::shared_ptr<const Runtime> gpu_ = std::make_shared<FakeRuntime>(facts_with(64));
  int opened_ = 0;
};

TEST_F(DeviceSetTest, AGpuIsOpenedOnceAndOnlyWhenItPays) {
  DeviceSet all = devices(0.3);
  EXPECT_EQ(all.place(small, {}).device, "cpu");
  EXPECT_EQ(opened_, 0);
  const Placement placement = all.place(large, {});
  EXPECT_EQ(placement.device, "cuda:0");
  EXPECT_EQ(placement.runtime, gpu_);
  EXPECT_EQ(opened_, 1);
  EXPECT_EQ(all.place(large, {}).device, "cuda:0");
  EXPECT_EQ(opened_, 1);
  EXPECT_EQ(all.place(small, {}).device, "cuda:0");  // it is open now, and faster
}

TEST_F(DeviceSetTest, AGpuThatDoesNotOpenIsLeftOut) {
  DeviceSet all = devices(0.3, false);
  for (int i = 0; i < 2; ++i) {
    const Placement placement = all.place(large, {});
    EXPECT_EQ(placement.device, "cpu");
    EXPECT_EQ(placement.runtime, cpu_);
    const std::vector<Reason>& reasons = placement.decision.reasons;
    for (std::size_t k = 0; k + 1 < reasons.size(); ++k)
      EXPECT_THAT(reasons[k].candidate, ::testing::StartsWith("cpu/"));
    EXPECT_EQ(reasons.back().candidate, "cuda:0");
    EXPECT_EQ(reasons.back().text, "could not be opened (the driver says no); not used");
    EXPECT_THAT(placement.notes, ::testing::ElementsAre(
                                     "cuda:0 could not be opened (the driver says no); not used"));
  }
  EXPECT_EQ(opened_, 1);
}

TEST_F(DeviceSetTest, WhatDidNotOpenIsToldWithARefusal) {
  DeviceSet all = devices(0.3, false);
  EXPECT_EQ(all.place(large, {}).device, "cpu");
  const Error error = error_of([&] { all.place(large, {.use = "tile"}); });
  EXPECT_THAT(error.what(), ::testing::HasSubstr("the driver says no"));
}

TEST_F(DeviceSetTest, TheStartIsSpreadOverTheRunsToCome) {
  const Problem middle{.filter = Bilateral{}, .width = 1000, .height = 1000, .channels = 3};
  DeviceSet one = devices(1.0), many = devices(1.0, true, 1000);
  EXPECT_EQ(one.place(middle, {}).device, "cpu");
  EXPECT_EQ(many.place(middle, {}).device, "cuda:0");
}

TEST_F(DeviceSetTest, DriversThatAreLeftOutAreNoted) {
  DeviceSet all(cpu_, {}, {}, 1, {{"opencl", false, "left out: its probe hangs"}});
  EXPECT_THAT(all.place(small, {}).notes,
              ::testing::ElementsAre("opencl left out: its probe hangs"));
}

TEST_F(DeviceSetTest, InsteadOfAGpuTheCpu) {
  const DeviceSet all = devices(0.0);
  const auto instead = all.fallback_for("cuda:0", large, {});
  ASSERT_TRUE(instead);
  EXPECT_EQ(instead->device, "cpu");
  EXPECT_EQ(instead->runtime, cpu_);
  EXPECT_FALSE(all.fallback_for("cpu", large, {}));
  EXPECT_FALSE(all.fallback_for("cuda:0", large, {.method = Method::bounded}));
}

TEST_F(DeviceSetTest, OneDeviceHasNoOther) {
  DeviceSet one("cuda:0", gpu_);
  EXPECT_EQ(one.place(small, {}).device, "cuda:0");
  EXPECT_FALSE(one.fallback_for("cuda:0", small, {}));
}

}  // namespace
}  // namespace selvage
