// SPDX-License-Identifier: Apache-2.0
#include "runner/origin.hpp"

#include <gtest/gtest.h>

#include "runner/json.hpp"

namespace selvage::studies {
namespace {

TEST(Origin, IsTheSameForTheSameKernels) {
  const Origin a = origin_of("ladder"), b = origin_of("ladder"), other = origin_of("opencl_course");
  EXPECT_EQ(a.kernels, b.kernels);
  EXPECT_NE(a.kernels, other.kernels);
  EXPECT_EQ(a.product, other.product);
  EXPECT_EQ(a.date.size(), 10u) << a.date;
  EXPECT_FALSE(a.commit.empty());
}

TEST(Origin, SaysWhatHasChangedSince) {
  const Origin now = origin_of("ladder");
  EXPECT_EQ(age_text(now, now), "");
  Origin made = now;
  made.product = "0";
  EXPECT_NE(age_text(made, now).find("product's kernels"), std::string::npos);
  made.kernels = "0";
  EXPECT_TRUE(age_text(made, now).ends_with("older than the kernels")) << age_text(made, now);
  EXPECT_EQ(age_text({}, now), "do not say which kernels made them");
}

TEST(Origin, StandsInTheFile) {
  Results results{.study = "ladder"};
  results.origin = {.date = "2026-01-31", .commit = "c", .kernels = "k", .product = "p"};
  const Origin origin = from_json(to_json(results), "f.json").results.origin;
  EXPECT_EQ(origin.date, "2026-01-31");
  EXPECT_EQ(origin.commit, "c");
  EXPECT_EQ(origin.kernels, "k");
  EXPECT_EQ(origin.product, "p");
}

}  // namespace
}  // namespace selvage::studies
