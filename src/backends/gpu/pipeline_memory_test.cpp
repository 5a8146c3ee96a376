// SPDX-License-Identifier: Apache-2.0
// Devices with too little memory, and devices that fail.
#include <gmock/gmock.h>

#include <algorithm>

#include "backends/gpu/pipeline.hpp"
#include "backends/gpu/testing/fake_kernel.hpp"
#include "backends/gpu/testing/test_decision.hpp"
#include "core/test_errors.hpp"
#include "planner/gpu_tiles.hpp"

namespace selvage::gpu {
namespace {

using ::testing::HasSubstr;

class PipelineMemory : public ::testing::Test {
 protected:
  // Runs the pipeline and returns whether the pixels are right.
  bool run(GpuPipeline& pipeline, const Controls& controls = {}) {
    Report report;
    pipeline.run({.image = image_}, {.image = out_}, controls, report);
    return same_pixels(out_, expected_);
  }

  FakeDevice device_;
  SlotStore store_{device_, serial};
  Image image_ = noise(PixelType::u8, 64, 48, 3), out_ = Image(PixelType::u8, 64, 48, 3);
  TestPlan plan_ = plan_on(image_, {.radius = 2}, 2);
  const Image expected_ = expected_means(plan_, image_, {});
};

TEST_F(PipelineMemory, SmallerTilesWhereTheDeviceIsFull) {
  std::size_t whole = 0;
  {
    SlotStore store(device_, serial);
    const GpuPipeline pipeline(store, plan_.decision, plan_.frame, fake_kernels(device_));
    EXPECT_EQ(pipeline.largest_tile(), (TileShape{64, 48, 1}));
    whole = device_.most_bytes;
  }
  EXPECT_EQ(device_.bytes_in_use, 0u);
  for (const bool told : {false, true}) {  // by the device's facts, or only by its failures
    device_.faults.memory_bytes = told ? SIZE_MAX : whole / 3;
    device_.device_facts.gpu.memory_bytes = told ? whole / 3 : 0;
    device_.most_bytes = 0;
    SlotStore store(device_, serial);
    GpuPipeline pipeline(store, plan_.decision, plan_.frame, fake_kernels(device_));
    EXPECT_LT(pipeline.largest_tile().width * pipeline.largest_tile().height, 64 * 48 / 3);
    EXPECT_TRUE(run(pipeline));
    EXPECT_LE(device_.most_bytes, whole / 3);
    EXPECT_GE(device_.most_bytes, whole / 12);  // no smaller than need be
  }
}

// A window of all slices: slabs of fewer would hold as many.
TEST_F(PipelineMemory, SlicesAreHalvedWhereThatFreesMemory) {
  for (const int radius_depth : {30, 1}) {
    const Bilateral filter{.radius = radius_depth == 30 ? 2 : 8};
    const Image image = Image::volume(PixelType::u8, 32, 24, 40);
    TestPlan plan = plan_on(image, filter, 1);
    plan.problem().depth = plan.problem().whole_depth = 40;
    plan.problem().shapes.image = ConstImageView(image);
    plan.frame = Frame::whole(32, 24, 40);
    WindowMean step(filter);
    step.radius_z = radius_depth;
    plan.passes().front().step = step;
    plan.cut({.width = 32, .height = 24, .slices = 40});
    FakeDevice device;
    device.device_facts.gpu.memory_bytes = 56'000;  // the image and its result have 61440
    SlotStore store(device, serial);
    const GpuPipeline pipeline(store, plan.decision, plan.frame, fake_kernels(device));
    EXPECT_EQ(pipeline.largest_tile().slices == 40, radius_depth == 30);
    EXPECT_EQ(pipeline.largest_tile().width == 32, radius_depth == 1);
  }
}

TEST_F(PipelineMemory, SmallerTilesWhereBuffersAreSmall) {
  device_.device_facts.gpu.largest_buffer_bytes = 9000;  // the f32 image has 36864
  GpuPipeline pipeline(store_, plan_.decision, plan_.frame, fake_kernels(device_));
  EXPECT_EQ(pipeline.largest_tile(), (TileShape{16, 24, 1}));
  EXPECT_TRUE(run(pipeline));
}

TEST_F(PipelineMemory, SixHalvingsThenAnError) {
  device_.faults.memory_bytes = 1000;
  const Error error = error_of([&] {
    const GpuPipeline pipeline(store_, plan_.decision, plan_.frame, fake_kernels(device_));
  });
  EXPECT_EQ(error.code(), Errc::device);
  EXPECT_THAT(error.what(), HasSubstr("not enough memory on the device for tiles of 8x6 pixels"));
  EXPECT_THAT(error.hint(), HasSubstr("CPU"));
  EXPECT_EQ(device_.bytes_in_use, 0u);
}

TEST_F(PipelineMemory, NothingSmallerThanAPixel) {
  const Image one = noise(PixelType::u8, 1, 1);
  device_.faults.memory_bytes = 1;
  EXPECT_THAT(error_of([&] {
                const TestPlan plan = plan_on(one, {}, 1);
                const GpuPipeline pipeline(store_, plan.decision, plan.frame,
                                           fake_kernels(device_));
              }).what(),
              HasSubstr("tiles of 1x1 pixels"));
}

TEST_F(PipelineMemory, AnyAllocationMayFail) {
  plan_.cut({.width = 40, .height = 30});
  for (int n = 0; n < 20; ++n) {
    FakeDevice device;
    device.faults.failing_allocation = n;
    {
      SlotStore store(device, serial);
      GpuPipeline pipeline(store, plan_.decision, plan_.frame, fake_kernels(device));
      EXPECT_TRUE(run(pipeline)) << n;
      EXPECT_EQ(pipeline.largest_tile().width, n < device.allocations / 2 ? 20 : 40) << n;
    }
    EXPECT_EQ(device.bytes_in_use, 0u) << n;
  }
}

// Some drivers allocate only when a kernel starts.
TEST_F(PipelineMemory, AnyLaunchMayRunOutOfMemory) {
  plan_.cut({.width = 40, .height = 30});
  GpuPipeline whole(store_, plan_.decision, plan_.frame, fake_kernels(device_));
  ASSERT_TRUE(run(whole));
  const int launches = device_.launches;
  for (int n = 0; n < launches; ++n) {
    FakeDevice device;
    SlotStore store(device, serial);
    device.faults.failing_launch = n;
    GpuPipeline pipeline(store, plan_.decision, plan_.frame, fake_kernels(device));
    const std::size_t bytes = device.bytes_in_use;
    std::vector<double> seen;
    EXPECT_TRUE(run(pipeline, {.progress = [&](double share) { seen.push_back(share); }})) << n;
    EXPECT_EQ(pipeline.largest_tile().width, 20);
    EXPECT_LT(device.bytes_in_use, bytes);
    EXPECT_EQ(device.abandoned, 0u);
    EXPECT_TRUE(std::ranges::is_sorted(seen));
    EXPECT_EQ(seen.back(), 1.0);
    EXPECT_TRUE(run(pipeline)) << n;
  }
}

TEST_F(PipelineMemory, ALostDeviceIsAnError) {
  plan_.cut({.width = 40, .height = 30});
  for (const FakePace pace : {FakePace::at_once, FakePace::at_flush, FakePace::at_wait})
    for (int n = 0; n < 16; n += 3) {
      FakeDevice device;
      SlotStore store(device, serial);
      device.pace = pace;
      device.faults.lost_at_launch = n;
      GpuPipeline pipeline(store, plan_.decision, plan_.frame, fake_kernels(device));
      const Error error = error_of([&] { run(pipeline); });
      EXPECT_EQ(error.code(), Errc::device);
      EXPECT_THAT(error.what(), HasSubstr("the device was lost"));
      device.faults = {};
      EXPECT_TRUE(run(pipeline));  // nothing of the failed run is left
    }
}

TEST_F(PipelineMemory, KernelsWithoutRoomForTheirTables) {
  const auto make = [](const Pass&) -> std::unique_ptr<Kernel> { throw OutOfMemory("full"); };
  EXPECT_EQ(error_of([&] {
              const GpuPipeline pipeline(store_, plan_.decision, plan_.frame, make);
            }).code(),
            Errc::device);
}

TEST_F(PipelineMemory, ImagesOnTheDeviceAreNotCut) {
  GpuPipeline pipeline(store_, plan_.decision, plan_.frame, fake_kernels(device_));
  device_.faults.memory_bytes = device_.bytes_in_use + 100;
  const auto stream = device_.stream();
  const DeviceView image{.shape = image_.view()};
  const Error error =
      error_of([&] { pipeline.enqueue({.image = image, .output = image}, *stream); });
  EXPECT_EQ(error.code(), Errc::device);
  EXPECT_THAT(error.what(), HasSubstr("between the passes"));
}

// What the planner promises holds a pipeline's slots, halos included.
TEST_F(PipelineMemory, SlotsKeepThePlannersPromise) {
  for (const auto& [width, height] :
       {std::pair{512, 512}, {1920, 1080}, {6000, 4000}, {900, 90000}})
    for (const int radius : {0, 7, 60}) {
      const ConstImageView shape =
          interleaved(static_cast<const void*>(nullptr), PixelType::u8, width, height, 3);
      TestPlan plan = plan_on(shape, {.radius = radius}, 1);
      Problem& p = plan.problem();
      p.whole_width = width;
      p.whole_height = height;
      p.shapes.image = shape;
      const planner::PixelBytes pixel{
          .in = 3, .out = 3, .between = 1};  // the fake kernel's scratch
      const Tile tile = planner::cut_tiles(
          p, {}, 3u * static_cast<std::size_t>(width),
          [&](const Tile& t) { return planner::tile_device_bytes(p, pixel, t); });
      const TileGrid grid(plan.frame.compute, 1, tile_shape(tile, plan.frame.compute, 1));
      const PassChain chain(plan.decision, plan.frame, fake_kernels(device_));
      const SlotBytes bytes = slot_bytes(chain, grid, p);
      const std::size_t slots = std::min(planner::tiles_in_flight, grid.size());
      const planner::ScratchBytes promise = planner::tile_scratch(p, pixel, tile);
      EXPECT_LE(slots * bytes.on_device(), promise.device);
      EXPECT_LE(slots * (bytes.ports[image_port] + bytes.ports[output_port]), promise.host);
      EXPECT_GE(2 * slots * bytes.on_device(), promise.device);
    }
}

// Counts of 2^32 bytes and more are right; a size that no machine can address is an error.
TEST_F(PipelineMemory, LargeTiles) {
  const int side = 1 << 16;
  plan_.problem().channels = 4;
  plan_.frame = Frame::whole(side, side);
  const PassChain chain(plan_.decision, plan_.frame, fake_kernels(device_));
  const std::size_t pixels = std::size_t{side} * side;
  const auto bytes = [&](int images) {
    return slot_bytes(chain, TileGrid(plan_.frame.compute, images, {side, side, images}),
                      plan_.problem());
  };
  const SlotBytes one = bytes(1);
  EXPECT_EQ(one.ports[image_port], 4 * pixels);
  EXPECT_EQ(one.between.images[0], 16 * pixels);
  EXPECT_EQ(one.between.images[1], 0u);
  EXPECT_EQ(one.between.scratch, pixels);
  EXPECT_EQ(one.ports[output_port], 4 * pixels);
  EXPECT_EQ(one.ports[flags_port], 0u);
  EXPECT_EQ(one.on_device(), 25 * pixels);
  EXPECT_EQ(error_of([&] { bytes(1 << 30); }).code(), Errc::limit);
}

}  // namespace
}  // namespace selvage::gpu
