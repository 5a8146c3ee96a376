// SPDX-License-Identifier: Apache-2.0
// Tests the direct GPU candidates with hand-made facts.
#include <gmock/gmock.h>

#include <algorithm>

#include "core/test_errors.hpp"
#include "filters/window.hpp"
#include "methods/direct/pixel_form.hpp"
#include "methods/test_offers.hpp"
#include "planner/test_gpus.hpp"

namespace selvage::planner {
namespace {

using ::testing::HasSubstr;

Problem problem(const Bilateral& filter = {}, PixelType type = PixelType::u8, int channels = 3) {
  return {.filter = filter, .type = type, .width = 1920, .height = 1080, .channels = channels};
}

std::size_t local_bytes(const Problem& p, const DirectGpuTuning& t) {
  const auto& f = std::get<Bilateral>(p.filter);
  return tile_local_bytes(tile_words(pixel_form(f, p.type, p), t.wide), t, f);
}

TEST(GpuDirect, TilesFitIntoLocalMemoryOrAreRefused) {
  for (const DeviceFacts& facts : {big_gpu(), small_gpu()})
    for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32})
      for (const int channels : {1, 2, 3, 4})
        for (const int radius : {0, 3, 7, 15, 31, 60, 200, 4096}) {
          const Problem p = problem({.radius = radius}, type, channels);
          if (!refusal_of("tile", p, facts).empty()) continue;
          const auto t = offer_of("tile", p, facts).tuning.as<DirectGpuTuning>();
          EXPECT_LE(local_bytes(p, t), facts.gpu.local_bytes) << radius;
          EXPECT_LE(t.group.width * t.group.height, facts.gpu.largest_group);
        }
  EXPECT_THAT(refusal_of("tile", problem({.radius = 4096}), big_gpu()), HasSubstr("local memory"));
  EXPECT_EQ(refusal_of("tile", problem({.radius = 15}), small_gpu()), "");
  EXPECT_EQ(refusal_of("plain", problem({.radius = 4096}), small_gpu()), "");
}

// The loops' sums are those that the error bound counts.
TEST(GpuDirect, SumsAreShortEnoughForTheirType) {
  const auto sums = [](int radius, PixelType type) {
    return offer_of("tile", problem({.radius = radius}, type), big_gpu())
        .tuning.as<DirectGpuTuning>()
        .sums;
  };
  EXPECT_EQ(sums(4, PixelType::u8), Summation::flat);
  EXPECT_EQ(sums(15, PixelType::u8), Summation::columns);
  EXPECT_EQ(sums(4, PixelType::u16), Summation::blocks);
  EXPECT_EQ(sums(4, PixelType::f16), Summation::blocks);
  EXPECT_EQ(sums(4, PixelType::f32), Summation::blocks);
}

// Compiling takes much longer on processors.
TEST(GpuDirect, GpusHaveAProgramForEachWindow) {
  const auto fixed = [](const DeviceFacts& facts) {
    return offer_of("tile", problem(), facts).tuning.as<DirectGpuTuning>().fixed_window;
  };
  DeviceFacts processor = small_gpu();
  processor.gpu.is_processor = true;
  EXPECT_TRUE(fixed(big_gpu()));
  EXPECT_TRUE(fixed(small_gpu()));
  EXPECT_FALSE(fixed(processor));
}

TEST(GpuDirect, BlocksAreWholeStepsOfTheLoop) {
  for (const int radius : {1, 7, 33, 60}) {
    const auto t = offer_of("tile", problem({.radius = radius}, PixelType::f32, 1), big_gpu())
                       .tuning.as<DirectGpuTuning>();
    EXPECT_EQ(t.block % t.group.rows, 0) << radius;
  }
}

// All are served except lab of fine samples in huge windows.
TEST(GpuDirect, ExactIsServed) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    for (const Norm norm : {Norm::l2, Norm::l1, Norm::per_channel, Norm::luma, Norm::lab})
      for (const float sigma : {0.02f, 0.1f, 1.0f})
        for (const int radius : {0, 1, 7, 16, 40, 100}) {
          const Problem p = problem({.sigma_range = sigma, .radius = radius, .norm = norm}, type);
          const double allowed = allowed_error(p, {.exact = true});
          if (norm == Norm::lab && radius > 40) continue;
          EXPECT_LE(offer_of("plain", p, big_gpu()).error, allowed)
              << name(type) << ' ' << name(norm) << ' ' << sigma << ' ' << radius;
          if (refusal_of("tile", p, big_gpu()).empty()) {
            EXPECT_LE(offer_of("tile", p, big_gpu()).error, allowed)
                << name(type) << ' ' << name(norm) << ' ' << sigma << ' ' << radius;
          }
        }
}

Problem joint(const JointBilateral& filter, PixelType type, PixelType guide, int channels = 3) {
  Problem p{.filter = filter, .type = type, .width = 1920, .height = 1080, .channels = 3};
  p.shapes.guide = {.type = guide, .width = 1920, .height = 1080, .channels = channels};
  return p;
}

// All are served except lab of fine samples in huge windows.
TEST(GpuDirect, ExactIsServedByGuidesToo) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32})
    for (const PixelType guide : {PixelType::u8, PixelType::f32})
      for (const Norm norm : {Norm::l2, Norm::l1, Norm::per_channel, Norm::luma, Norm::lab})
        for (const int radius : {0, 7, 16, 40}) {
          const Problem p =
              joint({.sigma_range = 0.02f, .radius = radius, .norm = norm}, type, guide);
          const double allowed = allowed_error(p, {.exact = true});
          EXPECT_LE(offer_of("plain", p, big_gpu()).error, allowed)
              << name(type) << ' ' << name(norm) << ' ' << radius;
          if (radius == 40) continue;  // some pixels do not fit into local memory
          EXPECT_EQ(refusal_of("tile", p, big_gpu()), "");
          EXPECT_LE(offer_of("tile", p, big_gpu()).error, allowed)
              << name(type) << ' ' << name(norm) << ' ' << radius;
        }
}

TEST(GpuDirect, MeansWithoutDistancesAreServed) {
  Problem p = problem();
  for (const Filter& filter : {Filter(Gaussian{.radius = 7}), Filter(Box{.radius = 40}),
                               Filter(RollingGuidance{.radius = 7})}) {
    p.filter = filter;
    EXPECT_LE(offer_of("tile", p, big_gpu()).error, allowed_error(p, {.exact = true}));
    EXPECT_EQ(refusal_of("tile", p, big_gpu()), "");
    EXPECT_EQ(refusal_of("plain", p, small_gpu()), "");
  }
}

TEST(GpuDirect, BytesOfImageAndGuideFitFourWords) {
  EXPECT_TRUE(offer_of("tile", joint({}, PixelType::u8, PixelType::u8), big_gpu())
                  .tuning.as<DirectGpuTuning>()
                  .wide);
  EXPECT_FALSE(offer_of("tile", joint({}, PixelType::u8, PixelType::u16), big_gpu())
                   .tuning.as<DirectGpuTuning>()
                   .wide);
}

TEST(GpuDirect, GuidesTakeMemoryAndTime) {
  const auto bytes = [](int channels) {
    return offer_of("tile", joint({}, PixelType::u8, PixelType::f32, channels), big_gpu()).scratch;
  };
  // Each pixel has 3 bytes in, 3 out, and those of the guide.
  EXPECT_EQ(bytes(3).device * (6 + 4), bytes(1).device * (6 + 12));
  EXPECT_EQ(bytes(3).host * (6 + 4), bytes(1).host * (6 + 12));
  EXPECT_GT(offer_of("tile", joint({}, PixelType::u8, PixelType::f32), big_gpu()).seconds,
            offer_of("tile", problem(), big_gpu()).seconds);
}

TEST(GpuDirect, FillingByAGuideNeedsDoublePrecision) {
  const auto unsupported = [](bool fill, const GpuFacts& gpu) {
    const Problem p = joint({.fill = fill}, PixelType::u8, PixelType::f32);
    return refusal_of("plain", p, {.backend = "opencl", .gpu = gpu});
  };
  EXPECT_THAT(unsupported(true, small_gpu().gpu), HasSubstr("double precision"));
  EXPECT_EQ(unsupported(false, small_gpu().gpu), "");
  EXPECT_EQ(unsupported(true, big_gpu().gpu), "");
}

TEST(GpuDirect, LumaAndLabNeedDoublePrecision) {
  EXPECT_THAT(refusal_of("tile", problem({.norm = Norm::lab}), small_gpu()),
              HasSubstr("double precision"));
  EXPECT_THAT(refusal_of("plain", problem({.norm = Norm::luma}), small_gpu()),
              HasSubstr("double precision"));
  // The luma of gray is the sample.
  EXPECT_EQ(refusal_of("tile", problem({.norm = Norm::luma}, PixelType::u8, 1), small_gpu()), "");
  EXPECT_EQ(refusal_of("tile", problem({.norm = Norm::lab}), big_gpu()), "");
}

TEST(GpuDirect, TilesAreCutToTheDevicesMemory) {
  Problem p = problem({}, PixelType::f32, 4);
  p.width = p.height = 30000;  // 14 GB
  const auto t = offer_of("tile", p, small_gpu()).tuning.as<DirectGpuTuning>();
  EXPECT_LT(std::int64_t{t.tile.width} * t.tile.height, std::int64_t{p.width} * p.height);
  const ScratchBytes bytes = offer_of("tile", p, small_gpu()).scratch;
  EXPECT_LE(bytes.device, small_gpu().gpu.memory_bytes);
  EXPECT_GT(bytes.host, 0u);
}

// A halo ends where the image does: many iterations of a small image are still one tile.
TEST(GpuDirect, HalosEndWithTheImage) {
  Problem p = problem({.iterations = 1000});
  p.whole_width = p.width;
  p.whole_height = p.height;
  EXPECT_EQ(offer_of("tile", p, small_gpu()).tuning.as<DirectGpuTuning>().tile.height, p.height);
  EXPECT_EQ(offer_of("tile", p, small_gpu()).tuning.as<DirectGpuTuning>().tile.width, p.width);
}

TEST(GpuDirect, WrappedTilesNeedWholeSides) {
  Problem p = problem({.border = Border::wrap});
  p.width = p.whole_width = 6000;
  p.height = p.whole_height = 4000;
  EXPECT_LT(offer_of("tile", p, big_gpu()).tuning.as<DirectGpuTuning>().tile.height, p.height);
  const std::size_t image = std::size_t{6000} * 4000 * static_cast<std::size_t>(p.channels);
  EXPECT_GE(offer_of("tile", p, big_gpu()).scratch.device,
            2 * 2 * image);  // two tiles, each in and out
}

TEST(GpuDirect, LargeImagesAreSeveralTiles) {
  Problem p = problem();
  EXPECT_EQ(offer_of("tile", p, big_gpu()).tuning.as<DirectGpuTuning>().tile.width, p.width);
  p.width = 6000;
  p.height = 4000;
  EXPECT_LE(offer_of("tile", p, big_gpu()).tuning.as<DirectGpuTuning>().tile.height, p.height / 3);
}

// A launch is predicted to last at most 50 ms, however slow the device.
TEST(GpuDirect, LaunchesAreShort) {
  Problem p = problem({.radius = 60});
  p.width = p.height = 20000;
  DeviceFacts slow = small_gpu();
  slow.gpu.clock_mhz = 300;
  const auto t = plan(p, slow).offer.tuning.as<DirectGpuTuning>();
  EXPECT_LT(t.launch_height, t.tile.height);
  EXPECT_GE(t.launch_height, 1);
}

TEST(GpuDirect, MoreWorkTakesLongerAndFasterDevicesShorter) {
  const auto seconds = [](const Bilateral& f, const DeviceFacts& facts) {
    return offer_of("tile", problem(f), facts).seconds;
  };
  EXPECT_GT(seconds({.radius = 12}, small_gpu()), seconds({.radius = 6}, small_gpu()));
  EXPECT_GT(seconds({.radius = 12}, small_gpu()), seconds({.radius = 12}, big_gpu()));
  EXPECT_GT(seconds({.radius = 12, .iterations = 3}, big_gpu()),
            seconds({.radius = 12}, big_gpu()));
  EXPECT_GT(offer_of("plain", problem(), big_gpu()).seconds,
            offer_of("tile", problem(), big_gpu()).seconds);
}

TEST(GpuDirect, ThePlannerTakesTensorThenTheTileAndElsePlain) {
  EXPECT_EQ(plan(problem({.radius = 4}), big_gpu()).candidate->name, "tile");
  EXPECT_EQ(plan(problem({.radius = 8}), big_gpu()).candidate->name, "tensor");
  const Decision large = plan(problem({.radius = 24}), big_gpu());
  EXPECT_EQ(large.candidate->name, "tensor");
  EXPECT_EQ(large.offer.tuning.as<DirectGpuTuning>().group.height, 12)
      << "three tiles of eight warps do not fit a multiprocessor, two of twelve do";
  // The bound of `tensor` exceeds half a level (docs/journal/0083).
  EXPECT_EQ(plan(problem({.radius = 32}), big_gpu()).candidate->name, "tile");
  EXPECT_EQ(plan(problem(), big_gpu(), {.exact = true}).candidate->name, "tile");
  EXPECT_EQ(plan(problem({}, PixelType::u16), big_gpu()).candidate->name, "tile_columns");
  EXPECT_EQ(plan(problem({}, PixelType::u16), big_gpu(), {.exact = true}).candidate->name, "tile");
  EXPECT_EQ(plan(problem({.radius = 1000}), big_gpu()).candidate->name, "plain");
  EXPECT_EQ(plan(problem(), big_gpu(), {.use = "plain"}).candidate->name, "plain");
  EXPECT_EQ(plan(problem(), small_gpu()).candidate->platform, Platform::gpu);
}

}  // namespace
}  // namespace selvage::planner
