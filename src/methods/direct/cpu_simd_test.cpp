// SPDX-License-Identifier: Apache-2.0
// Tests which direct candidate of the CPU serves steps with and without guides.
#include <gmock/gmock.h>

#include "methods/test_offers.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

DeviceFacts cpu() {
  return {.backend = "cpu", .threads = 2, .simd = "AVX3", .simd_floats = 16};
}

Problem joint(const JointBilateral& filter, PixelType type, PixelType guide, int guide_channels) {
  Problem p{.filter = filter, .type = type, .width = 1920, .height = 1080, .channels = 3};
  p.shapes.image = {.type = type, .width = 1920, .height = 1080, .channels = 3};
  p.shapes.guide = {.type = guide, .width = 1920, .height = 1080, .channels = guide_channels};
  return p;
}

double simd_error_of(const Problem& p) {
  return plan(p, cpu(), {.max_error = 1.0, .use = "simd"}).offer.error;
}

// "plain" would take twenty times as long.
TEST(CpuDirect, ExactGuidesKeepTheVectors) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    for (const PixelType guide : {PixelType::u8, PixelType::f32})
      for (const Norm norm : {Norm::l2, Norm::l1, Norm::per_channel, Norm::luma, Norm::lab})
        for (const int radius : {1, 7, 16, 17, 100}) {
          if (type == PixelType::u16 && radius == 100)
            continue;  // too strict for "simd"; "plain" serves it
          const Problem p = joint({.radius = radius, .norm = norm}, type, guide, 3);
          EXPECT_LE(simd_error_of(p), allowed_error(p, {.exact = true}))
              << name(type) << ' ' << name(guide) << ' ' << name(norm) << ' ' << radius;
        }
}

// Bytes are served by loops that are as precise as bytes need.
TEST(CpuDirect, TheImagesTypeDecidesThePrecision) {
  const auto error = [](PixelType type, PixelType guide) {
    return simd_error_of(joint({.radius = 7}, type, guide, 3));
  };
  EXPECT_GT(error(PixelType::u8, PixelType::u8), 4e-6);
  EXPECT_GT(error(PixelType::u8, PixelType::f32), error(PixelType::u8, PixelType::u8));
  EXPECT_LT(error(PixelType::u16, PixelType::u8), 4e-6);
  // Rare cases have only the precise loops.
  EXPECT_LT(simd_error_of(joint({.radius = 7, .norm = Norm::l1}, PixelType::u8, PixelType::u8, 3)),
            4e-6);
}

// A narrow range does not enlarge errors, since distances are exact or split.
TEST(CpuDirect, NoGuidesRangeIsTooNarrow) {
  for (const Norm norm : {Norm::l2, Norm::luma, Norm::lab})
    EXPECT_EQ(simd_error_of(joint({.sigma_range = 1e-4f, .radius = 7, .norm = norm}, PixelType::u8,
                                  PixelType::u8, 3)),
              simd_error_of(joint({.sigma_range = 1.0f, .radius = 7, .norm = norm}, PixelType::u8,
                                  PixelType::u8, 3)));
}

// A loop over pairs of pixels serves gray.
TEST(CpuDirect, ExactGrayKeepsTheVectors) {
  const DeviceFacts narrow{.backend = "cpu", .threads = 2, .simd = "AVX2", .simd_floats = 8};
  for (const DeviceFacts& facts : {cpu(), narrow})
    for (const Window window : {Window::disc, Window::square})
      for (int radius = 1; radius <= 20; ++radius) {
        const Problem p{.filter = Bilateral{.radius = radius, .window = window},
                        .type = PixelType::f32,
                        .width = 1920,
                        .height = 1080,
                        .channels = 1};
        EXPECT_EQ(plan(p, facts, {.exact = true}).candidate->name, "simd")
            << facts.simd << ' ' << radius;
      }
}

TEST(CpuDirect, PairsHaveTheirOwnSpeedAndBound) {
  const DeviceFacts narrow{.backend = "cpu", .threads = 2, .simd = "AVX2", .simd_floats = 8};
  const auto choice = [&](int radius) {
    const Problem p{.filter = Bilateral{.radius = radius, .norm = Norm::per_channel},
                    .type = PixelType::f32,
                    .width = 1920,
                    .height = 1080,
                    .channels = 3};
    return plan(p, narrow, {.use = "simd"});
  };
  // That loop does not serve 35 columns.
  EXPECT_LT(choice(16).offer.error, 4e-6);
  EXPECT_LT(choice(16).offer.seconds, choice(17).offer.seconds * (33.0 * 33.0) / (35.0 * 35.0));
}

TEST(CpuDirect, EveryStepCounts) {
  Problem p = joint({}, PixelType::u16, PixelType::u16, 3);
  p.shapes.guide = {};
  const auto error_of = [&](const Filter& filter) {
    p.filter = filter;
    return simd_error_of(p);
  };
  // Steps after the first read f32, whose differences are rounded.
  EXPECT_GT(error_of(Bilateral{.iterations = 2}), error_of(Bilateral{}));
  EXPECT_LT(error_of(Gaussian{}), error_of(RollingGuidance{.iterations = 1}));
  EXPECT_EQ(error_of(Gaussian{.iterations = 3}), error_of(Gaussian{}));
  const auto seconds = [&](const Filter& filter) {
    p.filter = filter;
    return plan(p, cpu(), {.max_error = 1.0, .use = "simd"}).offer.seconds;
  };
  const double step =
      seconds(RollingGuidance{.iterations = 3}) - seconds(RollingGuidance{.iterations = 2});
  EXPECT_NEAR(seconds(RollingGuidance{.iterations = 1}), seconds(Gaussian{}) + step, step * 1e-9);
  EXPECT_LT(seconds(Gaussian{}), seconds(Bilateral{}));
}

}  // namespace
}  // namespace selvage::planner
