// SPDX-License-Identifier: Apache-2.0
#include "methods/upsampling/upsampling.hpp"

#include <gtest/gtest.h>

#include "methods/test_offers.hpp"
#include "methods/upsampling/tuning.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

ConstImageView shape(PixelType type, int width, int height, int channels = 1, int batch = 1) {
  return {.type = type, .width = width, .height = height, .channels = channels, .batch = batch};
}

Problem problem(const JointUpsampling& filter, PixelType type, int channels = 1) {
  return {.filter = filter,
          .type = type,
          .width = 1280,
          .height = 960,
          .whole_width = 1280,
          .whole_height = 960,
          .channels = channels,
          .shapes = {.image = shape(type, 320, 240, channels),
                     .guide = shape(PixelType::u8, 1280, 960, 3)}};
}

DeviceFacts cpu() {
  return {.backend = "cpu", .threads = 4, .simd = "AVX2", .simd_floats = 8};
}
DeviceFacts gpu(std::size_t memory = std::size_t{1} << 30) {
  return {.backend = "cuda",
          .gpu = {.compute_units = 100,
                  .real64 = true,
                  .largest_group = 1024,
                  .memory_bytes = memory,
                  .largest_buffer_bytes = memory}};
}

TEST(Upsample, ExactIsServedEverywhere) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    for (const int radius : {0, 3, 100, 4096})
      for (const Norm norm : {Norm::l2, Norm::l1, Norm::lab})
        for (const DeviceFacts& facts : {cpu(), gpu()}) {
          const Problem p = problem({.sigma_range = 0.01f, .radius = radius, .norm = norm}, type);
          const Decision choice = plan(p, facts, {.exact = true});
          EXPECT_EQ(choice.candidate->name, "upsample");
          EXPECT_LE(choice.offer.error, exact_error(type));
          ASSERT_EQ(choice.offer.passes.size(), 1u);
          EXPECT_EQ(choice.offer.passes[0].step, Step(std::get<JointUpsampling>(p.filter)));
        }
}

TEST(Upsample, ProcessorsWithoutVectorsAreServed) {
  const DeviceFacts plain{.backend = "cpu"};
  EXPECT_EQ(plan(problem({}, PixelType::f32), plain, {.exact = true}).candidate->name,
            "plain_upsample");
}

TEST(Upsample, DevicesWithoutDoublePrecisionAreNot) {
  DeviceFacts facts = gpu();
  EXPECT_EQ(refusal_of("upsample", problem({}, PixelType::u8), facts), "");
  facts.gpu.real64 = false;
  EXPECT_NE(refusal_of("upsample", problem({}, PixelType::u8), facts), "");
}

TEST(Upsample, OtherFiltersAreNotServed) {
  for (const Candidate& c : catalogue()) {
    const bool upsamples = c.name == "upsample" || c.name == "plain_upsample";
    EXPECT_EQ(c.serves(JointUpsampling{}), upsamples) << c.name;
    if (upsamples) {
      EXPECT_FALSE(c.serves(JointBilateral{}));
    }
  }
}

// A tile takes at most 50 ms, so larger windows have fewer rows, down to one.
TEST(Upsample, TilesGetLowerAsTheWindowGrows) {
  const auto rows = [](int radius) {
    return offer_of("upsample", problem({.radius = radius}, PixelType::u16), cpu())
        .tuning.as<TileTuning>()
        .tile.height;
  };
  EXPECT_EQ(rows(3), 32);
  EXPECT_LT(rows(60), rows(30));
  const auto largest = offer_of("upsample", problem({.radius = 4096}, PixelType::u16), cpu())
                           .tuning.as<TileTuning>();
  EXPECT_EQ(largest.tile.height, 1);
  EXPECT_EQ(largest.tile.width, 16);
}

// Each tile uploads the whole inputs, so there is one tile unless memory is short.
TEST(Upsample, GpuTilesFitIntoMemory) {
  const Problem p = problem({}, PixelType::f32, 4);
  EXPECT_EQ(offer_of("upsample", p, gpu()).tuning.as<UpsamplingGpuTuning>().tile.height, 960);
  const std::size_t memory =
      24 << 20;  // all would need 2 x (3.7 + 1.2 + 2.2 MB, and 19.7 MB of output)
  const auto tuning = offer_of("upsample", p, gpu(memory)).tuning.as<UpsamplingGpuTuning>();
  EXPECT_LT(tuning.tile.height, 960);
  EXPECT_EQ(tuning.tile.width, 1280);
  EXPECT_LE(offer_of("upsample", p, gpu(memory)).scratch.device, memory);
}

}  // namespace
}  // namespace selvage::planner
