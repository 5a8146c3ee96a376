// SPDX-License-Identifier: Apache-2.0
// Candidate "edge_stopping" from hand-made facts.
#include "methods/edge_stopping/edge_stopping.hpp"

#include <gmock/gmock.h>

#include "methods/edge_stopping/edge_stopping_shape.hpp"
#include "methods/edge_stopping/tuning.hpp"
#include "methods/test_offers.hpp"
#include "planner/error_terms.hpp"
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

TEST(EdgeStoppingPlan, EveryTypeAndRadiusIsExactOnEveryDevice) {
  for (const int radius : {0, 1, 8, 15, 16, 100, 4096})
    for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
      for (const Weights weights : {Weights::gaussian, Weights::box}) {
        const Problem p = problem({.radius = radius, .weights = weights}, type);
        EXPECT_LE(offer_of("edge_stopping", p, {}).error, exact_error(type)) << radius;
        EXPECT_LE(offer_of("edge_stopping", p, big_gpu()).error, exact_error(type)) << radius;
      }
}

// Four averaged channels at a time; alpha that is kept belongs to the last of them.
TEST(EdgeStoppingPlan, GpusComputeBlocksOfChannels) {
  Problem p = problem({.radius = 4}, PixelType::f32, 10);
  p.alpha = true;
  const std::vector<ChannelBlock> blocks = channel_blocks(p);
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(blocks[1].first, 4);
  EXPECT_EQ(blocks[1].channels, 4);
  EXPECT_EQ(blocks[2].averaged, 1);
  EXPECT_EQ(blocks[2].channels, 2);
  const auto seconds = [](int channels) {
    const Problem many = problem({.radius = 4}, PixelType::f32, channels);
    EXPECT_EQ(plan(many, big_gpu()).candidate->name, "edge_stopping") << channels;
    return offer_of("edge_stopping", many, big_gpu()).seconds;
  };
  EXPECT_GT(seconds(64), 10 * seconds(4));
  EXPECT_GT(seconds(1024), 10 * seconds(64));
}

// In a window of n equal weights, the first of k terms goes through k additions, the last through
// one.
TEST(EdgeStoppingPlan, FlatSumsErrByTheMeanOfTheirAdditions) {
  const Problem p = problem({.radius = 1, .weights = Weights::box});
  EXPECT_DOUBLE_EQ(offer_of("edge_stopping", p, big_gpu()).error,
                   (2 * (1 + 2 + 3) / 3.0 + 8) * ulp);
  // All weight lies on the first tap: each addition errs by a whole sum.
  const Problem uneven = problem({.radius = 1, .row = {1e9f, 1, 1}, .column = {1e9f, 1, 1}});
  EXPECT_NEAR(offer_of("edge_stopping", uneven, big_gpu()).error, (2 * 3 + 8) * ulp, 1e-6 * ulp);
}

TEST(EdgeStoppingPlan, SmallRadiiAreTiled) {
  const auto rows = [](const Problem& p, const DeviceFacts& facts) {
    return offer_of("edge_stopping", p, facts).tuning.as<EdgeStoppingGpuTuning>().along_rows.rows;
  };
  EXPECT_GT(rows(problem({.radius = 15}), big_gpu()), 1);
  EXPECT_EQ(rows(problem({.radius = 16}), big_gpu()), 1);
  DeviceFacts small = big_gpu();
  small.gpu.local_bytes = 16u << 10;
  EXPECT_EQ(rows(problem({.radius = 15}), small), 1);
  for (const int radius : {0, 3, 8, 15})
    for (const int channels : {1, 4}) {
      const Problem p = problem({.radius = radius}, PixelType::f32, channels);
      const auto tuning = offer_of("edge_stopping", p, small).tuning.as<EdgeStoppingGpuTuning>();
      EXPECT_TRUE(tuning.along_rows.rows == 1 ||
                  edge_stopping_tile_bytes(channels, radius, tuning.along_rows) <=
                      small.gpu.local_bytes);
    }
}

// The sums of a row whose weight lies at its start err too much for flat sums in single precision.
TEST(EdgeStoppingPlan, UnevenWeightsAreSummedTapByTap) {
  std::vector<float> line(31, 1e-3f);
  line.front() = 1e9f;
  const Problem p = problem({.radius = 15, .row = line, .column = line});
  EXPECT_EQ(
      offer_of("edge_stopping", p, big_gpu()).tuning.as<EdgeStoppingGpuTuning>().along_rows.rows,
      1);
  EXPECT_LE(offer_of("edge_stopping", p, big_gpu()).error, exact_error(PixelType::f32));
  EXPECT_GT(offer_of("edge_stopping",
                     problem({.radius = 15, .row = line, .column = line}, PixelType::u8), big_gpu())
                .tuning.as<EdgeStoppingGpuTuning>()
                .along_rows.rows,
            1);
}

TEST(EdgeStoppingPlan, WhatGpusCannotDo) {
  DeviceFacts facts = big_gpu();
  EXPECT_EQ(refusal_of("edge_stopping", problem({}), facts), "");
  EXPECT_THAT(
      refusal_of("edge_stopping",
                 problem({.radius = 1, .row = {1e30f, 1e-8f, 0}, .column = {1, 1, 1}}), facts),
      HasSubstr("too wide a range"));
  facts.gpu.largest_group = 128;
  EXPECT_THAT(refusal_of("edge_stopping", problem({}), facts), HasSubstr("work-groups"));
  facts.gpu.real64 = false;
  EXPECT_THAT(refusal_of("edge_stopping", problem({}), facts), HasSubstr("double precision"));
}

TEST(EdgeStoppingPlan, WeightsTooFarApartAreDoubleOnTheCpu) {
  const Problem p = problem({.radius = 1, .row = {1e30f, 1e-8f, 0}, .column = {1, 1, 1}});
  EXPECT_LT(offer_of("edge_stopping", p, {}).error, 1e-14);
  EXPECT_GT(offer_of("edge_stopping", p, {}).scratch.host,
            offer_of("edge_stopping", problem({.radius = 1}), {}).scratch.host);
}

TEST(EdgeStoppingPlan, TilesFitIntoMemory) {
  DeviceFacts facts = big_gpu();
  facts.gpu.memory_bytes = 8u << 20;
  for (const int radius : {0, 8, 100}) {
    const Problem p = problem({.radius = radius});
    EXPECT_LE(offer_of("edge_stopping", p, facts).scratch.device, facts.gpu.memory_bytes) << radius;
  }
}

TEST(EdgeStoppingPlan, IsTheChoiceForItsFilterAlone) {
  const DeviceFacts cpu{.backend = "cpu", .threads = 2, .simd = "AVX2", .simd_floats = 8};
  EXPECT_EQ(plan(problem({}), cpu).candidate->name, "edge_stopping");
  EXPECT_EQ(plan(problem({}), big_gpu()).candidate->name, "edge_stopping");
  EXPECT_FALSE(is_geometry_guided(Bilateral{}));
}

}  // namespace
}  // namespace selvage::planner
