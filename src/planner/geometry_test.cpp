// SPDX-License-Identifier: Apache-2.0
// Candidate "walk" from hand-made facts.
#include "planner/geometry.hpp"

#include <gmock/gmock.h>

#include "core/walk.hpp"
#include "planner/error_terms.hpp"
#include "planner/plan.hpp"
#include "planner/test_gpus.hpp"

namespace selvage::planner {
namespace {

using ::testing::HasSubstr;

Problem problem(const GeometryGuided& filter, PixelType type = PixelType::f32, int channels = 3) {
  Problem p{.filter = filter,
            .type = type,
            .width = 1920,
            .height = 1080,
            .whole_width = 1920,
            .whole_height = 1080,
            .channels = channels};
  p.shapes.depth = interleaved(static_cast<const void*>(nullptr), PixelType::f32, 1920, 1080);
  return p;
}

TEST(WalkPlan, EveryTypeAndRadiusIsExactOnEveryDevice) {
  for (const int radius : {0, 1, 8, 15, 16, 100, 4096})
    for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
      for (const Weights weights : {Weights::gaussian, Weights::box}) {
        const Problem p = problem({.radius = radius, .weights = weights}, type);
        EXPECT_LE(walk_error(p, {}), exact_error(type)) << radius;
        EXPECT_LE(gpu_walk_error(p, big_gpu()), exact_error(type)) << radius;
      }
}

// A window of n equal weights: the first of k terms goes through k additions, the last through one.
TEST(WalkPlan, FlatSumsErrByTheMeanOfTheirAdditions) {
  const Problem p = problem({.radius = 1, .weights = Weights::box});
  EXPECT_DOUBLE_EQ(gpu_walk_error(p, big_gpu()), (2 * (1 + 2 + 3) / 3.0 + 8) * ulp);
  // All weight lies on the first tap: each addition errs by a whole sum.
  const Problem uneven = problem({.radius = 1, .row = {1e9f, 1, 1}, .column = {1e9f, 1, 1}});
  EXPECT_NEAR(gpu_walk_error(uneven, big_gpu()), (2 * 3 + 8) * ulp, 1e-6 * ulp);
}

TEST(WalkPlan, SmallRadiiAreTiled) {
  const auto rows = [](const Problem& p, const DeviceFacts& facts) {
    return gpu_walk_tuning(p, facts).group_rows;
  };
  EXPECT_GT(rows(problem({.radius = 15}), big_gpu()), 1);
  EXPECT_EQ(rows(problem({.radius = 16}), big_gpu()), 1);
  DeviceFacts small = big_gpu();
  small.gpu.local_bytes = 16u << 10;
  EXPECT_EQ(rows(problem({.radius = 15}), small), 1);
  for (const int radius : {0, 3, 8, 15})
    for (const int channels : {1, 4}) {
      const Problem p = problem({.radius = radius}, PixelType::f32, channels);
      const Tuning tuning = gpu_walk_tuning(p, small);
      EXPECT_TRUE(tuning.group_rows == 1 ||
                  walk_tile_bytes(channels, radius, tuning) <= small.gpu.local_bytes);
    }
}

// The sums of a row whose weight lies at its beginning err too much for floats, and are walked.
TEST(WalkPlan, UnevenWeightsAreWalked) {
  std::vector<float> line(31, 1e-3f);
  line.front() = 1e9f;
  const Problem p = problem({.radius = 15, .row = line, .column = line});
  EXPECT_EQ(gpu_walk_tuning(p, big_gpu()).group_rows, 1);
  EXPECT_LE(gpu_walk_error(p, big_gpu()), exact_error(PixelType::f32));
  EXPECT_GT(gpu_walk_tuning(problem({.radius = 15, .row = line, .column = line}, PixelType::u8),
                            big_gpu())
                .group_rows,
            1);
}

TEST(WalkPlan, WhatGpusCannotDo) {
  DeviceFacts facts = big_gpu();
  EXPECT_EQ(gpu_walk_unsupported(problem({}), facts), "");
  EXPECT_THAT(gpu_walk_unsupported(
                  problem({.radius = 1, .row = {1e30f, 1e-8f, 0}, .column = {1, 1, 1}}), facts),
              HasSubstr("too far apart"));
  facts.gpu.largest_group = 128;
  EXPECT_THAT(gpu_walk_unsupported(problem({}), facts), HasSubstr("work-groups"));
  facts.gpu.real64 = false;
  EXPECT_THAT(gpu_walk_unsupported(problem({}), facts), HasSubstr("double precision"));
}

TEST(WalkPlan, WeightsTooFarApartAreDoubleOnTheCpu) {
  const Problem p = problem({.radius = 1, .row = {1e30f, 1e-8f, 0}, .column = {1, 1, 1}});
  EXPECT_LT(walk_error(p, {}), 1e-14);
  EXPECT_GT(walk_scratch(p, {}).host, walk_scratch(problem({.radius = 1}), {}).host);
}

TEST(WalkPlan, TilesFitIntoMemory) {
  DeviceFacts facts = big_gpu();
  facts.gpu.memory_bytes = 8u << 20;
  for (const int radius : {0, 8, 100}) {
    const Problem p = problem({.radius = radius});
    EXPECT_LE(gpu_walk_scratch(p, facts).device, facts.gpu.memory_bytes) << radius;
  }
}

TEST(WalkPlan, IsTheChoiceForItsFilterAlone) {
  const DeviceFacts cpu{.backend = "cpu", .threads = 2, .simd = "AVX2", .simd_floats = 8};
  EXPECT_EQ(plan(problem({}), cpu).candidate->name, "walk");
  EXPECT_EQ(plan(problem({}), big_gpu()).candidate->name, "walk");
  EXPECT_FALSE(is_geometry_guided(Bilateral{}));
}

}  // namespace
}  // namespace selvage::planner
