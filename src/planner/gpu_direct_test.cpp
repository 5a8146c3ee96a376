// SPDX-License-Identifier: Apache-2.0
// GPUs' candidates from hand-made facts.
#include "planner/gpu_direct.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "core/gpu_tile.hpp"
#include "core/test_errors.hpp"
#include "core/window.hpp"
#include "planner/plan.hpp"
#include "planner/test_gpus.hpp"

namespace selvage::planner {
namespace {

using ::testing::HasSubstr;

Problem problem(const Bilateral& filter = {}, PixelType type = PixelType::u8, int channels = 3) {
  return {.filter = filter, .type = type, .width = 1920, .height = 1080, .channels = channels};
}

std::size_t local_bytes(const Problem& p, const Tuning& t) {
  const auto& f = std::get<Bilateral>(p.filter);
  return tile_local_bytes(tile_words(pixel_form(f, p.type, p), t.wide), t, f);
}

TEST(GpuDirect, TilesFitIntoLocalMemoryOrAreRefused) {
  for (const DeviceFacts& facts : {big_gpu(), small_gpu()})
    for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32})
      for (const int channels : {1, 2, 3, 4})
        for (const int radius : {0, 3, 7, 15, 31, 60, 200, 4096}) {
          const Problem p = problem({.radius = radius}, type, channels);
          if (!gpu_tile_unsupported(p, facts).empty()) continue;
          const Tuning t = gpu_tile_tuning(p, facts);
          EXPECT_LE(local_bytes(p, t), facts.gpu.local_bytes) << radius;
          EXPECT_LE(t.group_width * t.group_height, facts.gpu.largest_group);
        }
  EXPECT_THAT(gpu_tile_unsupported(problem({.radius = 4096}), big_gpu()),
              HasSubstr("local memory"));
  EXPECT_EQ(gpu_tile_unsupported(problem({.radius = 15}), small_gpu()), "");
  EXPECT_EQ(gpu_plain_unsupported(problem({.radius = 4096}), small_gpu()), "");
}

// The sums of the loops are what the error's argument counts.
TEST(GpuDirect, SumsAreShortEnoughForTheirType) {
  const auto sums = [](int radius, PixelType type) {
    return gpu_tile_tuning(problem({.radius = radius}, type), big_gpu()).sums;
  };
  EXPECT_EQ(sums(4, PixelType::u8), Sums::flat);
  EXPECT_EQ(sums(15, PixelType::u8), Sums::columns);
  EXPECT_EQ(sums(4, PixelType::u16), Sums::pieces);
  EXPECT_EQ(sums(4, PixelType::f16), Sums::pieces);
  EXPECT_EQ(sums(4, PixelType::f32), Sums::pieces);
}

TEST(GpuDirect, PiecesAreWholeStepsOfTheLoop) {
  for (const int radius : {1, 7, 33, 60}) {
    const Tuning t = gpu_tile_tuning(problem({.radius = radius}, PixelType::f32, 1), big_gpu());
    EXPECT_EQ(t.piece % t.group_rows, 0) << radius;
  }
}

// But for lab of fine samples in huge windows.
TEST(GpuDirect, ExactIsServed) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    for (const Norm norm : {Norm::l2, Norm::l1, Norm::per_channel, Norm::luma, Norm::lab})
      for (const float sigma : {0.02f, 0.1f, 1.0f})
        for (const int radius : {0, 1, 7, 16, 40, 100}) {
          const Problem p = problem({.sigma_range = sigma, .radius = radius, .norm = norm}, type);
          const double allowed = allowed_error(p, {.exact = true});
          if (norm == Norm::lab && radius > 40) continue;
          EXPECT_LE(gpu_plain_error(p, big_gpu()), allowed)
              << name(type) << ' ' << name(norm) << ' ' << sigma << ' ' << radius;
          if (gpu_tile_unsupported(p, big_gpu()).empty()) {
            EXPECT_LE(gpu_tile_error(p, big_gpu()), allowed)
                << name(type) << ' ' << name(norm) << ' ' << sigma << ' ' << radius;
          }
        }
}

Problem joint(const JointBilateral& filter, PixelType type, PixelType guide, int channels = 3) {
  Problem p{.filter = filter, .type = type, .width = 1920, .height = 1080, .channels = 3};
  p.shapes.guide = {.type = guide, .width = 1920, .height = 1080, .channels = channels};
  return p;
}

// But for lab of fine samples in huge windows.
TEST(GpuDirect, ExactIsServedByGuidesToo) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32})
    for (const PixelType guide : {PixelType::u8, PixelType::f32})
      for (const Norm norm : {Norm::l2, Norm::l1, Norm::per_channel, Norm::luma, Norm::lab})
        for (const int radius : {0, 7, 16, 40}) {
          const Problem p =
              joint({.sigma_range = 0.02f, .radius = radius, .norm = norm}, type, guide);
          const double allowed = allowed_error(p, {.exact = true});
          EXPECT_LE(gpu_plain_error(p, big_gpu()), allowed)
              << name(type) << ' ' << name(norm) << ' ' << radius;
          if (radius == 40) continue;  // some pixels do not fit into local memory
          EXPECT_EQ(gpu_tile_unsupported(p, big_gpu()), "");
          EXPECT_LE(gpu_tile_error(p, big_gpu()), allowed)
              << name(type) << ' ' << name(norm) << ' ' << radius;
        }
}

TEST(GpuDirect, MeansWithoutDistancesAreServed) {
  Problem p = problem();
  for (const Filter& filter : {Filter(Gaussian{.radius = 7}), Filter(Box{.radius = 40}),
                               Filter(RollingGuidance{.radius = 7})}) {
    p.filter = filter;
    EXPECT_LE(gpu_tile_error(p, big_gpu()), allowed_error(p, {.exact = true}));
    EXPECT_EQ(gpu_tile_unsupported(p, big_gpu()), "");
    EXPECT_EQ(gpu_plain_unsupported(p, small_gpu()), "");
  }
}

TEST(GpuDirect, BytesOfImageAndGuideFitFourWords) {
  EXPECT_TRUE(gpu_tile_tuning(joint({}, PixelType::u8, PixelType::u8), big_gpu()).wide);
  EXPECT_FALSE(gpu_tile_tuning(joint({}, PixelType::u8, PixelType::u16), big_gpu()).wide);
}

TEST(GpuDirect, GuidesTakeMemoryAndTime) {
  const auto bytes = [](int channels) {
    return gpu_tile_scratch(joint({}, PixelType::u8, PixelType::f32, channels), big_gpu());
  };
  // Of a pixel: 3 in, 3 out, and the guide's.
  EXPECT_EQ(bytes(3).device * (6 + 4), bytes(1).device * (6 + 12));
  EXPECT_EQ(bytes(3).host * (6 + 4), bytes(1).host * (6 + 12));
  EXPECT_GT(gpu_tile_seconds(joint({}, PixelType::u8, PixelType::f32), big_gpu()),
            gpu_tile_seconds(problem(), big_gpu()));
}

TEST(GpuDirect, FillingByAGuideNeedsDoublePrecision) {
  const auto unsupported = [](bool fill, const GpuFacts& gpu) {
    const Problem p = joint({.fill = fill}, PixelType::u8, PixelType::f32);
    return gpu_plain_unsupported(p, {.backend = "opencl", .gpu = gpu});
  };
  EXPECT_THAT(unsupported(true, small_gpu().gpu), HasSubstr("double precision"));
  EXPECT_EQ(unsupported(false, small_gpu().gpu), "");
  EXPECT_EQ(unsupported(true, big_gpu().gpu), "");
}

TEST(GpuDirect, SeparableIsTakenByItsNameAlone) {
  EXPECT_EQ(plan(problem(), big_gpu(), {.method = Method::separable}).candidate->name, "separable");
  EXPECT_NE(plan(problem(), big_gpu()).candidate->name, "separable");
  const Choice c = plan(problem({.radius = 60}), big_gpu(), {.method = Method::separable});
  EXPECT_TRUE(std::isinf(c.error));
  EXPECT_EQ(c.passes.size(), 2u);
  EXPECT_LT(c.seconds, plan(problem({.radius = 60}), big_gpu()).seconds);
}

TEST(GpuDirect, LumaAndLabNeedDoublePrecision) {
  EXPECT_THAT(gpu_tile_unsupported(problem({.norm = Norm::lab}), small_gpu()),
              HasSubstr("double precision"));
  EXPECT_THAT(gpu_plain_unsupported(problem({.norm = Norm::luma}), small_gpu()),
              HasSubstr("double precision"));
  // The luma of gray is the sample.
  EXPECT_EQ(gpu_tile_unsupported(problem({.norm = Norm::luma}, PixelType::u8, 1), small_gpu()), "");
  EXPECT_EQ(gpu_tile_unsupported(problem({.norm = Norm::lab}), big_gpu()), "");
}

TEST(GpuDirect, TilesAreCutToTheDevicesMemory) {
  Problem p = problem({}, PixelType::f32, 4);
  p.width = p.height = 30000;  // 14 GB
  const Tuning t = gpu_tile_tuning(p, small_gpu());
  EXPECT_LT(std::int64_t{t.tile_width} * t.tile_height, std::int64_t{p.width} * p.height);
  const ScratchBytes bytes = gpu_tile_scratch(p, small_gpu());
  EXPECT_LE(bytes.device, small_gpu().gpu.memory_bytes);
  EXPECT_GT(bytes.host, 0u);
}

// A halo ends where the image does: many iterations of a small image are still one tile.
TEST(GpuDirect, HalosEndWithTheImage) {
  Problem p = problem({.iterations = 1000});
  p.whole_width = p.width;
  p.whole_height = p.height;
  EXPECT_EQ(gpu_tile_tuning(p, small_gpu()).tile_height, p.height);
  EXPECT_EQ(gpu_tile_tuning(p, small_gpu()).tile_width, p.width);
}

TEST(GpuDirect, WrappedTilesNeedWholeSides) {
  Problem p = problem({.border = Border::wrap});
  p.width = p.whole_width = 6000;
  p.height = p.whole_height = 4000;
  EXPECT_LT(gpu_tile_tuning(p, big_gpu()).tile_height, p.height);
  const std::size_t image = std::size_t{6000} * 4000 * static_cast<std::size_t>(p.channels);
  EXPECT_GE(gpu_tile_scratch(p, big_gpu()).device, 2 * 2 * image);  // two tiles, in and out
}

TEST(GpuDirect, LargeImagesAreSeveralTiles) {
  Problem p = problem();
  EXPECT_EQ(gpu_tile_tuning(p, big_gpu()).tile_width, p.width);
  p.width = 6000;
  p.height = 4000;
  EXPECT_LE(gpu_tile_tuning(p, big_gpu()).tile_height, p.height / 3);
}

// A launch is predicted to last at most 50 ms, however slow the device.
TEST(GpuDirect, LaunchesAreShort) {
  Problem p = problem({.radius = 60});
  p.width = p.height = 20000;
  DeviceFacts slow = small_gpu();
  slow.gpu.clock_mhz = 300;
  const Tuning t = gpu_tile_tuning(p, slow);
  EXPECT_LT(t.launch_height, t.tile_height);
  EXPECT_GE(t.launch_height, 1);
}

TEST(GpuDirect, MoreWorkTakesLongerAndFasterDevicesShorter) {
  const auto seconds = [](const Bilateral& f, const DeviceFacts& facts) {
    return gpu_tile_seconds(problem(f), facts);
  };
  EXPECT_GT(seconds({.radius = 12}, small_gpu()), seconds({.radius = 6}, small_gpu()));
  EXPECT_GT(seconds({.radius = 12}, small_gpu()), seconds({.radius = 12}, big_gpu()));
  EXPECT_GT(seconds({.radius = 12, .iterations = 3}, big_gpu()),
            seconds({.radius = 12}, big_gpu()));
  EXPECT_GT(gpu_plain_seconds(problem(), big_gpu()), gpu_tile_seconds(problem(), big_gpu()));
}

TEST(GpuDirect, ThePlannerTakesTheTileAndElsePlain) {
  EXPECT_EQ(plan(problem(), big_gpu()).candidate->name, "tile");
  EXPECT_EQ(plan(problem({.radius = 1000}), big_gpu()).candidate->name, "plain");
  EXPECT_EQ(plan(problem(), big_gpu(), {.use = "plain"}).candidate->name, "plain");
  EXPECT_EQ(plan(problem(), small_gpu()).candidate->backend, "opencl");
}

}  // namespace
}  // namespace selvage::planner
