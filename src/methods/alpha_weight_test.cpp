// SPDX-License-Identifier: Apache-2.0
// Which candidates weight colours by alpha, from hand-made facts.
#include <gtest/gtest.h>

#include <cmath>

#include "methods/test_offers.hpp"
#include "planner/error_terms.hpp"
#include "planner/test_gpus.hpp"

namespace selvage::planner {
namespace {

DeviceFacts cpu() {
  return {.backend = "cpu", .threads = 2, .simd = "AVX3", .simd_floats = 16, .byte_tables = true};
}

Problem problem(const Filter& filter, PixelType type = PixelType::u8) {
  return {
      .filter = filter, .type = type, .width = 1920, .height = 1080, .channels = 4, .alpha = true};
}

std::string_view chosen(const Problem& p, const DeviceFacts& facts) {
  return plan(p, facts, {}).candidate->name;
}

TEST(AlphaWeight, WeightsAreFineEnough) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32}) {
    EXPECT_EQ(chosen(problem(Gaussian{.alpha = Alpha::weight}, type), cpu()), "separable");
    EXPECT_EQ(chosen(problem(Gaussian{.alpha = Alpha::weight}, type), big_gpu()), "separable");
    EXPECT_EQ(chosen(problem(Box{.radius = 1, .alpha = Alpha::weight}, type), cpu()), "separable");
    EXPECT_EQ(chosen(problem(Box{.radius = 20, .alpha = Alpha::weight}, type), cpu()),
              "sliding_box");
  }
  EXPECT_EQ(chosen(problem(Bilateral{.alpha = Alpha::weight}), cpu()), "simd");
  EXPECT_EQ(chosen(problem(Bilateral{.alpha = Alpha::weight}), big_gpu()), "tile");
}

TEST(AlphaWeight, CoarseWeightsRefuse) {
  for (const auto* name : {"int16", "lookup", "lookup24", "fourier_range", "separable_bilateral"})
    EXPECT_NE(refusal_of(name, problem(Bilateral{.alpha = Alpha::weight}), cpu()), "") << name;
  for (const auto* name : {"lookup", "tensor", "separable_bilateral"})
    EXPECT_NE(refusal_of(name, problem(Bilateral{.alpha = Alpha::weight}), big_gpu()), "") << name;
  const Problem box = problem(Box{.radius = 2, .alpha = Alpha::weight});
  EXPECT_NE(refusal_of("separable_int16", box, cpu()), "");
  EXPECT_NE(refusal_of("separable_tensor", box, big_gpu()), "");
}

TEST(AlphaWeight, AnImageWithoutAlphaIsAsWithKeep) {
  Problem weighted = problem(Gaussian{.alpha = Alpha::weight});
  weighted.alpha = false;
  Problem kept = problem(Gaussian{});
  kept.alpha = false;
  EXPECT_EQ(chosen(weighted, cpu()), chosen(kept, cpu()));
  EXPECT_EQ(offer_of("separable", weighted, cpu()).error, offer_of("separable", kept, cpu()).error);
}

// A kernel of rank 1 up to a rounding loses a part that alpha may enlarge.
TEST(AlphaWeight, KernelsStayStencils) {
  const Convolution kernel{
      .kernel = {1, 2, 1, 2, 4, 2, 1, 2, 1}, .width = 3, .height = 3, .alpha = Alpha::weight};
  EXPECT_NE(refusal_of("separable", problem(kernel), cpu()), "");
  EXPECT_NE(refusal_of("separable", problem(kernel), big_gpu()), "");
  EXPECT_EQ(chosen(problem(kernel), cpu()), "stencil");
}

// Errors of single precision are counted for exponents up to 56 + log2 n, whatever their mean is.
TEST(AlphaWeight, ErrorsAreRelativeToSmallAlpha) {
  EXPECT_DOUBLE_EQ(weighted_exponent(256), 64.0);
  const SumsOfWeights sums{.weight = 3 * ulp, .roundings = 5, .additions = 16};
  EXPECT_DOUBLE_EQ(weighted_error(sums, 64.0),
                   (3 + std::log(2.0) * 5 * 64.0 + 2 * 16 + 4 + 4) * ulp);
}

// Exponents in double precision make the range weights of floats and of 16 bits exact; those of
// bytes need none.
TEST(AlphaWeight, RangeMeansKeepTheVectors) {
  for (const PixelType type : {PixelType::u16, PixelType::f16, PixelType::f32})
    for (const Norm norm : {Norm::l2, Norm::l1, Norm::luma, Norm::lab})
      for (const int radius : {1, 9, 40}) {
        const Problem p =
            problem(Bilateral{.radius = radius, .norm = norm, .alpha = Alpha::weight}, type);
        EXPECT_LE(offer_of("simd", p, cpu()).error, exact_error(type)) << name_of(type) << radius;
        EXPECT_EQ(chosen(p, cpu()), "simd");
      }
  const Problem bytes = problem(Bilateral{.alpha = Alpha::weight});
  EXPECT_GT(offer_of("simd", bytes, cpu()).error, exact_error(PixelType::f32));
}

}  // namespace
}  // namespace selvage::planner
