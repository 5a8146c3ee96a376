// SPDX-License-Identifier: Apache-2.0
// Candidate "lookup" of GPUs from hand-made facts, and its tables.
#include <gmock/gmock.h>

#include <cmath>

#include "methods/direct/lookup_table.hpp"
#include "methods/test_offers.hpp"
#include "planner/test_gpus.hpp"

namespace selvage::planner {
namespace {

using ::testing::HasSubstr;

Problem problem(const Filter& filter, int channels = 1, PixelType type = PixelType::u8) {
  return {.filter = filter, .type = type, .width = 1920, .height = 1080, .channels = channels};
}

std::string_view taken(const Problem& p, const Request& request = {.method = Method::direct}) {
  return plan(p, big_gpu(), request).candidate->name;
}

TEST(GpuLookup, IsTakenWhereDistancesAreThoseOfOneChannel) {
  for (const int radius : {7, 15, 24})
    for (const Window window : {Window::square, Window::disc}) {
      for (const Norm norm : {Norm::l1, Norm::l2, Norm::luma, Norm::per_channel})
        EXPECT_EQ(taken(problem(Bilateral{.radius = radius, .window = window, .norm = norm})),
                  "lookup");
      EXPECT_EQ(taken(problem(
                    Bilateral{.radius = radius, .window = window, .norm = Norm::per_channel}, 3)),
                "lookup");
    }
  EXPECT_EQ(taken(problem(Bilateral{.radius = 1})), "tile");  // a table costs more than nine taps
  EXPECT_EQ(taken(problem(Bilateral{.norm = Norm::l1}, 3)), "tile");
}

// Its weights are as accurate as those of "tile"; only the sums of large windows are not.
TEST(GpuLookup, IsExactInSmallWindows) {
  for (const float sigma : {0.002f, 0.1f, 1.0f}) {
    const Problem small = problem(Bilateral{.sigma_range = sigma, .radius = 7});
    EXPECT_EQ(taken(small, {.exact = true}), "lookup") << sigma;
    const Problem large = problem(Bilateral{.sigma_range = sigma, .radius = 30});
    EXPECT_EQ(taken(large), "lookup") << sigma;
    EXPECT_EQ(taken(large, {.exact = true}), "tile") << sigma;
  }
}

// Two groups for each of 132 multiprocessors: 512x512 has 128 groups of 32x64 pixels.
TEST(GpuLookup, SmallImagesHaveSmallGroups) {
  const auto rows = [](int size, int channels, std::string_view candidate) {
    Problem p = problem(Bilateral{.radius = 7, .norm = Norm::l1}, channels);
    p.width = p.height = size;
    return offer_of(candidate, p, big_gpu()).tuning.as<DirectGpuTuning>().group.rows;
  };
  EXPECT_EQ(rows(512, 1, "lookup"), 4);
  EXPECT_EQ(rows(1080, 1, "lookup"), 8);
  EXPECT_EQ(rows(512, 3, "tile"), 4);
  EXPECT_EQ(rows(1080, 3, "tile"), 8);
}

TEST(GpuLookup, SaysWhatItCannotDo) {
  const auto why = [](const Problem& p) { return refusal_of("lookup", p, big_gpu()); };
  EXPECT_EQ(why(problem(Bilateral{.border = Border::copy})), "");
  EXPECT_THAT(why(problem(Bilateral{}, 1, PixelType::u16)), HasSubstr("only 8-bit"));
  EXPECT_THAT(why(problem(Bilateral{.border = Border::shrink})), HasSubstr("invalid pixels"));
  EXPECT_THAT(why(problem(Bilateral{}, 3)), HasSubstr("per_channel"));
  EXPECT_THAT(why(problem(Bilateral{.norm = Norm::luma}, 3)), HasSubstr("image itself"));
  EXPECT_THAT(why(problem(Bilateral{.iterations = 2})), HasSubstr("one iteration"));
  EXPECT_THAT(why(problem(Bilateral{.radius = 60})), HasSubstr("local memory"));
  Problem masked = problem(Bilateral{});
  masked.mask = true;
  EXPECT_THAT(why(masked), HasSubstr("invalid pixels"));
  EXPECT_THAT(refusal_of("lookup", problem(Bilateral{}), small_gpu()), HasSubstr("32 banks"));
}

TEST(GpuLookup, TablesHoldTheWeightsOfAllDistances) {
  const WindowMean step = Bilateral{.sigma_space = 2.0f, .sigma_range = 0.1f, .radius = 3};
  const std::vector<float> weights = lookup_table::weights(step);
  ASSERT_EQ(weights.size(), 256u + 7u);
  EXPECT_EQ(weights[0], 1.0f);
  EXPECT_FLOAT_EQ(weights[51], static_cast<float>(std::exp(-0.5 * std::pow(0.2 / 0.1, 2))));
  EXPECT_FLOAT_EQ(weights[256], std::exp(-0.5f * 9 / 4));
  EXPECT_EQ(weights[259], 1.0f);
  EXPECT_EQ(weights[256], weights[262]);
}

}  // namespace
}  // namespace selvage::planner
