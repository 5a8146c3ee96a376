// SPDX-License-Identifier: Apache-2.0
// Tests that the instruction sets are those that Highway's library finds.
#include "backends/cpu/simd_target.hpp"

#include <gtest/gtest.h>

#include "backends/cpu/simd_sets.hpp"
#include "backends/dispatch_entry.hpp"
#include "hwy/highway.h"

namespace selvage::cpu {
namespace {

TEST(SimdTargets, AreThoseOfHighway) {
  std::int64_t sets = 0;
  for (const SimdTarget& target : simd_targets()) {
    EXPECT_TRUE(sets == 0 || target.target > (sets & -sets)) << "the best set comes first";
    sets |= target.target;
  }
  EXPECT_EQ(sets, HWY_SUPPORTED_TARGETS & HWY_TARGETS & ~std::int64_t{HWY_SCALAR});
}

}  // namespace
}  // namespace selvage::cpu
