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

constexpr double factor = 1.5085791;  // of the weights of gpu/half_products.h

double half(double v) {
  return double{to_float(to_half(static_cast<float>(v)))};
}

// What the kernel computes from the bits of a fixed-point exponent.
double weight_of(unsigned bits) {
  if (bits < 0x400u) return 0.0;  // the product of a number below the least normal half counts as 0
  const auto number = [](unsigned of_half) {
    return double{to_float(Half{static_cast<std::uint16_t>(of_half)})};
  };
  return half(number(bits) * number((bits & 0x3ffu) | 0x3800u) +
              number((bits & 0x7c00u) | 0x000bu));
}

TEST(TensorWeights, PolynomialErrsLessThanTheBoundCounts) {
  double least = 1.0, most = -1.0;
  for (unsigned exponent = 1; exponent <= 29; ++exponent)
    for (unsigned fraction = 0; fraction < 1024; ++fraction) {
      const unsigned bits = exponent << 10 | fraction;
      // Exponents of a cell, 32 + bits / 1024 to the next one.
      for (const double end : {0.0, 1.0 - 0x1p-20}) {
        const double weight = factor * std::exp2((bits + end) / 1024.0 - 15.0);
        const double error = weight_of(bits) / weight - 1.0;
        least = std::min(least, error);
        most = std::max(most, error);
      }
    }
  EXPECT_LT(std::max(most, -least), 2.46e-3);
  EXPECT_GT(std::max(most, -least), 2.4e-3);
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
  return tensor_error(p, {}, tap_units(tap_window(std::get<Bilateral>(p.filter))).count());
}

// With the tile that suits the window.
double offered_error(const Problem& p) {
  return offer_of("tensor", p, big_gpu()).error;
}

// The default request allows half a step.
TEST(TensorError, HoldsTheDefaultRequestWhereItMatters) {
  for (const int radius : {4, 7, 10, 15, 24})
    for (const float sigma : {8 / 255.0f, 30 / 255.0f, 0.1f, 1.0f})
      EXPECT_LT(255.0 * offered_error(problem(sigma, radius)), 0.5) << radius << ' ' << sigma;
  for (const float sigma : {0.1f, 0.3f})
    EXPECT_LT(255.0 * offered_error(problem(sigma, 7, Norm::lab)), 0.5) << sigma;
  EXPECT_GT(255.0 * offered_error(problem(0.1f, 32)), 0.5) << "docs/journal/0083";
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
