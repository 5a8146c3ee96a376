// SPDX-License-Identifier: Apache-2.0
// Tests the certificate of 16-bit weights against windows of three levels.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "methods/direct/int16_certified.hpp"
#include "methods/direct/int16_error.hpp"
#include "planner/certified_limit.hpp"

namespace selvage::planner {
namespace {

constexpr int levels = 256;

// The loop's difference of so many levels.
int wrapped(const int16::Scale& scale, int d) {
  const int y = static_cast<std::int16_t>(static_cast<std::uint16_t>(scale.samples * d));
  return int16::saturated(y << scale.doublings);
}

// The sums of the first taps of a window, ordered by their distance from the centre, for each
// difference from it.
struct Windows {
  struct Sums {
    double exact = 0, computed = 0;  // weights
  };
  std::vector<std::vector<Sums>> sums = {};  // [difference][taps]

  explicit Windows(const WindowMean& filter) {
    const int16_certified::Form form = int16_certified::form(filter, {});
    const double sigma = 255.0 * double{filter.sigma_range};
    struct Tap {
      double spatial;
      int limit;
    };
    std::vector<Tap> taps;
    for (const int16_certified::Pair& pair : int16_certified::pairs(filter, form))
      for (const int k : {0, 1}) {
        const int dx = pair.dx + k, limit = k == 0 ? pair.left : pair.right;
        if ((dx != 0 || pair.dy != 0 || pair.dz != 0) && limit > 0)
          taps.push_back({spatial_exponent(filter, dx, pair.dy, pair.dz), limit});
      }
    std::ranges::stable_sort(taps, {}, &Tap::spatial);
    for (int d = 0; d < levels; ++d) {
      auto& list = sums.emplace_back(1);
      const int y = wrapped(form.scale, d);
      for (const Tap& tap : taps) {
        Sums s = list.back();
        s.exact += std::exp(-tap.spatial - 0.5 * d * d / (sigma * sigma));
        s.computed += form.weight(std::max(tap.limit - int16::product(y, y), 0));
        list.push_back(s);
      }
    }
    centre = form.weight(form.limit());
  }

  double centre = 0;
};

TEST(Int16CertifiedError, HoldsForWindowsOfThreeLevels) {
  for (const float sigma : {12.75f, 15.0f, 25.5f, 30.0f, 45.0f, -25.5f}) {
    WindowMean filter =
        Bilateral{.sigma_space = 5, .sigma_range = std::abs(sigma) / 255, .radius = 7};
    if (sigma < 0) {  // with slices
      filter.radius_x = filter.radius_y = 4;
      filter.radius_z = 2;
      filter.sigma_depth = 1.5;
    }
    const auto least = int16_least_sum(filter, {}, 8);
    ASSERT_TRUE(least);
    const Windows windows(filter);
    const std::size_t taps = windows.sums[0].size() - 1;
    double largest = 0, smallest_sum = 1e300;
    for (std::size_t near = 0; near <= taps; near += 7)
      for (int a = 0; a < levels; a += 5)
        for (int b = 0; b < levels; b += 5) {
          const auto& first = windows.sums[static_cast<std::size_t>(a)][near];
          const auto& all = windows.sums[static_cast<std::size_t>(b)][taps];
          const auto& inner = windows.sums[static_cast<std::size_t>(b)][near];
          const double computed = windows.centre + first.computed + all.computed - inner.computed;
          if (computed < *least) continue;
          const double exact = 1.0 + first.exact + all.exact - inner.exact;
          const double difference =
              (a * first.computed + b * (all.computed - inner.computed)) / computed -
              (a * first.exact + b * (all.exact - inner.exact)) / exact;
          largest = std::max(largest, std::abs(difference));
          smallest_sum = std::min(smallest_sum, computed);
        }
    EXPECT_LE(largest, certificate_limit(0.0)) << sigma;
    EXPECT_GT(largest, certificate_limit(0.0) / 8) << sigma;  // the search is worth something
    EXPECT_LT(smallest_sum, 1.2 * *least) << sigma;
  }
}

TEST(Int16CertifiedError, ServesOnlyWhereDifferencesWrapToNoWeight) {
  for (float sigma = 1.0f; sigma < 200.0f; sigma *= 1.01f) {
    const WindowMean filter = Bilateral{.sigma_range = sigma / 255, .radius = 5};
    if (!int16_certified::serves(filter, {}, 8)) continue;
    const int16_certified::Form form = int16_certified::form(filter, {});
    EXPECT_EQ(form.weight(0), 0) << sigma;
    EXPECT_LE(2 * form.weight(form.limit()), 32767) << sigma;
    for (int d = 0; d < levels; ++d) {
      const int y = wrapped(form.scale, d);
      const int rest = std::max(form.limit() - int16::product(y, y), 0);
      ASSERT_TRUE(y == form.scale.units() * d || rest == 0) << sigma << ' ' << d;
      ASSERT_NE(form.scale.samples * d, 32768) << sigma << ' ' << d;
    }
  }
  const Problem colours{.channels = 3};
  EXPECT_TRUE(int16_certified::serves(Bilateral{}, {}, 8));  // the default
  EXPECT_FALSE(int16_certified::serves(Bilateral{}, colours, 8));
  EXPECT_TRUE(int16_certified::serves(Bilateral{.sigma_range = 0.11f}, colours, 8));
  EXPECT_FALSE(int16_certified::serves(Bilateral{}, {}, 16));
  EXPECT_FALSE(int16_certified::serves(Bilateral{.radius = 2}, {}, 8));
  EXPECT_FALSE(int16_certified::serves(Bilateral{.invalid = 0.0f}, {}, 8));
}

TEST(Int16CertifiedError, SmallerRequestsNeedLargerSums) {
  const WindowMean filter = Bilateral{.sigma_space = 5, .sigma_range = 0.12f, .radius = 7};
  const auto least = int16_least_sum(filter, {}, 8);
  const auto more = int16_least_sum(filter, {.max_error = 0.35 / 255}, 8);
  ASSERT_TRUE(least && more);
  EXPECT_GT(*more, *least);
  EXPECT_FALSE(int16_least_sum(filter, {.max_error = 1e-6}, 8));
}

}  // namespace
}  // namespace selvage::planner
