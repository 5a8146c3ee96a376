// SPDX-License-Identifier: Apache-2.0
#include "planner/rates.hpp"

#include <gtest/gtest.h>

#include <array>

#include "methods/catalogue.hpp"

namespace selvage::planner {
namespace {

const Problem gray{.filter = Bilateral{.radius = 7}, .width = 640, .height = 480};

Rates rates_of(const char* candidate, double factor) {
  return {.device = "cpu", .rates = {{candidate, "bilateral", PixelType::u8, factor}}};
}

Decision decision_of(const Rates* rates, const Request& request = {}) {
  const std::array options{
      Option{.device = "cpu",
             .facts = {.threads = 1, .simd = "AVX3", .simd_floats = 16, .byte_tables = true},
             .rates = rates}};
  return decide(gray, options, request);
}

TEST(Rates, AreOfACandidateAFilterAndAType) {
  const Rates rates = rates_of("simd", 0.5);
  EXPECT_EQ(rates.factor("simd", gray), 0.5);
  EXPECT_FALSE(rates.factor("lookup", gray));
  EXPECT_FALSE(rates.factor("simd", {.filter = Bilateral{}, .type = PixelType::u16}));
  EXPECT_FALSE(rates.factor("simd", {.filter = Box{}}));
}

TEST(Rates, AsText) {
  Rates rates{.device = "cpu AVX3 A processor",
              .rates = {{"simd", "bilateral", PixelType::f16, 0.75},
                        {"stencil", "convolve", PixelType::u8, 12.5}}};
  const std::string text = to_text(rates);
  EXPECT_EQ(rates_from_text(text), rates);
  for (std::size_t length = 0; length + 1 < text.size(); ++length)
    EXPECT_FALSE(rates_from_text(text.substr(0, length))) << length;
  rates.rates.clear();
  EXPECT_EQ(rates_from_text(to_text(rates)), rates);
}

TEST(Rates, DamagedOrOldTextIsNoRates) {
  const std::string text = to_text(rates_of("simd", 0.5));
  const auto with = [&](const std::string& part, const std::string& other) {
    std::string changed = text;
    return rates_from_text(changed.replace(changed.find(part), part.size(), other));
  };
  EXPECT_FALSE(with("rates-1", "rates-0"));
  EXPECT_FALSE(with("rates-1 ", "rates-1 0"));  // of version 00.1.0
  for (const char* factor : {"0", "-1", "nan", "inf", "1e9", "fast"})
    EXPECT_FALSE(with("0.5", factor)) << factor;
  EXPECT_FALSE(with("u8", "u9"));
  EXPECT_TRUE(with("u8", "u8"));
}

TEST(Rates, ChangeTimesAndTheChoice) {
  const Decision untuned = decision_of(nullptr);
  EXPECT_EQ(untuned.candidate->name, "lookup");
  const Rates slow = rates_of("lookup", 100.0);
  EXPECT_NE(decision_of(&slow).candidate->name, "lookup");
  const Rates faster = rates_of("lookup", 0.5);
  const Decision tuned = decision_of(&faster);
  EXPECT_EQ(tuned.candidate->name, "lookup");
  EXPECT_DOUBLE_EQ(tuned.offer.seconds, 0.5 * untuned.offer.seconds);
}

TEST(Rates, ChangeNothingElseOfANamedCandidate) {
  const Rates slow = rates_of("lookup", 100.0);
  const Decision untuned = decision_of(nullptr, {.use = "lookup"});
  const Decision tuned = decision_of(&slow, {.use = "lookup"});
  EXPECT_EQ(tuned.candidate, untuned.candidate);
  EXPECT_EQ(tuned.offer.error, untuned.offer.error);
  EXPECT_EQ(tuned.offer.tuning, untuned.offer.tuning);
  EXPECT_EQ(tuned.offer.scratch, untuned.offer.scratch);
}

TEST(Rates, ReasonsTellThatTheyAreUsed) {
  const Rates rates = rates_of("lookup", 1.0);  // measured, and as predicted
  Decision decision = decision_of(&rates);
  explain(decision);
  for (const Reason& reason : decision.reasons)
    EXPECT_EQ(reason.text.find("(tuned)") != std::string::npos, reason.candidate == "cpu/lookup")
        << reason.candidate << ": " << reason.text;
}

TEST(Rates, PartsKeepTheFactor) {
  const Rates rates = rates_of("lookup", 0.5);
  const DeviceFacts facts{.threads = 1, .simd = "AVX3", .simd_floats = 16, .byte_tables = true};
  const Decision untuned = decide_part(decision_of(nullptr), gray, facts);
  EXPECT_DOUBLE_EQ(decide_part(decision_of(&rates), gray, facts).offer.seconds,
                   0.5 * untuned.offer.seconds);
}

}  // namespace
}  // namespace selvage::planner
