// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/slot_store.hpp"

#include <gtest/gtest.h>

#include "backends/gpu/pipeline.hpp"
#include "backends/gpu/testing/fake_device.hpp"
#include "backends/gpu/testing/fake_kernel.hpp"
#include "backends/gpu/testing/test_decision.hpp"
#include "core/test_errors.hpp"

namespace selvage::gpu {
namespace {

SlotBytes slot_of(std::size_t image, std::size_t output) {
  SlotBytes bytes;
  bytes.ports[image_port] = image;
  bytes.ports[output_port] = output;
  return bytes;
}

class Slots : public ::testing::Test {
 protected:
  int allocations_of(std::size_t count, const SlotBytes& bytes) {
    const int before = device_.allocations;
    store_.give(store_.take(count, bytes));
    return device_.allocations - before;
  }

  FakeDevice device_;
  SlotStore store_{device_, serial};
};

TEST_F(Slots, AreKeptForTheNext) {
  EXPECT_EQ(allocations_of(2, slot_of(100, 80)), 8);  // on the device and on the host
  EXPECT_EQ(allocations_of(2, slot_of(100, 80)), 0);
  EXPECT_EQ(allocations_of(2, slot_of(90, 80)), 0);
  EXPECT_EQ(device_.streams, 2);
  EXPECT_EQ(device_.bytes_in_use, 2 * 180u);
  EXPECT_TRUE(store_.clear());
  EXPECT_EQ(device_.bytes_in_use, 0u);
  EXPECT_FALSE(store_.clear());
}

TEST_F(Slots, TooSmallOnesGoFirst) {
  store_.give(store_.take(2, slot_of(100, 80)));
  device_.faults.memory_bytes = 400;  // for the old ones or for the new ones
  EXPECT_EQ(allocations_of(2, slot_of(101, 80)), 8);
  EXPECT_EQ(device_.bytes_in_use, 2 * 181u);
}

TEST_F(Slots, WithOtherPortsAreOthers) {
  SlotBytes masked = slot_of(100, 80);
  masked.ports[flags_port] = 10;
  store_.give(store_.take(1, masked));
  EXPECT_EQ(allocations_of(1, slot_of(100, 80)), 4);
  EXPECT_EQ(device_.bytes_in_use, 180u);
}

TEST_F(Slots, OneThatIsNotNeededGoes) {
  store_.give(store_.take(2, slot_of(100, 80)));
  EXPECT_EQ(allocations_of(1, slot_of(100, 80)), 0);
  EXPECT_EQ(device_.bytes_in_use, 180u);
}

TEST_F(Slots, LargeOnesAreNotKept) {
  SlotBytes large = slot_of(1, 1);
  large.between.scratch = SlotStore::most_bytes / 2;
  store_.give(store_.take(2, large));
  EXPECT_EQ(device_.bytes_in_use, 0u);
  EXPECT_FALSE(store_.clear());
}

TEST_F(Slots, MakeRoomForWhatElseIsNeeded) {
  device_.faults.memory_bytes = 400;
  store_.give(store_.take(2, slot_of(100, 80)));
  EXPECT_NE(store_.with_room([&] { return device_.buffer(300); }), nullptr);
  EXPECT_EQ(device_.bytes_in_use, 0u);
  EXPECT_THROW(store_.with_room([&] { return device_.buffer(500); }), OutOfMemory);
}

TEST_F(Slots, ServePipelinesOneAfterAnother) {
  const Image image = noise(PixelType::u8, 64, 48, 3);
  TestPlan plan = plan_on(image, {.radius = 2}, 2);
  plan.cut({.width = 40, .height = 30});
  int allocations = 0;
  for (int run = 0; run < 3; ++run) {
    GpuPipeline pipeline(store_, plan.decision, plan.frame, fake_kernels(device_));
    EXPECT_TRUE(run == 0 || device_.allocations == allocations);
    allocations = device_.allocations;
    Image out(PixelType::u8, 64, 48, 3);
    Report report;
    pipeline.run({.image = image}, {.image = out}, {}, report);
    EXPECT_TRUE(same_pixels(out, expected_means(plan, image, {})));
  }
}

// The slots of a failed run may be unusable.
TEST_F(Slots, OfAFailedRunAreNotKept) {
  const Image image = noise(PixelType::u8, 64, 48, 3);
  const TestPlan plan = plan_on(image, {.radius = 2}, 2);
  {
    GpuPipeline pipeline(store_, plan.decision, plan.frame, fake_kernels(device_));
    device_.faults.lost_at_launch = 0;
    Image out(PixelType::u8, 64, 48, 3);
    Report report;
    EXPECT_EQ(error_of([&] { pipeline.run({.image = image}, {.image = out}, {}, report); }).code(),
              Errc::device);
  }
  EXPECT_EQ(device_.bytes_in_use, 0u);
}

}  // namespace
}  // namespace selvage::gpu
