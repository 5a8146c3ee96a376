// SPDX-License-Identifier: Apache-2.0
// Separable kernels and stencils on GPUs, from hand-made facts.
#include <gmock/gmock.h>

#include "methods/convolution/blocked_tile.hpp"
#include "methods/convolution/gpu_linear.hpp"
#include "methods/convolution/linear_plans.hpp"
#include "methods/convolution/row_streaming.hpp"
#include "methods/convolution/tuning.hpp"
#include "methods/test_offers.hpp"
#include "planner/test_gpus.hpp"

namespace selvage::planner {
namespace {

using ::testing::HasSubstr;

constexpr PixelType all_types[] = {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32};

Problem problem(const Filter& filter, PixelType type = PixelType::u8, int channels = 3) {
  return {.filter = filter, .type = type, .width = 3840, .height = 2160, .channels = channels};
}

Convolution kernel_of(int width, int height) {
  Convolution filter{.kernel = {}, .width = width, .height = height};
  for (int i = 0; i < width * height; ++i)
    filter.kernel.push_back(static_cast<float>(i * 37 % 11) - 4.0f);
  return filter;
}

TEST(GpuSeparablePlan, SmallWindowsAreReadOnce) {
  const auto once = [](const Filter& filter, PixelType type) {
    return offer_of("separable", problem(filter, type), big_gpu())
        .tuning.as<LinearGpuTuning>()
        .once;
  };
  EXPECT_EQ(once(Gaussian{.radius = 12}, PixelType::u8), true);
  EXPECT_EQ(once(Gaussian{.radius = 12}, PixelType::f32), true);
  EXPECT_EQ(once(Gaussian{.radius = 13}, PixelType::u8), false);
  EXPECT_EQ(once(Box{.radius = 10}, PixelType::u16), true);
  // A fifth of an LSB of u16 is too little for so many roundings.
  EXPECT_EQ(once(Box{.radius = 12}, PixelType::u16), false);
  const auto stencil_once = [](int width, int height, const DeviceFacts& facts) {
    return offer_of("stencil", problem(kernel_of(width, height)), facts)
        .tuning.as<LinearGpuTuning>()
        .once;
  };
  EXPECT_TRUE(stencil_once(15, 15, big_gpu()));
  EXPECT_FALSE(stencil_once(17, 3, big_gpu()));
  // Arguments are limited to 1024 bytes there.
  EXPECT_TRUE(stencil_once(13, 13, small_gpu()));
  EXPECT_FALSE(stencil_once(15, 13, small_gpu()));
}

// Blocks of four channels have a mask in place of what makes a pixel invalid in any channel.
TEST(GpuSeparablePlan, ManyChannelsComeInBlocks) {
  const auto why = [](Problem p, bool alpha = false) {
    p.alpha = alpha;
    return refusal_of("separable", p, big_gpu());
  };
  const PixelType type = PixelType::f32;
  EXPECT_THAT(why(problem(Gaussian{}, type, 5), true), HasSubstr("copies no alpha"));
  EXPECT_EQ(why(problem(Gaussian{.alpha = Alpha::filter}, type, 5), true), "");
  EXPECT_THAT(why(problem(Box{.border = Border::constant, .invalid = 0.5f}, type, 5)),
              HasSubstr("border_value"));
  EXPECT_EQ(why(problem(Box{.border = Border::constant}, type, 5)), "");
  const auto local_memory = [](int channels) {
    const Offer offer =
        offer_of("separable", problem(Gaussian{.radius = 20}, PixelType::f32, channels), big_gpu());
    return offer.tuning.as<LinearGpuTuning>().group;
  };
  EXPECT_EQ(local_memory(1024), local_memory(4));
}

// The mask of all channels is made by rows of 32 work-items.
TEST(GpuSeparablePlan, MasksOfManyChannelsFitSmallGroups) {
  DeviceFacts facts = small_gpu();
  const auto why = [&](int largest_group, PixelType type, int channels = 16) {
    facts.gpu.largest_group = largest_group;
    return refusal_of("separable", problem(Gaussian{.radius = 2}, type, channels), facts);
  };
  EXPECT_EQ(why(128, PixelType::f32), "");
  EXPECT_EQ(validity_rows(facts.gpu), 4);
  const auto t = offer_of("separable", problem(Gaussian{.radius = 2}, PixelType::f32, 16), facts)
                     .tuning.as<LinearGpuTuning>();
  EXPECT_LE(t.group.width * t.group.height, 128);
  EXPECT_LE(streaming_width * t.streaming.height, 128);
  EXPECT_EQ(validity_rows(big_gpu().gpu), 8);
  EXPECT_EQ(why(32, PixelType::f32), "");
  EXPECT_THAT(why(16, PixelType::f32), HasSubstr("work-groups of 32"));
  EXPECT_EQ(why(16, PixelType::u8), "");  // no mask
  EXPECT_EQ(why(16, PixelType::f32, 4), "");
}

// A narrow image of many channels has more flags than pixels.
TEST(GpuSeparablePlan, MemoryHasTheFlagsOfBlocks) {
  const auto device_bytes = [](PixelType type, int channels) {
    Problem p = problem(Gaussian{.radius = 0}, type, channels);
    p.width = p.whole_width = 1;
    p.height = p.whole_height = 80;
    return offer_of("separable", p, big_gpu()).scratch.device;
  };
  const std::size_t mask = 80, flags = std::size_t{256} * 11;  // of 1024 channels
  EXPECT_EQ(device_bytes(PixelType::f32, 1024), std::size_t{80} * 1024 * 8 + mask + flags);
  EXPECT_EQ(device_bytes(PixelType::u8, 1024), std::size_t{80} * 1024 * 2);
}

TEST(GpuSeparablePlan, ExactIsServed) {
  for (const DeviceFacts& facts : {big_gpu(), small_gpu()})
    for (const PixelType type : all_types)
      for (const int radius : {0, 1, 7, 12, 13, 100, 4096})
        for (const Filter& filter : {Filter(Box{.radius = radius}),
                                     Filter(Gaussian{.sigma_space = 9, .radius = radius})}) {
          const Problem p = problem(filter, type);
          EXPECT_EQ(refusal_of("separable", p, facts), "") << radius;
          EXPECT_LE(offer_of("separable", p, facts).error, allowed_error(p, {.exact = true}))
              << name(type) << ' ' << radius;
        }
  for (const PixelType type : all_types)
    for (const int side : {1, 3, 5, 7, 63}) {
      const Problem p = problem(kernel_of(side, side), type);
      EXPECT_EQ(refusal_of("stencil", p, small_gpu()), "");
      EXPECT_LE(offer_of("stencil", p, big_gpu()).error, allowed_error(p, {.exact = true})) << side;
    }
}

TEST(GpuSeparablePlan, GroupsAreTheDevices) {
  for (const DeviceFacts& facts : {big_gpu(), small_gpu()})
    for (const int channels : {1, 2, 3, 4})
      for (const int radius : {0, 2, 8, 12, 50}) {
        const Problem p = problem(Box{.radius = radius}, PixelType::f32, channels);
        ASSERT_EQ(refusal_of("separable", p, facts), "");
        const auto t = offer_of("separable", p, facts).tuning.as<LinearGpuTuning>();
        const BlockedTile shape(linear_step_of(p), p);
        EXPECT_LE(t.group.width * t.group.height, facts.gpu.largest_group);
        EXPECT_LE(t.once ? shape.tile_bytes(t.group) : shape.line_bytes(t.group),
                  facts.gpu.local_bytes);
        EXPECT_EQ(4 * t.group.width % channels, 0);
      }
}

TEST(GpuSeparablePlan, SaysWhatItCannotDo) {
  const auto why = [](const Filter& filter, PixelType type = PixelType::f32) {
    return refusal_of("separable", problem(filter, type), big_gpu());
  };
  EXPECT_THAT(why(Gaussian{.window = Window::disc}), HasSubstr("disc"));
  EXPECT_THAT(why(Box{.fill = true}), HasSubstr("fill"));
  EXPECT_EQ(why(Box{.fill = true}, PixelType::u8), "");  // nothing to fill
  EXPECT_THAT(why(kernel_of(3, 3)), HasSubstr("not separable"));
  EXPECT_EQ(why(Convolution{.kernel = {1, 2, 1, 2, 4, 2, 1, 2, 1}, .width = 3, .height = 3}), "");
  EXPECT_THAT(why(SeparableConvolution{.row = {1e30f}, .column = {1e30f}}), HasSubstr("too large"));
  Problem wide = problem(Box{});
  wide.width = 1 << 29;
  EXPECT_THAT(refusal_of("separable", wide, big_gpu()), HasSubstr("rows"));
  DeviceFacts tiny = small_gpu();
  tiny.gpu.local_bytes = 1024;
  EXPECT_THAT(refusal_of("separable", problem(Box{.radius = 12}), tiny), HasSubstr("local memory"));
}

TEST(GpuSeparablePlan, ThePlannerTakesThem) {
  const auto taken = [](const Filter& filter, PixelType type = PixelType::f32) {
    return plan(problem(filter, type), big_gpu()).candidate->name;
  };
  EXPECT_EQ(taken(Gaussian{}), "separable");
  EXPECT_EQ(taken(Box{.radius = 50}), "separable");
  EXPECT_EQ(taken(SeparableConvolution{.row = {1, 0, -1}}), "separable");
  // Nine products of a row and a column are fewer than 81.
  Convolution product{.kernel = std::vector<float>(81, 0.5f), .width = 9, .height = 9};
  EXPECT_EQ(taken(product), "separable");
}

// Either copies at 70 % of the speed of device memory, or issue slots, bound the time.
TEST(GpuSeparablePlan, TimeGrowsWithWork) {
  const auto seconds = [](const Filter& filter, int channels = 1) {
    return offer_of("separable", problem(filter, PixelType::f32, channels), big_gpu()).seconds;
  };
  EXPECT_GT(seconds(Box{}, 3), seconds(Box{}));
  EXPECT_GT(seconds(Box{.iterations = 5}), seconds(Box{}));
  EXPECT_GT(seconds(Box{.radius = 400}), seconds(Box{.radius = 40}));
  EXPECT_GT(offer_of("separable", problem(Box{}), small_gpu()).seconds,
            offer_of("separable", problem(Box{}), big_gpu()).seconds);
}

// All blocks of channels share the sectors of memory.
TEST(GpuSeparablePlan, ManyChannelsTakeTheTimeOfTheirSamples) {
  const auto seconds = [](int channels, int batch) {
    Problem p = problem(Gaussian{.radius = 2}, PixelType::u8, channels);
    p.batch = batch;
    DeviceFacts facts = big_gpu();
    facts.gpu.copy_bytes_per_second = 1e15;
    facts.gpu.staging_threads = 1 << 20;
    return offer_of("separable", p, facts).seconds;
  };
  EXPECT_NEAR(seconds(64, 1) / seconds(4, 16), 1.0, 0.1);
}

// A ring of sums needs fewer instructions than sums in registers.
TEST(GpuSeparablePlan, TimeFollowsTheRing) {
  DeviceFacts without = big_gpu();
  without.gpu.byte_products = false;
  Problem p = problem(Gaussian{.sigma_space = 4, .radius = 12}, PixelType::f32, 1);
  p.batch = 100;  // where launches and transfers of a tile count little
  const auto kernels = [&](DeviceFacts facts) {
    facts.gpu.copy_bytes_per_second = 1e15;
    facts.gpu.staging_threads = 1 << 20;
    return offer_of("separable", p, facts).seconds;
  };
  EXPECT_LT(kernels(big_gpu()), kernels(without));
}

// The rows of a launch and the memory of a tile.
TEST(GpuSeparablePlan, MemoryAndLaunchesAreBounded) {
  Problem p = problem(Gaussian{.sigma_space = 50, .radius = 150}, PixelType::f32, 4);
  p.width = p.height = 30000;  // 14 GB
  const auto t = offer_of("separable", p, small_gpu()).tuning.as<LinearGpuTuning>();
  EXPECT_LT(t.tile.height, p.height);
  EXPECT_LE(offer_of("separable", p, small_gpu()).scratch.device, small_gpu().gpu.memory_bytes);
  DeviceFacts slow = small_gpu();
  slow.gpu.clock_mhz = 50;
  EXPECT_LT(offer_of("separable", p, slow).tuning.as<LinearGpuTuning>().launch_height, 1000);
}

}  // namespace
}  // namespace selvage::planner
