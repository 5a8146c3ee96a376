// SPDX-License-Identifier: Apache-2.0
// With any tiles, strides, frames, masks and batches, results have the bits of the whole image at
// once.
#include "backends/gpu/pipeline.hpp"

#include <gmock/gmock.h>

#include <cstring>

#include "backends/gpu/testing/fake_kernel.hpp"
#include "backends/gpu/testing/test_decision.hpp"
#include "backends/gpu/testing/thread_runner.hpp"
#include "core/samples.hpp"

namespace selvage::gpu {
namespace {

Image run_fake(const TestPlan& plan, const ConstImageView& held, const ConstImageView& mask,
               FakePace pace = FakePace::at_wait) {
  FakeDevice device;
  SlotStore store(device, serial);
  device.pace = pace;
  GpuPipeline pipeline(store, plan.decision, plan.frame, fake_kernels(device));
  const Rect& r = plan.frame.compute;
  Image out(plan.passes().back().writes, r.width, r.height, held.channels, held.alpha, held.batch);
  Report report;
  pipeline.run({.image = held, .mask = mask}, {.image = out}, {}, report);
  EXPECT_EQ(device.bytes_in_use, device.most_bytes);  // all reserved before
  return out;
}

constexpr FakePace paces[] = {FakePace::at_once, FakePace::at_flush, FakePace::at_wait};

TEST(Pipeline, TilesOfAnySizeGiveTheSameBits) {
  const Image image = noise(PixelType::u8, 37, 23, 2);
  for (const Border border : {Border::reflect101, Border::reflect, Border::clamp, Border::wrap,
                              Border::shrink, Border::constant})
    for (const int passes : {1, 2, 4}) {
      TestPlan plan = plan_on(image, {.radius = 2, .border = border}, passes);
      const Image expected = expected_means(plan, image, {});
      for (const auto& [width, height] : {std::pair{37, 23}, {64, 64}, {16, 8}, {37, 5}, {3, 4}})
        for (const FakePace pace : paces) {
          SCOPED_TRACE(testing::Message() << name(border) << ", " << passes << " passes, tiles of "
                                          << width << "x" << height);
          plan.cut({.width = width, .height = height});
          EXPECT_TRUE(same_pixels(run_fake(plan, image, {}, pace), expected));
        }
    }
}

TEST(Pipeline, EveryTypeAndChannelCount) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    for (const int channels : {1, 2, 3, 4}) {
      const Image image = noise(type, 21, 9, channels);
      TestPlan plan = plan_on(image, {.radius = 2}, 2);
      plan.cut({.width = 8, .height = 4});
      EXPECT_TRUE(same_pixels(run_fake(plan, image, {}), expected_means(plan, image, {})));
    }
}

TEST(Pipeline, MaskGoesAlong) {
  const Image image = noise(PixelType::u16, 33, 17, 2);
  const Image mask = holes(33, 17);
  for (const int passes : {1, 3}) {
    TestPlan plan = plan_on(image, {.radius = 4}, passes);
    plan.problem().mask = true;
    plan.cut({.width = 10, .height = 7});
    const Image expected = expected_means(plan, image, mask);
    EXPECT_TRUE(same_pixels(run_fake(plan, image, mask), expected));
    EXPECT_FALSE(same_pixels(expected, expected_means(plan, image, {})));
  }
}

// A batch with one mask for all, and with one for each image.
TEST(Pipeline, BatchesInTilesAndTilesOfBatches) {
  const Image image = noise(PixelType::u8, 12, 10, 3, 7);
  for (const int masks : {0, 1, 7}) {
    const Image mask = masks > 0 ? holes(12, 10, masks) : Image();
    for (const auto& [width, height] : {std::pair{12, 10}, {12, 25}, {1000, 1000}, {5, 4}}) {
      SCOPED_TRACE(testing::Message() << masks << " masks, " << width << "x" << height);
      TestPlan plan = plan_on(image, {.radius = 2}, 2);
      plan.problem().mask = masks > 0;
      plan.cut({.width = width, .height = height});
      EXPECT_TRUE(same_pixels(run_fake(plan, image, mask), expected_means(plan, image, mask)));
    }
  }
}

TEST(Pipeline, RegionsWithTheirHaloAlone) {
  const Image image = noise(PixelType::f32, 50, 40, 1);
  const Image mask = holes(50, 40);
  for (const Rect compute : {Rect{20, 15, 11, 9}, {0, 0, 10, 10}, {43, 2, 7, 30}}) {
    TestPlan plan = plan_on(image, {.radius = 3}, 2);
    plan.problem().mask = true;
    plan.frame.compute = compute;
    const Rect held = needed_rect(plan.frame, Border::reflect101, {6, 6});
    plan.frame.x = held.x;
    plan.frame.y = held.y;
    plan.cut({.width = 6, .height = 5});
    const Image expected = expected_means(plan, image, mask);
    EXPECT_TRUE(
        same_pixels(run_fake(plan, image.view().region(held), mask.view().region(held)), expected));
  }
}

// Planar, padded and flipped, in and out.
TEST(Pipeline, AnyStrides) {
  const int width = 19, height = 13, channels = 3, batch = 2;
  const Image image = noise(PixelType::u16, width, height, channels, batch);
  TestPlan plan = plan_on(image, {.radius = 2}, 1);
  plan.cut({.width = 7, .height = 6});
  const Image expected = expected_means(plan, image, {});

  const Strides planar = planar_strides(PixelType::u16, width, height, channels);
  const Strides padded{.pixel = 8, .row = 200, .channel = 2, .batch = std::ptrdiff_t{200} * height};
  Strides flipped = image.view().stride;
  flipped.row = -flipped.row;
  for (const Strides& in : {planar, padded, flipped})
    for (const Strides& out : {planar, padded, flipped}) {
      std::vector<std::byte> from(10000, std::byte{7}), to(10000, std::byte{7});
      const auto view = [&](std::vector<std::byte>& memory, const Strides& strides) {
        const std::ptrdiff_t start = strides.row < 0 ? -strides.row * (height - 1) : 0;
        ImageView v =
            interleaved(memory.data() + 2 + start, PixelType::u16, width, height, channels);
        v.batch = batch;
        v.stride = strides;
        return v;
      };
      const ImageView source = view(from, in), target = view(to, out);
      copy_samples(image, source);
      FakeDevice device;
      SlotStore store(device, serial);
      GpuPipeline pipeline(store, plan.decision, plan.frame, fake_kernels(device));
      Report report;
      pipeline.run({.image = source}, {.image = target}, {}, report);
      EXPECT_TRUE(same_pixels(target, expected));
      EXPECT_EQ(to[0], std::byte{7});
      EXPECT_TRUE(out != padded || to[2 + 6] == std::byte{7});  // between pixels
    }
}

// The same bits, whatever the thread that copies.
TEST(Pipeline, SeveralThreadsCopy) {
  const Image image = noise(PixelType::f32, 400, 500, 3);
  const Image mask = holes(400, 500);
  TestPlan plan = plan_on(image, {.radius = 1}, 2);
  plan.problem().mask = true;
  plan.cut({.width = 400, .height = 130});
  FakeDevice device;
  ThreadRunner runner;
  SlotStore store(device, runner);
  GpuPipeline pipeline(store, plan.decision, plan.frame, fake_kernels(device));
  runner.runs = 0;
  Image out(PixelType::f32, 400, 500, 3);
  Report report;
  pipeline.run({.image = image, .mask = mask}, {.image = out}, {}, report);
  EXPECT_EQ(runner.runs, 7);  // three tiles go in, one goes in as one comes out, three come out
  EXPECT_TRUE(same_pixels(out, expected_means(plan, image, mask)));
}

// Page-locked images without gaps are copied by the device; the others go through staging memory.
TEST(Pipeline, PageLockedImagesStayInPlace) {
  const int width = 120, height = 700, channels = 4;
  const Image image = noise(PixelType::f32, width, height, channels);
  TestPlan plan = plan_on(image, {.radius = 1}, 1);
  plan.cut({.width = width, .height = 240});
  const Image expected = expected_means(plan, image, {});
  for (const bool locked_in : {false, true})
    for (const bool locked_out : {false, true})
      for (const bool gaps : {false, true}) {
        SCOPED_TRACE(testing::Message() << locked_in << locked_out << gaps);
        FakeDevice device;
        ThreadRunner runner;
        SlotStore store(device, runner);
        GpuPipeline pipeline(store, plan.decision, plan.frame, fake_kernels(device));
        Image from(PixelType::f32, width + 1, height, channels);
        Image to(PixelType::f32, width + 1, height, channels);
        const auto view = [&](Image& whole) {
          ImageView v = interleaved(whole.view().data, PixelType::f32, width, height, channels);
          if (gaps) v.stride = whole.view().stride;
          return v;
        };
        copy_samples(image, view(from));
        const auto memory = [](const Image& whole) {
          return std::span<const std::byte>(whole.view().data, whole.bytes());
        };
        if (locked_in) device.page_locked.push_back(memory(from));
        if (locked_out) device.page_locked.push_back(memory(to));
        runner.runs = 0;
        Report report;
        pipeline.run({.image = view(from)}, {.image = view(to)}, {}, report);
        EXPECT_TRUE(same_pixels(view(to), expected));
        const int gathers = locked_in && !gaps ? 0 : 3, scatters = locked_out && !gaps ? 0 : 3;
        EXPECT_EQ(runner.runs, gathers + scatters);
      }
}

TEST(Pipeline, RunsAgainWithOtherImages) {
  FakeDevice device;
  SlotStore store(device, serial);
  const Image first = noise(PixelType::u8, 30, 20), second = holes(30, 20);
  TestPlan plan = plan_on(first, {.radius = 2}, 2);
  plan.cut({.width = 8, .height = 8});
  GpuPipeline pipeline(store, plan.decision, plan.frame, fake_kernels(device));
  Image out(PixelType::u8, 30, 20);
  const int allocations = device.allocations;
  for (const Image* image : {&first, &second, &first}) {
    Report report;
    pipeline.run({.image = *image}, {.image = out}, {}, report);
    EXPECT_TRUE(same_pixels(out, expected_means(plan, *image, {})));
  }
  EXPECT_EQ(device.allocations, allocations);
}

TEST(Pipeline, EnqueuesOnImagesOfTheDevice) {
  FakeDevice device;
  SlotStore store(device, serial);
  const Image image = noise(PixelType::u8, 30, 20, 3), mask = holes(30, 20);
  TestPlan plan = plan_on(image, {.radius = 2}, 3);
  plan.problem().mask = true;
  GpuPipeline pipeline(store, plan.decision, plan.frame, fake_kernels(device));
  const auto stream = device.stream();
  const auto on_device = [&](const ConstImageView& view, std::size_t bytes) {
    auto buffer = device.buffer(bytes + 16);
    if (view.data) stream->upload(*buffer, 16, view.data, bytes);
    return buffer;
  };
  const auto device_view = [](const Buffer& buffer, const ConstImageView& shape) {
    DeviceView view{.buffer = &buffer, .offset = 16, .shape = shape};
    view.shape.data = nullptr;
    return view;
  };
  const auto in = on_device(image, image.bytes()), masks = on_device(mask, mask.bytes());
  const auto out = on_device({}, image.bytes());
  stream->wait();
  device.log.clear();
  const DeviceImages images{.image = device_view(*in, image),
                            .mask = device_view(*masks, mask),
                            .output = device_view(*out, image)};
  pipeline.enqueue(images, *stream);
  EXPECT_THAT(device.log, testing::Each(testing::StartsWith("launch")));  // no copy, no wait
  const int allocations = device.allocations;
  pipeline.enqueue(images, *stream);
  EXPECT_EQ(device.allocations, allocations);

  Image result(PixelType::u8, 30, 20, 3);
  stream->download(result.view().data, *out, 16, result.bytes());
  stream->wait();
  EXPECT_TRUE(same_pixels(result, expected_means(plan, image, mask)));
}

}  // namespace
}  // namespace selvage::gpu
