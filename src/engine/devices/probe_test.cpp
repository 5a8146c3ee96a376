// SPDX-License-Identifier: Apache-2.0
// Tests which GPU a probe of made-up drivers finds.
#include <gmock/gmock.h>

#include <array>

#include "engine/devices/runtimes.hpp"
#include "engine/fake_runtime.hpp"

namespace selvage {
namespace {

using ::testing::ElementsAre;

const Device card{.id = "cuda:0", .name = "A card"};
const Device second_card{.id = "cuda:1", .name = "A card"};
const Device same_card{.id = "opencl:0", .name = "A card"};
const Device processor{.id = "opencl:1", .name = "A processor", .is_processor = true};
const Device broken{.id = "cuda:0", .name = "A card", .missing = "its compiler is missing"};

class LookTest : public ::testing::Test {
 protected:
  Driver driver(const std::vector<Device>& devices) {
    return {.list = [this, devices] { return ++listed_, devices; },
            .open = [this](const std::string& device) -> std::shared_ptr<const Runtime> {
              opened_.push_back(device);
              if (device == refused_) throw Error(Errc::device, "no");
              return std::make_shared<FakeRuntime>(facts_with(3));
            }};
  }
  std::string found(const std::vector<Device>& cuda, const std::vector<Device>& opencl) {
    const std::array drivers{driver(cuda), driver(opencl)};
    const Probe probe = probe_gpus(drivers);
    settled_ = probe.settled;
    if (probe.gpus.empty()) return "none";
    EXPECT_EQ(probe.gpus.size(), 1u);
    EXPECT_EQ(probe.gpus.front().facts.threads, 3);
    EXPECT_GT(probe.gpus.front().facts.gpu.open_seconds, 0.0);
    return probe.gpus.front().device;
  }

  std::string refused_;
  std::vector<std::string> opened_;
  int listed_ = 0;
  bool settled_ = false;
};

TEST_F(LookTest, TakesTheFirstGpuAndStartsNoOtherDriver) {
  EXPECT_EQ(found({card, second_card}, {same_card}), "cuda:0");
  EXPECT_THAT(opened_, ElementsAre("cuda:0"));
  EXPECT_EQ(listed_, 1);
}

TEST_F(LookTest, PassesOverProcessorsAndWhatCannotBeUsed) {
  EXPECT_EQ(found({}, {processor}), "none");
  EXPECT_EQ(found({broken}, {processor}), "none");
  EXPECT_TRUE(opened_.empty());
  EXPECT_EQ(found({broken}, {processor, same_card}), "opencl:0");
}

// A compiler that is missing today may be installed tomorrow: such a probe is not kept.
TEST_F(LookTest, WhatIsBrokenMayBeMended) {
  found({broken}, {processor});
  EXPECT_FALSE(settled_);
  found({}, {processor});
  EXPECT_TRUE(settled_);
  found({broken}, {same_card});
  EXPECT_TRUE(settled_);
  refused_ = "cuda:0";
  found({card}, {});
  EXPECT_FALSE(settled_);
}

TEST_F(LookTest, GoesOnWhenADeviceDoesNotOpen) {
  refused_ = "cuda:0";
  EXPECT_EQ(found({card, second_card}, {}), "cuda:1");
  EXPECT_EQ(found({card}, {same_card}), "opencl:0");
  EXPECT_EQ(found({card}, {}), "none");
}

}  // namespace
}  // namespace selvage
