// SPDX-License-Identifier: Apache-2.0
#include "core/checked.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <limits>

#include "core/test_errors.hpp"

namespace selvage {
namespace {

constexpr int int_max = std::numeric_limits<int>::max();
constexpr std::size_t size_max = std::numeric_limits<std::size_t>::max();
constexpr std::int64_t two_31 = std::int64_t{1} << 31, two_32 = std::int64_t{1} << 32;
constexpr std::uint64_t two_63 = std::uint64_t{1} << 63;

TEST(Checked, ProductsBeyondInt) {
  EXPECT_EQ(checked_mul(1 << 16, 1 << 15), std::size_t{1} << 31);
  EXPECT_EQ(checked_mul(1 << 16, 1 << 16), std::size_t{1} << 32);
  EXPECT_EQ(checked_mul(int_max, int_max), 4611686014132420609u);
  EXPECT_EQ(checked_mul(two_31, two_32), two_63);
  EXPECT_EQ(checked_mul(3, 0, size_max), 0u);
  EXPECT_EQ(checked_mul(size_max, 1), size_max);
}

TEST(Checked, SumsBeyondInt) {
  EXPECT_EQ(checked_add(int_max, 1), std::size_t{1} << 31);
  EXPECT_EQ(checked_add(two_31, two_31), std::size_t{1} << 32);
  EXPECT_EQ(checked_add(two_63, two_63 - 1), size_max);
}

TEST(Checked, OverflowIsALimit) {
  EXPECT_EQ(error_of([] { checked_mul(two_32, two_32); }).code(), Errc::limit);
  EXPECT_EQ(error_of([] { checked_mul(two_63, 2); }).code(), Errc::limit);
  EXPECT_EQ(error_of([] { checked_mul(two_31, 4, 1, two_31); }).code(), Errc::limit);
  EXPECT_EQ(error_of([] { checked_add(size_max, 1); }).code(), Errc::limit);
  EXPECT_EQ(error_of([] { checked_add(two_63, two_63); }).code(), Errc::limit);
  const Error error = error_of([] { checked_mul(two_63, 2); });
  EXPECT_THAT(error.what(), ::testing::HasSubstr("does not fit"));
  EXPECT_FALSE(error.hint().empty());
}

TEST(Checked, NegativeSizesAreRefused) {
  EXPECT_EQ(error_of([] { checked_mul(3, -1); }).code(), Errc::limit);
  EXPECT_EQ(error_of([] { checked_add(3, std::int64_t{-1}); }).code(), Errc::limit);
}

}  // namespace
}  // namespace selvage
