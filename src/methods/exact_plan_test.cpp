// SPDX-License-Identifier: Apache-2.0
// Tests which methods serve exact requests, and what refusals suggest.
#include <gmock/gmock.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "core/test_errors.hpp"
#include "methods/catalogue.hpp"

namespace selvage::planner {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

DeviceFacts cpu() {
  return {.backend = "cpu", .threads = 2, .simd = "AVX3", .simd_floats = 16};
}

Problem problem(const Bilateral& filter = {}, PixelType type = PixelType::u8, int channels = 3) {
  return {.filter = filter, .type = type, .width = 1920, .height = 1080, .channels = channels};
}

Reason reason(Decision choice, std::string_view candidate) {
  explain(choice);
  const auto found = std::ranges::find(choice.reasons, candidate, &Reason::candidate);
  if (found == choice.reasons.end()) throw std::logic_error("no such candidate");
  return *found;
}

// fourier_range errs by 0.013 levels here, within what exact allows, and would be faster.
TEST(Exactness, ExactTakesABoundedMethodOnlyIfAsked) {
  const Problem p =
      problem({.sigma_space = 4, .sigma_range = 0.1f, .radius = 12}, PixelType::u8, 1);
  const Decision exact = plan(p, cpu(), {.exact = true});
  EXPECT_EQ(exact.candidate->method, Method::direct);
  EXPECT_THAT(reason(exact, "cpu/fourier_range").text, HasSubstr("direct sums"));
  EXPECT_EQ(plan(p, cpu(), {.max_error = 0.02 / 255}).candidate->name, "fourier_range");
  EXPECT_EQ(plan(p, cpu(), {.exact = true, .method = Method::bounded}).candidate->name,
            "fourier_range");
  EXPECT_EQ(plan(p, cpu(), {.exact = true, .use = "fourier_range"}).candidate->name,
            "fourier_range");
}

TEST(Exactness, OnlyErrorsThatAreTooLargeAskForALargerOne) {
  const Error disc = error_of([] {
    plan(problem({.radius = 20, .window = Window::disc}, PixelType::u8, 1), cpu(),
         {.method = Method::bounded});
  });
  EXPECT_THAT(disc.hint(), Not(HasSubstr("larger error")));
  EXPECT_FALSE(disc.hint().empty());
  const Error small = error_of([] { plan(problem(), cpu(), {.max_error = 1e-30}); });
  EXPECT_THAT(small.hint(), HasSubstr("larger error"));
}

}  // namespace
}  // namespace selvage::planner
