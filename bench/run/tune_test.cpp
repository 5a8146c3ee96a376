// SPDX-License-Identifier: Apache-2.0
#include "run/tune.hpp"

#include <gtest/gtest.h>

#include "entrants/entrant.hpp"

namespace selvage::bench {
namespace {

TEST(Tune, RatesAreGeometricMeans) {
  const auto rates = rates_of({{"simd", "box", PixelType::u8, 2.0},
                               {"simd", "box", PixelType::u8, 0.5},
                               {"simd", "box", PixelType::f32, 3.0},
                               {"plain", "box", PixelType::u8, 4.0}});
  ASSERT_EQ(rates.size(), 3u);
  for (const planner::Rate& r : rates) {
    const double expected = r.candidate == "plain" ? 4.0 : r.type == PixelType::f32 ? 3.0 : 1.0;
    EXPECT_NEAR(r.factor, expected, 1e-12) << r.candidate;
  }
}

TEST(Tune, EveryCandidateThatServesIsTimed) {
  Session session("", {.turns = 1}, HostClock::wall);
  const auto cases = cases_of(nlohmann::json::parse(
      R"([{"filter": "bilateral", "image": ["u8x1", "f32x1"], "size": "64x48", "fields": {"radius": 2}}])"));
  const auto all = deviations(session, "cpu", cases);
  for (const Case& c : cases)
    for (const std::string& candidate : candidates_of(session, {.what = c})) {
      int count = 0;
      for (const Deviation& d : all) {
        count += d.candidate == candidate && d.type == c.image.type && d.filter == "bilateral";
        EXPECT_GT(d.factor, 0.0);
      }
      EXPECT_EQ(count, 1) << candidate;
    }
}

}  // namespace
}  // namespace selvage::bench
