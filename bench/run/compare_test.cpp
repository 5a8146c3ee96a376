// SPDX-License-Identifier: Apache-2.0
#include "run/compare.hpp"

#include <gtest/gtest.h>

#include "selvage/error.hpp"

namespace selvage::bench {
namespace {

using nlohmann::json;

TEST(Compare, IntervalsDecide) {
  EXPECT_EQ(change_of(0.99, 1.02), Change::same);
  EXPECT_EQ(change_of(0.80, 0.90), Change::faster);
  EXPECT_EQ(change_of(1.05, 1.10), Change::slower);
  EXPECT_EQ(change_of(1.01, 1.02), Change::same);  // slower, but by less than counts
  EXPECT_EQ(change_of(0.90, 1.10), Change::unclear);
}

json row(const char* name, double low, double median, double high) {
  return {{"device", "cpu"},
          {"simd", "AVX2"},
          {"threads", 1},
          {"measure", "host"},
          {"case", name},
          {"use", "simd"},
          {"tuning", ""},
          {"exact", false},
          {"ours", true},
          {"seconds", {{"median_low", low}, {"median", median}, {"median_high", high}}}};
}

json report(const json& results) {
  return {{"results", results}, {"targets", json::array()}};
}

TEST(Compare, ResultsThatBothReportsHave) {
  const auto all = differences(report({row("a", 1.9, 2, 2.1), row("b", 1, 1, 1)}),
                               report({row("a", 0.9, 1, 1.1), row("c", 1, 1, 1)}));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_DOUBLE_EQ(all[0].ratio, 0.5);
  EXPECT_DOUBLE_EQ(all[0].low, 0.9 / 2.1);
  EXPECT_DOUBLE_EQ(all[0].high, 1.1 / 1.9);
  EXPECT_EQ(all[0].change, Change::faster);
  EXPECT_EQ(line(all[0]).substr(0, 6), "FASTER");
}

TEST(Compare, ReportsWithNothingInCommonAreRefused) {
  EXPECT_THROW(differences(report({row("a", 1, 1, 1)}), report({row("b", 1, 1, 1)})), Error);
  EXPECT_THROW(differences(json::object(), report({row("b", 1, 1, 1)})), Error);
}

}  // namespace
}  // namespace selvage::bench
