// SPDX-License-Identifier: Apache-2.0
// Tests the weights' polynomial over all fractions, and the bound of candidate "tensor" at its
// corners.
#include "methods/direct/tensor_error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/half.hpp"
#include "methods/direct/tensor_form.hpp"
#include "methods/direct/tensor_taps.hpp"
#include "methods/test_offers.hpp"
#include "planner/error_terms.hpp"
#include "planner/test_gpus.hpp"

namespace selvage::planner {
namespace {

// The polynomial and the bias of gpu/half_products.h.
constexpr float c0 = 1.748046875f, c1 = -1.3408203125f, c2 = 0.68603515625f, c3 = -0.1024169921875f;
constexpr double fixed_bias = 47.012121, tensor_bias = 15.0;

double half(double v) {
  return double{to_float(to_half(static_cast<float>(v)))};
}

// What the kernel computes from the bits of a fixed-point exponent.
double weight_of(unsigned bits) {
  const Half t{static_cast<std::uint16_t>(bits)};
  const Half mantissa{static_cast<std::uint16_t>((bits & 0x3ffu) | 0x3c00u)};
  const double m = double{to_float(mantissa)};
  const double inner = half(m * half(m * double{c3} + double{c2}) + double{c1});
  return half(double{to_float(t)} * half(m * inner + double{c0}));
}

TEST(TensorWeights, PolynomialErrsLessThanTheBoundCounts) {
  double least = 1.0, most = -1.0;
  for (unsigned exponent = 2; exponent <= 30; ++exponent)
    for (unsigned fraction = 0; fraction < 1024; ++fraction) {
      const unsigned bits = exponent << 10 | fraction;
      // Exponents of a cell, 32 + bits / 1024 to the next one, without the biases.
      for (const double end : {0.0, 1.0 - 0x1p-20}) {
        const double e = 32.0 + (bits + end) / 1024.0 - fixed_bias - tensor_bias;
        const double error = weight_of(bits) / std::exp2(e + tensor_bias) - 1.0;
        least = std::min(least, error);
        most = std::max(most, error);
      }
    }
  EXPECT_LT(std::max(most, -least), 1.84e-3) << "unbiased, so that both kinds of weights agree";
  EXPECT_GT(std::max(most, -least), 1.7e-3);
}

Problem problem(float sigma_range, int radius, Norm norm = Norm::l2, float sigma_space = -1.0f) {
  return {
      .filter = Bilateral{.sigma_space = sigma_space > 0 ? sigma_space
                                                         : static_cast<float>(radius) / 1.5f + 1.0f,
                          .sigma_range = sigma_range,
                          .radius = radius,
                          .norm = norm},
      .type = PixelType::u8,
      .width = 1920,
      .height = 1080,
      .channels = 3};
}

double error_of(const Problem& p) {
  return tensor_error(p, tap_units(tap_window(std::get<Bilateral>(p.filter))).count());
}

// The default request allows half a step.
TEST(TensorError, HoldsTheDefaultRequestWhereItMatters) {
  for (const int radius : {4, 7, 10, 15, 24})
    for (const float sigma : {8 / 255.0f, 30 / 255.0f, 0.1f, 1.0f})
      EXPECT_LT(255.0 * error_of(problem(sigma, radius)), 0.5) << radius << ' ' << sigma;
  for (const float sigma : {0.1f, 0.3f})
    EXPECT_LT(255.0 * error_of(problem(sigma, 7, Norm::lab)), 0.5) << sigma;
}

TEST(TensorError, GrowsWhereExponentsGetLarge) {
  EXPECT_GT(error_of(problem(0.002f, 7)), error_of(problem(0.1f, 7)));
  EXPECT_GT(error_of(problem(0.1f, 7, Norm::l2, 0.3f)), error_of(problem(0.1f, 7)));
  EXPECT_GT(error_of(problem(0.1f, 40)), error_of(problem(0.1f, 7)));
}

TEST(Tensor, IsNeverTakenForAnExactRequest) {
  for (const float sigma : {0.03f, 0.1f, 1.0f, 20.0f})
    EXPECT_GT(error_of(problem(sigma, 7)), exact_error(PixelType::u8));
}

TEST(Tensor, SaysWhatItCannotServe) {
  const auto refusal = [](const Problem& p) { return refusal_of("tensor", p, big_gpu()); };
  EXPECT_EQ(refusal(problem(0.1f, 7)), "");
  EXPECT_NE(refusal(problem(0.1f, 7, Norm::l1)), "");
  EXPECT_NE(refusal(problem(0.1f, 7, Norm::per_channel)), "");
  EXPECT_NE(refusal(problem(0.1f, 7, Norm::l2, 0.05f)), "") << "a term would be no half";
  EXPECT_NE(refusal(problem(1e-4f, 7)), "");
  EXPECT_NE(refusal(problem(0.1f, 60)), "") << "the tile";
  Problem wide = problem(0.1f, 7);
  wide.type = PixelType::u16;
  EXPECT_NE(refusal(wide), "");
  EXPECT_NE(refusal_of("tensor", problem(0.1f, 7), small_gpu()), "");
}

}  // namespace
}  // namespace selvage::planner
