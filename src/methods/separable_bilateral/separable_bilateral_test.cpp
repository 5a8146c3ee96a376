// SPDX-License-Identifier: Apache-2.0
// Candidate "separable_bilateral" from hand-made facts.
#include <gtest/gtest.h>

#include <cmath>

#include "core/test_errors.hpp"
#include "methods/test_offers.hpp"
#include "planner/test_gpus.hpp"

namespace selvage::planner {
namespace {

DeviceFacts cpu() {
  return {.backend = "cpu", .threads = 2, .simd = "AVX3", .simd_floats = 16};
}

Problem problem(const Bilateral& filter = {}) {
  return {.filter = filter, .type = PixelType::u8, .width = 1920, .height = 1080, .channels = 3};
}

// An approximation runs only when its name or its method is requested.
TEST(SeparableBilateral, RunsOnlyByNameOnTheCpu) {
  const Problem p = problem({.radius = 20, .iterations = 2});
  EXPECT_EQ(plan(p, cpu()).candidate->name, "simd");
  const Decision choice = plan(p, cpu(), {.method = Method::separable});
  EXPECT_EQ(choice.candidate->name, "separable_bilateral");
  EXPECT_TRUE(std::isinf(choice.offer.error));
  EXPECT_LT(choice.offer.seconds, plan(p, cpu()).offer.seconds / 5);
  EXPECT_EQ(plan(p, cpu(), {.use = "separable_bilateral"}).offer.passes.size(), 4u);
  Problem joint = p;
  joint.filter = JointBilateral{};
  joint.shapes.guide.width = 1920;
  EXPECT_EQ(error_of([&] { plan(joint, cpu(), {.use = "separable_bilateral"}); }).code(),
            Errc::invalid_argument);
}

TEST(SeparableBilateral, RunsOnlyByNameOnGpus) {
  EXPECT_EQ(plan(problem(), big_gpu(), {.method = Method::separable}).candidate->name,
            "separable_bilateral");
  EXPECT_NE(plan(problem(), big_gpu()).candidate->name, "separable_bilateral");
  const Decision c = plan(problem({.radius = 60}), big_gpu(), {.method = Method::separable});
  EXPECT_TRUE(std::isinf(c.offer.error));
  EXPECT_EQ(c.offer.passes.size(), 2u);
  EXPECT_LT(c.offer.seconds, plan(problem({.radius = 60}), big_gpu()).offer.seconds);
}

TEST(SeparableBilateral, NeedsSimdOnTheCpu) {
  DeviceFacts plain = cpu();
  plain.simd = "";
  EXPECT_EQ(refusal_of("separable_bilateral", problem(), plain),
            "this build has no SIMD code for this processor");
}

}  // namespace
}  // namespace selvage::planner
