// SPDX-License-Identifier: Apache-2.0
// Candidate "fourier_range" of GPUs from hand-made facts.
#include <gmock/gmock.h>

#include "methods/fourier_range/gpu_shape.hpp"
#include "methods/fourier_range/tuning.hpp"
#include "methods/test_offers.hpp"
#include "planner/test_gpus.hpp"

namespace selvage::planner {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view tested = "fourier_range";

Problem problem(int radius, int channels = 1) {
  const Bilateral filter{.sigma_space = static_cast<float>(radius) / 3.0f,
                         .sigma_range = 0.1f,
                         .radius = radius,
                         .norm = Norm::per_channel};
  return {
      .filter = filter, .type = PixelType::u8, .width = 1920, .height = 1080, .channels = channels};
}

DeviceFacts without_products() {
  DeviceFacts facts = big_gpu();
  facts.gpu.byte_products = facts.gpu.group_products = false;
  return facts;
}

TEST(GpuFourierRange, IsTakenForLargeWindows) {
  for (const int radius : {12, 24, 48, 100}) {
    const Decision decision = plan(problem(radius), big_gpu(), {});
    EXPECT_EQ(decision.candidate->name, tested) << radius;
    EXPECT_LT(decision.offer.error, 0.5 / 255);
  }
  EXPECT_NE(plan(problem(24), big_gpu(), {.exact = true}).candidate->name, tested);
  EXPECT_NE(plan(problem(2), big_gpu(), {}).candidate->name, tested);
}

TEST(GpuFourierRange, BandsFitTheirScratch) {
  Problem p = problem(100, 3);
  p.width = p.height = 20000;
  const Offer offer = offer_of(tested, p, big_gpu());
  const auto& tuning = offer.tuning.as<FourierGpuTuning>();
  EXPECT_EQ(tuning.launch_height % fourier::rows_together(tuning), 0);
  EXPECT_LT(tuning.launch_height, 20000);
  EXPECT_LT(offer.scratch.device, std::size_t{20} << 30);
}

// Hardly a pixel fails, so sums are not cut into bands for the repairs, which are cut into
// launches.
TEST(GpuFourierRange, RepairsDoNotCutSums) {
  const auto fast = offer_of(tested, problem(100), big_gpu()).tuning.as<FourierGpuTuning>();
  EXPECT_GE(fast.launch_height, 1080);
  EXPECT_LT(fast.repair_pixels, 1920 * 1080);
  const auto slower =
      offer_of(tested, problem(100), without_products()).tuning.as<FourierGpuTuning>();
  EXPECT_NEAR(1.0 * fast.repair_pixels / slower.repair_pixels, 33.0, 3.3);
  Problem wide = problem(24);
  wide.width = (1 << 23) + 1;
  EXPECT_THAT(refusal_of(tested, wide, big_gpu()), HasSubstr("rows of up to 8388608 pixels"));
}

// Without products of matrices, direct sums are faster than its sums up to a larger radius.
TEST(GpuFourierRange, ServesDevicesOfAnySize) {
  EXPECT_NE(plan(problem(12), without_products(), {}).candidate->name, tested);
  EXPECT_EQ(plan(problem(100), without_products(), {}).candidate->name, tested);
  for (const bool words : {false, true})
    for (const int radius : {8, 24, 100}) {
      Problem p = problem(radius);
      p.mask = words;
      if (words) p.type = PixelType::u16;
      if (words && radius == 100) {
        EXPECT_THAT(refusal_of(tested, p, small_gpu()), HasSubstr("local memory"));
        continue;
      }
      const auto tuning = offer_of(tested, p, small_gpu()).tuning.as<FourierGpuTuning>();
      EXPECT_LE(fourier::team * tuning.row_teams, 256);
      EXPECT_LE(fourier::team * tuning.column_teams, 256);
      EXPECT_EQ(tuning.repair_height, 8);
    }
  EXPECT_THAT(refusal_of(tested, problem(256), small_gpu()), HasSubstr("local memory"));
}

// Two groups of the first kernel share a multiprocessor. Where local memory is short, a tile holds
// a part of its rows.
TEST(GpuFourierRange, ShapesColumnsByLocalMemory) {
  const auto tuning_of = [](const Problem& p, const DeviceFacts& facts) {
    return offer_of(tested, p, facts).tuning.as<FourierGpuTuning>();
  };
  const auto of_gray = tuning_of(problem(100), big_gpu());
  EXPECT_EQ(of_gray.column_min_blocks, 2);
  EXPECT_EQ(of_gray.row_min_blocks, 2);
  EXPECT_EQ(of_gray.tile_blocks, 11);
  EXPECT_EQ(of_gray.row_blocks, 11);
  EXPECT_EQ(of_gray.repair_taps, 7);
  EXPECT_EQ(tuning_of(problem(12), big_gpu()).repair_taps, 1);
  Problem words = problem(100);
  words.type = PixelType::u16;
  EXPECT_EQ(tuning_of(words, big_gpu()).column_min_blocks, 2);
  DeviceFacts small = big_gpu();
  small.gpu.local_bytes = std::size_t{50} << 10;
  const auto of_small = tuning_of(problem(100), small);
  EXPECT_GT(of_small.tile_blocks, 0);
  EXPECT_LT(of_small.tile_blocks, 9 + 2 * (of_small.column_teams - 1));
  small.gpu.local_bytes = std::size_t{40} << 10;
  const auto of_rows = tuning_of(problem(100), small);
  EXPECT_EQ(of_rows.row_stages, 1);
  EXPECT_LT(of_rows.row_blocks, 9);
  DeviceFacts narrow = big_gpu();
  narrow.gpu.largest_group = 128;
  EXPECT_EQ(tuning_of(problem(24), narrow).column_teams, 1);
  EXPECT_EQ(tuning_of(problem(24), narrow).repair_height, 4);
}

// Groups that share the terms of their columns fill a device that has few of them.
TEST(GpuFourierRange, SharesTermsOfFewColumns) {
  const auto shares_of = [](int width, int channels) {
    Problem p = problem(100, channels);
    p.width = width;
    return offer_of(tested, p, big_gpu()).tuning.as<FourierGpuTuning>().term_groups;
  };
  EXPECT_GT(shares_of(200, 1), 2);
  EXPECT_EQ(shares_of(1920, 3), 1);
}

TEST(GpuFourierRange, ProductsOfFourWarpsAreFaster) {
  DeviceFacts by_warps = big_gpu();
  by_warps.gpu.group_products = false;
  EXPECT_LT(offer_of(tested, problem(100), big_gpu()).seconds,
            offer_of(tested, problem(100), by_warps).seconds);
}

TEST(GpuFourierRange, ServesSixteenBitsWithAnErrorAskedFor) {
  Problem p = problem(24);
  p.type = PixelType::u16;
  EXPECT_NE(plan(p, big_gpu(), {}).candidate->name, tested);
  EXPECT_EQ(plan(p, big_gpu(), {.max_error = 0.5 / 255}).candidate->name, tested);
}

TEST(GpuFourierRange, ServesFloatsWithAnErrorAskedFor) {
  for (const PixelType type : {PixelType::f16, PixelType::f32}) {
    Problem p = problem(24);
    p.type = type;
    EXPECT_NE(plan(p, big_gpu(), {}).candidate->name, tested);
    EXPECT_EQ(plan(p, big_gpu(), {.max_error = 0.5 / 255}).candidate->name, tested);
    // Every pixel may have a sample without a step in its window.
    p.sample_extent = 1.5;
    EXPECT_NE(plan(p, big_gpu(), {.max_error = 0.5 / 255}).candidate->name, tested);
    p.sample_extent = 0.01;  // the bound is a fraction of 1
    p.max_error = 0.5 / 255;
    EXPECT_THAT(refusal_of(tested, p, big_gpu()), HasSubstr("not accurate enough"));
  }
}

TEST(GpuFourierRange, ServesJointFiltersOfAGrayGuide) {
  for (const int channels : {1, 3})
    for (const int radius : {24, 100}) {
      Problem p = problem(radius, channels);
      p.filter = JointBilateral{
          .sigma_space = static_cast<float>(radius) / 3.0f, .sigma_range = 0.1f, .radius = radius};
      p.shapes.guide = {.type = PixelType::u8, .width = p.width, .height = p.height, .channels = 1};
      const Decision decision = plan(p, big_gpu(), {});
      EXPECT_EQ(decision.candidate->name, tested) << channels << ' ' << radius;
      EXPECT_LT(decision.offer.error, 0.5 / 255);
      p.shapes.guide.channels = 3;
      EXPECT_THAT(refusal_of(tested, p, big_gpu()), HasSubstr("guides of one channel of u8"));
    }
}

TEST(GpuFourierRange, RefusesWhatItCannotServe) {
  Problem disc = problem(24);
  std::get<Bilateral>(disc.filter).window = Window::disc;
  EXPECT_THAT(refusal_of(tested, disc, big_gpu()), HasSubstr("disc"));
}

}  // namespace
}  // namespace selvage::planner
