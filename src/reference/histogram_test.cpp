// SPDX-License-Identifier: Apache-2.0
// Tests histograms of the reference with results computed by hand.
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "reference/reference.hpp"
#include "reference/test_rows.hpp"

namespace selvage::reference {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();
using Bins = std::vector<std::vector<std::uint64_t>>;
using Numbers = std::vector<std::uint64_t>;

const std::vector<float> mixed{-1, 0, 0.5f, 3, nan, infinity, -infinity};

TEST(ReferenceHistogram, IntegersLieBetween0And1) {
  const std::vector<std::uint8_t> row{0, 127, 128, 255};
  const Counts counts = histogram({.bins = 2}, u8_view(row, 4, 1));
  EXPECT_EQ(counts.bins, (Bins{{2, 2}}));
  EXPECT_EQ(counts.not_numbers, (Numbers{0}));
  EXPECT_EQ(counts.low, 0.0);
  EXPECT_EQ(counts.high, 1.0);
  const Counts each = histogram({}, u8_view(row, 4, 1));
  for (std::size_t i = 0; i < 256; ++i)
    EXPECT_EQ(each.bins[0][i], i == 0 || i == 127 || i == 128 || i == 255 ? 1u : 0u) << i;
}

TEST(ReferenceHistogram, FloatsLieBetweenTheirLeastAndLargest) {
  const Counts counts = histogram({.bins = 4}, f32_view(mixed, 7, 1));
  EXPECT_EQ(counts.low, -1.0);
  EXPECT_EQ(counts.high, 3.0);
  EXPECT_EQ(counts.bins, (Bins{{2, 2, 0, 2}}));
  EXPECT_EQ(counts.not_numbers, (Numbers{1}));
}

TEST(ReferenceHistogram, GivenRange) {
  EXPECT_EQ(histogram({.bins = 2, .low = 0.0f, .high = 1.0f}, f32_view(mixed, 7, 1)).bins,
            (Bins{{3, 3}}));
  const Counts half = histogram({.bins = 2, .high = 1.0f}, f32_view(mixed, 7, 1));
  EXPECT_EQ(half.low, -1.0);  // the middle is 0
  EXPECT_EQ(half.bins, (Bins{{2, 4}}));
}

TEST(ReferenceHistogram, Channels) {
  const std::vector<float> pixels{0, 10, nan, 20, 1, 14};
  const Counts all = histogram({.bins = 2}, f32_view(pixels, 3, 1, 2));
  EXPECT_EQ(all.high, 20.0);
  EXPECT_EQ(all.bins, (Bins{{2, 0}, {0, 3}}));
  EXPECT_EQ(all.not_numbers, (Numbers{1, 0}));
  const Counts second = histogram({.bins = 2, .channel = 1}, f32_view(pixels, 3, 1, 2));
  EXPECT_EQ(second.low, 10.0);
  EXPECT_EQ(second.bins, (Bins{{2, 1}}));
}

TEST(ReferenceHistogram, AllImagesTogether) {
  const std::vector<float> two{0, 1, 2, 4};
  ConstImageView view = f32_view(two, 2, 1);
  view.batch = 2;
  view.stride.batch = 2 * sizeof(float);
  const Counts counts = histogram({.bins = 2}, view);
  EXPECT_EQ(counts.high, 4.0);
  EXPECT_EQ(counts.bins, (Bins{{2, 2}}));
}

TEST(ReferenceHistogram, RangesWithoutExtent) {
  const Counts flat = histogram({.bins = 3}, f32_view({2, 2, infinity, -infinity}, 4, 1));
  EXPECT_EQ(flat.bins, (Bins{{3, 0, 1}}));
  EXPECT_EQ(flat.low, flat.high);
  const Counts crossed = histogram({.bins = 3, .low = 5.0f}, f32_view({1, 2, infinity}, 3, 1));
  EXPECT_EQ(crossed.bins, (Bins{{2, 0, 1}}));  // low 5, high 2
  const Counts none = histogram({.bins = 3}, f32_view({nan, infinity}, 2, 1));
  EXPECT_EQ(none.bins, (Bins{{0, 0, 1}}));
  EXPECT_EQ(none.low, 0.0);
  EXPECT_EQ(none.high, 1.0);
}

TEST(ReferenceHistogram, IsNoImage) {
  const std::vector<float> row{1};
  EXPECT_THROW(run(Filter(Histogram{}), {.image = f32_view(row, 1, 1)}), std::logic_error);
}

}  // namespace
}  // namespace selvage::reference
