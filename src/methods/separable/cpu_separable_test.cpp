// SPDX-License-Identifier: Apache-2.0
// Tests which of the CPU's candidates computes means and convolutions, and the bounds they promise.
#include <gmock/gmock.h>

#include "methods/convolution/tuning.hpp"
#include "methods/test_offers.hpp"

namespace selvage::planner {
namespace {

using ::testing::HasSubstr;

DeviceFacts cpu(std::string simd = "AVX3") {
  return {.backend = "cpu", .threads = 2, .simd = std::move(simd), .simd_floats = 16};
}

Problem problem(const Filter& filter, PixelType type = PixelType::u8, int channels = 3) {
  return {.filter = filter, .type = type, .width = 1920, .height = 1080, .channels = channels};
}

std::string_view taken(const Problem& p, const Request& request = {},
                       const DeviceFacts& f = cpu()) {
  return plan(p, f, request).candidate->name;
}

const Convolution sharpen{.kernel = {0, -1, 0, -1, 5, -1, 0, -1, 0}, .width = 3, .height = 3};

TEST(CpuSeparablePlan, Gaussian) {
  const Gaussian filter{.sigma_space = 3};
  EXPECT_EQ(taken(problem(filter)), "separable_int16");
  EXPECT_EQ(taken(problem(filter), {.exact = true}), "separable");
  for (const PixelType type : {PixelType::u16, PixelType::f16, PixelType::f32})
    EXPECT_EQ(taken(problem(filter, type)), "separable");
  EXPECT_EQ(taken(problem(filter), {.max_error = 1e-9}), "plain_separable");
}

TEST(CpuSeparablePlan, WhatOnlyDirectSumsServe) {
  EXPECT_THAT(taken(problem(Gaussian{.window = Window::disc})), HasSubstr("simd"));
  const Gaussian far{.sigma_space = 1, .radius = 9, .fill = true};
  EXPECT_EQ(taken(problem(far)), "separable_int16");  // no pixel of u8 is invalid
  EXPECT_THAT(refusal_of("separable", problem(far, PixelType::f32), cpu()),
              HasSubstr("8 sigma_space"));
}

TEST(CpuSeparablePlan, HolesNeedFloats) {
  Gaussian filter{.invalid = 0.0f};
  EXPECT_EQ(taken(problem(filter)), "separable");
  filter.invalid = {};
  filter.border = Border::shrink;
  EXPECT_EQ(taken(problem(filter)), "separable");
  Problem masked = problem(Gaussian{});
  masked.mask = true;
  EXPECT_EQ(taken(masked), "separable");
}

// Three lines are faster than all taps, even those of 3x3x3.
TEST(CpuSeparablePlan, Volumes) {
  const auto taken_of = [](const Gaussian& filter) {
    Problem volume = problem(filter, PixelType::u8, 1);
    volume.depth = volume.whole_depth = 48;
    return taken(volume);
  };
  EXPECT_EQ(taken_of({.sigma_space = 0.3f, .sigma_depth = 0.3f}), "separable_volume");
  EXPECT_EQ(taken_of({.sigma_space = 0.5f, .sigma_depth = 8.0f}), "separable_volume");
  EXPECT_EQ(taken_of({.sigma_space = 3.0f, .sigma_depth = 3.0f}), "separable_volume");
  EXPECT_EQ(taken_of({.window = Window::disc}), "simd");
  EXPECT_EQ(taken_of({.sigma_space = 20, .sigma_depth = 20}), "separable_volume");
  EXPECT_EQ(taken_of({.sigma_space = 3, .sigma_depth = 100}), "separable_volume");
  Problem bands = problem(Gaussian{.sigma_space = 6, .sigma_depth = 6}, PixelType::f32, 64);
  bands.depth = bands.whole_depth = 48;
  EXPECT_EQ(taken(bands), "separable_volume");
}

TEST(CpuSeparablePlan, WorkersOfSmallVolumesAreSmall) {
  Problem volume = problem(Gaussian{.sigma_space = 16, .sigma_depth = 16}, PixelType::u8, 1);
  volume.width = volume.height = volume.depth = volume.whole_depth = 24;
  EXPECT_LT(offer_of("separable_volume", volume, cpu()).scratch.host, std::size_t{8} << 20);
}

TEST(CpuSeparablePlan, Box) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32}) {
    EXPECT_EQ(taken(problem(Box{.radius = 32}, type)), "sliding_box");
    EXPECT_EQ(taken(problem(Box{.radius = 4096}, type), {.exact = true}), "sliding_box");
  }
  EXPECT_EQ(taken(problem(Box{.radius = 600, .invalid = 0.0f})), "plain_separable");
}

TEST(CpuSeparablePlan, Convolutions) {
  Convolution smooth{
      .kernel = {1, 2, 1, 2, 4, 2, 1, 2, 1}, .width = 3, .height = 3, .scale = 0.0625f};
  EXPECT_EQ(taken(problem(smooth)), "separable_int16");
  smooth.scale = 0.5f;
  smooth.width = smooth.height = 9;
  smooth.kernel.assign(81, 0.1f);
  EXPECT_EQ(taken(problem(smooth)), "separable");
}

// Every size and type has a candidate that keeps the contract.
TEST(CpuSeparablePlan, ExactIsServedEverywhere) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32}) {
    for (const int side : {1, 3, 21, 63}) {
      Convolution filter{.width = side, .height = side};
      filter.kernel.clear();
      for (int i = 0; i < side * side; ++i)
        filter.kernel.push_back(static_cast<float>(i * 7 % 11 - 5));
      EXPECT_EQ(taken(problem(filter, type), {.exact = true}), "stencil") << side;
    }
    for (const std::size_t taps : {1u, 31u, 8193u}) {
      const SeparableConvolution filter{.row = std::vector<float>(taps, 1.0f),
                                        .column = std::vector<float>(taps, -0.5f)};
      const auto name = taken(problem(filter, type), {.exact = true});
      EXPECT_EQ(name, taps < 100 ? "separable" : "plain_separable") << taps;
    }
  }
}

TEST(CpuSeparablePlan, WithoutAVectorUnit) {
  EXPECT_EQ(taken(problem(Gaussian{}), {}, cpu("")), "plain_separable");
  EXPECT_EQ(taken(problem(Box{.radius = 9}), {}, cpu("")), "plain_separable");
  EXPECT_EQ(taken(problem(sharpen), {}, cpu("")), "plain_stencil");
}

TEST(CpuSeparablePlan, ScaleAndOffsetAreInTheBound) {
  const auto error = [](float scale, float offset, PixelType type) {
    Convolution filter = sharpen;
    filter.scale = scale;
    filter.offset = offset;
    return plan(problem(filter, type), cpu(), {.max_error = 1.0, .use = "stencil"}).offer.error;
  };
  EXPECT_NEAR(error(4, 0, PixelType::f32), 4 * error(1, 0, PixelType::f32), 1e-12);
  EXPECT_EQ(error(1, 9, PixelType::f32), error(1, 0, PixelType::f32));
  const double ulp = 0x1p-24;  // of the offset in the type's steps, and of the sum with it
  EXPECT_NEAR(error(1, 9, PixelType::u16), error(1, 0, PixelType::u16) + 2 * 9 * ulp, 1e-12);
  EXPECT_GT(error(1, 9, PixelType::u8), error(1, 0, PixelType::u8));
  EXPECT_GT(error(1, 9, PixelType::f16), error(1, 0, PixelType::f16));
  EXPECT_EQ(error(1, 9, PixelType::f16), error(1, 2, PixelType::f16));  // a fraction of it
}

// Loading and storing would take the direct candidate longer than all taps do.
TEST(CpuSeparablePlan, SmallBoxesOfFloats) {
  for (const PixelType type : {PixelType::u16, PixelType::f16, PixelType::f32})
    for (const int channels : {1, 3})
      EXPECT_NE(taken(problem(Box{.radius = 1}, type, channels), {}), "simd");
}

// The sum of the weights overflows single precision, although the scale compensates for it.
TEST(CpuSeparablePlan, ExtremeWeightsAreSummedInDoublePrecision) {
  Convolution filter = sharpen;
  filter.scale = 1e-30f;
  for (float& k : filter.kernel) k *= 1e30f;
  EXPECT_EQ(taken(problem(filter, PixelType::f32), {}), "plain_stencil");
  for (const auto& [row, column] : {std::pair{1e30f, 1e-30f}, {1e-30f, 1e30f}})
    EXPECT_EQ(taken(problem(SeparableConvolution{.row = {row, row, row}, .column = {column}},
                            PixelType::f32),
                    {}),
              "plain_separable");
}

TEST(CpuSeparablePlan, TilesAreShort) {
  for (const int radius : {1, 64, 500}) {
    const auto tuning =
        offer_of("plain_separable", problem(Box{.radius = radius}, PixelType::f32), cpu())
            .tuning.as<LineTuning>();
    EXPECT_GE(tuning.tile.height, 1);
    EXPECT_LE(tuning.tile.width, 4096);
    EXPECT_LE(3.0 * (4.0 * radius + 2) * tuning.tile.width * tuning.tile.height / 5e8, 0.051);
  }
}

}  // namespace
}  // namespace selvage::planner
