// SPDX-License-Identifier: Apache-2.0
// Tests that offers which take long are asked for only when they matter (ADR 0059).
#include <gmock/gmock.h>

#include <algorithm>

#include "methods/catalogue.hpp"

namespace selvage::planner {
namespace {

DeviceFacts cpu() {
  return {.backend = "cpu", .threads = 2, .simd = "AVX3", .simd_floats = 16};
}

Problem problem(const Bilateral& filter, PixelType type, int channels) {
  return {.filter = filter, .type = type, .width = 1920, .height = 1080, .channels = channels};
}

// An offer that takes long is not asked for if it could not be the fastest.
TEST(LateOffers, AreThoseThatCannotBeTheFastest) {
  DeviceFacts facts = cpu();
  facts.byte_tables = true;
  const auto is_late = [](const Decision& choice) {
    return std::ranges::any_of(choice.late, [](const LateReason& late) {
      return late.candidate->name == "fourier_range" && !late.offered;
    });
  };
  const Decision near = plan(problem({.radius = 7}, PixelType::u8, 1), facts);
  EXPECT_TRUE(is_late(near));
  Decision explained = near;
  explain(explained);
  const auto reason = std::ranges::find(explained.reasons, "cpu/fourier_range", &Reason::candidate);
  ASSERT_NE(reason, explained.reasons.end());
  EXPECT_THAT(reason->text, ::testing::HasSubstr("predicted "));
  EXPECT_FALSE(is_late(plan(problem({.radius = 7}, PixelType::u8, 1), facts, {.use = "simd"})));
}

// The choice is that of somebody who asks for all offers and errors.
TEST(LateOffers, ChangeNoChoice) {
  for (const bool tables : {false, true})
    for (const int radius : {1, 7, 12, 16, 24})
      for (const float range : {10.0f, 30.0f, 60.0f})
        for (const int channels : {1, 3}) {
          DeviceFacts facts = cpu();
          facts.byte_tables = tables;
          const Problem p = problem({.sigma_space = static_cast<float>(radius) / 3.0f,
                                     .sigma_range = range / 255,
                                     .radius = radius},
                                    PixelType::u8, channels);
          const Candidate* fastest = nullptr;
          double least = 1e300;
          for (const Candidate& c : catalogue()) {
            if (c.platform != Platform::cpu || c.method == Method::separable) continue;
            const Answer answer = c.serves(p.filter) ? whole_answer(c, p, facts) : Refusal{};
            const auto* const offer = std::get_if<Offer>(&answer);
            if (c.least_seconds && offer) {
              EXPECT_LE(c.least_seconds(p, facts), offer->seconds);
            }
            if (!offer || offer->error > allowed_error(p, {}) || offer->seconds >= least) continue;
            fastest = &c;
            least = offer->seconds;
          }
          EXPECT_EQ(plan(p, facts).candidate, fastest) << radius << ' ' << range << ' ' << channels;
        }
}

}  // namespace
}  // namespace selvage::planner
