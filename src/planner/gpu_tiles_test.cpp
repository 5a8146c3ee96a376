// SPDX-License-Identifier: Apache-2.0
#include "planner/gpu_tiles.hpp"

#include <gtest/gtest.h>

#include "planner/test_gpus.hpp"

namespace selvage::planner {
namespace {

constexpr PixelBytes rgb{.in = 3, .out = 3};

Problem problem_of(int width, int height, int batch = 1) {
  return {.filter = Bilateral{.radius = 7},
          .type = PixelType::u8,
          .width = width,
          .height = height,
          .whole_width = width,
          .whole_height = height,
          .channels = 3,
          .batch = batch};
}

Tile cut(const Problem& p, const GpuFacts& gpu) {
  return cut_tiles(p, gpu, 3u * static_cast<std::size_t>(p.width),
                   [&](const Tile& t) { return tile_device_bytes(p, rgb, t); });
}

double seconds(const Problem& p, const GpuFacts& gpu, double kernel_seconds) {
  return run_seconds(gpu, transfer_of(p, rgb, cut(p, gpu)), kernel_seconds);
}

GpuFacts with_threads(int threads) {
  GpuFacts gpu = big_gpu().gpu;
  gpu.staging_threads = threads;
  return gpu;
}

TEST(GpuTiles, LargeImagesAreCutSoThatStagesOverlap) {
  const GpuFacts gpu = with_threads(8);
  EXPECT_EQ(tile_count(problem_of(512, 512), cut(problem_of(512, 512), gpu)), 1u);
  EXPECT_EQ(tile_count(problem_of(1920, 1080), cut(problem_of(1920, 1080), gpu)), 3u);
  const Problem large = problem_of(6000, 4000);
  const Tile tile = cut(large, gpu);
  EXPECT_EQ(tile.width, 6000);
  EXPECT_NEAR(3.0 * tile.width * tile.height, 4 << 20, 18000);
}

TEST(GpuTiles, NoMoreSlotsThanTiles) {
  const Problem p = problem_of(100, 90);
  EXPECT_EQ(tile_scratch(p, rgb, {.width = 100, .height = 90}).host, 100 * 90 * 6u);
  EXPECT_EQ(slot_count(p, {.width = 100, .height = 45}), 2u);
  EXPECT_EQ(slot_count(p, {.width = 50, .height = 45}), tiles_in_flight);
  EXPECT_EQ(slot_count(problem_of(100, 90, 9), {.width = 100, .height = 90}), tiles_in_flight);
  EXPECT_EQ(tile_scratch(problem_of(100, 90, 9), rgb, {.width = 100, .height = 90}).device,
            tiles_in_flight * 100 * 90 * 6);
}

TEST(GpuTiles, TilesFitAllSlotsIntoMemory) {
  const Problem p = problem_of(6000, 4000);
  GpuFacts gpu = with_threads(8);
  gpu.memory_bytes = 6 << 20;
  const Tile tile = cut(p, gpu);
  EXPECT_LE(tile_scratch(p, rgb, tile).device, gpu.memory_bytes);
  EXPECT_GE(tile_scratch(p, rgb, tile).device, gpu.memory_bytes / 3);
}

// A volume that fits keeps its slices together; one that does not is cut along its longest sides.
TEST(GpuTiles, VolumesAreCutIntoSlabs) {
  Problem p = problem_of(100, 80);
  p.filter = Bilateral{.radius = 2, .radius_depth = 3};
  p.depth = p.whole_depth = 500;
  p.shapes.image.depth = 500;
  GpuFacts gpu = with_threads(8);
  EXPECT_EQ(cut(p, gpu).slices, 0);
  EXPECT_EQ(slices_held(p, cut(p, gpu)), 500u);
  gpu.memory_bytes = 6 << 20;
  const Tile tile = cut(p, gpu);
  EXPECT_GT(tile.slices, 3);
  EXPECT_LT(tile.slices, 500);
  EXPECT_EQ(slices_held(p, tile), static_cast<std::size_t>(tile.slices) + 6);
  EXPECT_LE(tile_scratch(p, rgb, tile).device, gpu.memory_bytes);
  EXPECT_GE(tile_scratch(p, rgb, tile).device, gpu.memory_bytes / 4);
  p.filter = Bilateral{.radius = 2, .border = Border::wrap, .radius_depth = 3};
  EXPECT_EQ(cut(p, gpu).slices, 0);  // its first slab needs the last slices
}

TEST(GpuTiles, SlabsHaveNoMoreSlicesThanALaunchHasGroups) {
  Problem p = problem_of(3, 2);
  p.filter = Bilateral{.radius = 1, .radius_depth = 3};
  p.depth = p.whole_depth = p.shapes.image.depth = 65'540;
  const Tile tile = cut(p, with_threads(8));
  EXPECT_EQ(slices_held(p, tile), most_slices);
}

// Runs from host memory and back on an H200: docs/journal/0034.
TEST(GpuTiles, PredictsWhatWasMeasured) {
  const auto expect = [](double predicted, double measured) {
    EXPECT_LT(predicted, 1.3 * measured);
    EXPECT_GT(predicted, measured / 1.3);
  };
  expect(seconds(problem_of(6000, 4000), with_threads(8), 2.35e-3), 3.56e-3);
  expect(seconds(problem_of(6000, 4000), with_threads(4), 2.35e-3), 5.8e-3);
  expect(seconds(problem_of(6000, 4000), with_threads(2), 2.35e-3), 9.5e-3);
  expect(seconds(problem_of(6000, 4000), with_threads(1), 2.35e-3), 19.0e-3);
  expect(seconds(problem_of(3840, 2160), with_threads(8), 0.8e-3), 1.26e-3);
  expect(seconds(problem_of(1920, 1080), with_threads(8), 0.21e-3), 0.44e-3);
  expect(seconds(problem_of(512, 512), with_threads(8), 0.04e-3), 0.17e-3);
}

TEST(GpuTiles, ProcessorsTakeTurns) {
  GpuFacts gpu = with_threads(4);
  const Problem p = problem_of(6000, 4000);
  const double apart = seconds(p, gpu, 10e-3);
  gpu.is_processor = true;
  EXPECT_GT(seconds(p, gpu, 10e-3), apart + 1e-3);
}

}  // namespace
}  // namespace selvage::planner
