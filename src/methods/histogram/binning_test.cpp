// SPDX-License-Identifier: Apache-2.0
#include "methods/histogram/binning.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace selvage {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

TEST(OrderKey, GrowsWithTheFloatAndComesBack) {
  const float rising[] = {-infinity, -3e38f, -1.0f, -1e-45f, -0.0f, 0.0f, 1e-45f, 1.0f, infinity};
  for (std::size_t i = 0; i < std::size(rising); ++i) {
    EXPECT_EQ(std::bit_cast<std::int32_t>(float_of_key(order_key(rising[i]))),
              std::bit_cast<std::int32_t>(rising[i]));
    if (i > 0) {
      EXPECT_LT(order_key(rising[i - 1]), order_key(rising[i]));
    }
  }
  EXPECT_EQ(order_key(1.0f), 0x3f800000);
}

TEST(Binning, IsClampedToTheFirstAndTheLast) {
  const Binning four(-1.0, 3.0, 4);
  EXPECT_EQ(four.bin(-1.0), 0);
  EXPECT_EQ(four.bin(-0.001), 0);
  EXPECT_EQ(four.bin(0.0), 1);
  EXPECT_EQ(four.bin(2.999), 3);
  EXPECT_EQ(four.bin(3.0), 3);
  for (const double v : {-5.0, -1e300, -double{infinity}}) EXPECT_EQ(four.bin(v), 0) << v;
  for (const double v : {5.0, 1e300, double{infinity}}) EXPECT_EQ(four.bin(v), 3) << v;
}

TEST(Binning, OfARangeWithoutExtent) {
  const Binning flat(2.0, 2.0, 3), crossed(5.0, 2.0, 3);
  EXPECT_EQ(flat.bin(2.0), 0);
  EXPECT_EQ(flat.bin(2.5), 2);
  EXPECT_EQ(crossed.bin(4.0), 0);
  EXPECT_EQ(crossed.bin(6.0), 2);
}

TEST(Binning, TakesWhatIsGivenAndFindsTheRest) {
  const FoundRange found{order_key(-2.0f), order_key(7.0f)};
  const auto range = [&](const Histogram& f, PixelType type, const FoundRange& r) {
    const Binning b = make_binning(f, type, r);
    return std::pair(b.low(), b.high());
  };
  EXPECT_EQ(range({}, PixelType::u8, found), std::pair(0.0, 1.0));
  EXPECT_EQ(range({.high = 0.5f}, PixelType::u16, found), std::pair(0.0, 0.5));
  EXPECT_EQ(range({}, PixelType::f32, found), std::pair(-2.0, 7.0));
  EXPECT_EQ(range({.low = 1.0f}, PixelType::f16, found), std::pair(1.0, 7.0));
  EXPECT_EQ(range({.low = 1.0f, .high = 2.0f}, PixelType::f32, found), std::pair(1.0, 2.0));
  EXPECT_EQ(range({}, PixelType::f32, {}), std::pair(0.0, 1.0));
  EXPECT_FALSE(std::signbit(range({}, PixelType::f32, {order_key(-0.0f), order_key(1.0f)}).first));
}

// For any range, the float just below an edge falls into the bin before and the edge into its own
// bin.
TEST(Edges, AreWhereBinsBegin) {
  struct Range {
    double low, high;
  };
  for (const Range r : {Range{0, 1},
                        {-1, 1},
                        {1e6, 1000001},
                        {-3e38, 3e38},
                        {0, 1e-44},
                        {2, 2},
                        {5, 2},
                        {0.1f, 0.7f}})
    for (const int bins : {1, 2, 7, 256, 65536})
      for (const PixelType type : {PixelType::f32, PixelType::u16}) {
        SCOPED_TRACE(testing::Message() << r.low << ".." << r.high << " in " << bins);
        const Binning binning(r.low, r.high, bins);
        std::vector<std::int32_t> edges(static_cast<std::size_t>(bins) + 1);
        find_edges(binning, type, edges);
        EXPECT_EQ(edges.front(), INT32_MIN);
        EXPECT_EQ(edges.back(), INT32_MAX);
        for (int k = 1; k < bins; ++k) {
          const std::int32_t edge = edges[static_cast<std::size_t>(k)];
          const double full = full_scale(type);
          ASSERT_LE(edge, order_key(infinity));
          ASSERT_GE(binning.bin(double{float_of_key(edge)} / full), k);
          if (edge > order_key(-infinity)) {
            ASSERT_LT(binning.bin(double{float_of_key(edge - 1)} / full), k);
          }
        }
      }
}

TEST(CountValues, SortsBytesIntoBins) {
  std::vector<std::uint64_t> values(512);
  values[0] = 5;
  values[127] = 1;
  values[128] = 1u << 20;
  values[256 + 255] = std::uint64_t{1} << 40;
  Counts counts{.bins = {{9}}, .not_numbers = {9}, .low = 9, .high = 9};
  count_values({.bins = 2}, PixelType::u8, values, counts);
  EXPECT_EQ(counts, (Counts{.bins = {{6, 1u << 20}, {0, std::uint64_t{1} << 40}},
                            .not_numbers = {0, 0},
                            .low = 0,
                            .high = 1}));
}

TEST(CountValues, FindsTheRangeOfHalves) {
  std::vector<std::uint64_t> values(65536);
  values[0x3c00] = 2;  // 1
  values[0x4000] = 3;  // 2
  values[0xc000] = 4;  // -2
  values[0x7c00] = 5;  // infinity
  values[0x7e00] = 6;  // NaN
  Counts counts;
  count_values({.bins = 4}, PixelType::f16, values, counts);
  EXPECT_EQ(counts, (Counts{.bins = {{4, 0, 0, 10}}, .not_numbers = {6}, .low = -2, .high = 2}));
}

TEST(CountSlots, TakesNaNFromTheLast) {
  const std::vector<std::uint64_t> slots{1, 2, 3, 4, 5, 6};
  Counts counts;
  count_slots(Binning(0, 3, 2), slots, counts);
  EXPECT_EQ(counts, (Counts{.bins = {{1, 2}, {4, 5}}, .not_numbers = {3, 6}, .low = 0, .high = 3}));
}

}  // namespace
}  // namespace selvage
