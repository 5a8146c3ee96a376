// SPDX-License-Identifier: Apache-2.0
// Candidates "stencil" and "plain_stencil" from hand-made facts.
#include <gtest/gtest.h>

#include "methods/test_offers.hpp"
#include "planner/test_gpus.hpp"

namespace selvage::planner {
namespace {

const Convolution sharpen{.kernel = {0, -1, 0, -1, 5, -1, 0, -1, 0}, .width = 3, .height = 3};

DeviceFacts cpu(std::string simd = "AVX3") {
  return {.backend = "cpu", .threads = 2, .simd = std::move(simd), .simd_floats = 16};
}

Problem problem(const Filter& filter, PixelType type = PixelType::u8) {
  return {.filter = filter, .type = type, .width = 1920, .height = 1080, .channels = 3};
}

// Returns a kernel that is not separable.
Convolution kernel_of(int side) {
  Convolution filter{.kernel = {}, .width = side, .height = side};
  for (int i = 0; i < side * side; ++i)
    filter.kernel.push_back(static_cast<float>(i * 37 % 11) - 4.0f);
  return filter;
}

TEST(Stencil, ServesKernelsThatAreNotSeparable) {
  EXPECT_EQ(plan(problem(sharpen), cpu(), {}).candidate->name, "stencil");
  for (const int side : {3, 9})
    EXPECT_EQ(plan(problem(kernel_of(side), PixelType::f32), big_gpu()).candidate->name, "stencil");
}

TEST(Stencil, DoublePrecisionServesTheRest) {
  EXPECT_EQ(plan(problem(sharpen), cpu(), {.max_error = 1e-9}).candidate->name, "plain_stencil");
  EXPECT_EQ(plan(problem(sharpen), cpu(""), {}).candidate->name, "plain_stencil");
  Convolution extreme = sharpen;
  extreme.kernel.front() = 1e30f;
  EXPECT_NE(refusal_of("stencil", problem(extreme), cpu()), "");
  EXPECT_EQ(refusal_of("plain_stencil", problem(extreme), cpu()), "");
}

TEST(Stencil, TapsWithoutWeightCostNothingOnTheCpu) {
  Convolution sparse = kernel_of(9);
  const double all = offer_of("stencil", problem(sparse), cpu()).seconds;
  for (std::size_t i = 9; i < sparse.kernel.size(); ++i) sparse.kernel[i] = 0.0f;
  EXPECT_LT(offer_of("stencil", problem(sparse), cpu()).seconds, all / 2);
}

}  // namespace
}  // namespace selvage::planner
