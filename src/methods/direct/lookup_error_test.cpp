// SPDX-License-Identifier: Apache-2.0
// Tests the tables of weights, and their error bound against the worst windows that a search finds.
#include "methods/direct/lookup_error.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <random>
#include <vector>

#include "methods/direct/lookup_weights.hpp"

namespace selvage::planner {
namespace {

constexpr float spaces[] = {0.3f, 1.0f, 5.0f, 40.0f};

WindowMean window(int radius, Window shape, float sigma_space, float sigma_range = 0.1f) {
  return WindowMean(Bilateral{
      .sigma_space = sigma_space, .sigma_range = sigma_range, .radius = radius, .window = shape});
}

WindowMean with_slices(WindowMean step, int radius_z) {
  step.radius_z = radius_z;
  step.sigma_depth = 0.7 * step.sigma_space;
  return step;
}

TEST(LookupRings, HoldEveryTapOnce) {
  for (const auto shape : {Window::square, Window::disc})
    for (const int radius : {0, 1, 2, 7, 20})
      for (const int radius_z : {0, 1, 4})
        for (const float space : spaces) {
          const WindowMean step = with_slices(window(radius, shape, space), radius_z);
          std::map<std::array<int, 3>, double> taps;  // the sum of a tap's weights
          for (const lookup::Ring& ring : lookup::rings(step)) {
            EXPECT_EQ(4 * static_cast<int>(ring.quads().size()), ring.taps());
            for (const lookup::Quad& q : ring.quads()) {
              for (const int x : {-q.dx, q.dx}) taps[{x, q.row.dy, q.row.dz}] += ring.spatial;
              taps[{-q.dx_other, q.left.dy, q.left.dz}] += ring.spatial;
              taps[{q.dx_other, q.right.dy, q.right.dz}] += ring.spatial;
            }
          }
          EXPECT_EQ(static_cast<double>(taps.size()) + 1.0, window_taps(step));
          for (const auto& [tap, weight] : taps) {
            const auto [x, y, z] = tap;
            EXPECT_LE(std::abs(x), row_extent(step, y, z));
            EXPECT_NEAR(weight, std::exp(-spatial_exponent(step, x, y, z)), 1e-12);
          }
        }
}

TEST(LookupRings, UseMoreThanHalfOfTheRangeOfWeights) {
  for (const float space : spaces) {
    int doublings = 0;
    for (const lookup::Ring& ring : lookup::rings(window(20, Window::square, space))) {
      EXPECT_GE(ring.doublings, doublings) << "sums of one unit come one after another";
      doublings = ring.doublings;
      const double scaled = std::ldexp(ring.spatial, doublings);
      EXPECT_LE(scaled, 1.0);
      if (doublings < lookup::most_doublings) {
        EXPECT_GT(scaled, 0.5);
      }
    }
  }
}

// Every table of some filters, at every distance between bytes.
TEST(LookupWeights, AreRoundedToNearest) {
  for (const double sigma : {0.5, 3.0, 15.0, 25.5, 30.0, 52.0, 200.0}) {
    const auto range = lookup::range_weights(sigma);
    for (const int bytes : {2, 3})
      for (const float space : spaces)
        for (const lookup::Ring& ring :
             lookup::rings(with_slices(window(9, Window::square, space), 2)))
          for (int d = 0; d < lookup::distances; ++d) {
            const int entry = lookup::entry(ring, range[static_cast<std::size_t>(d)], bytes);
            const double exact = lookup::whole(bytes) * std::ldexp(ring.spatial, ring.doublings) *
                                 std::exp(-0.5 * d * d / (sigma * sigma));
            ASSERT_NEAR(entry, exact, 0.5 + 1e-9) << sigma << ' ' << space << ' ' << d;
            ASSERT_LE(entry, lookup::whole(bytes));
          }
  }
}

TEST(LookupWeights, ShortTablesLoseNothing) {
  for (const int bytes : {2, 3})
    for (double sigma = 0.5; sigma < 300; sigma *= 1.01) {
      const auto range = lookup::range_weights(sigma);
      const lookup::Reach reach = lookup::reach(sigma, bytes);
      for (std::size_t d = 127; d < lookup::distances; ++d) {
        const bool second = d >= lookup::half_table;
        const int most = reach == lookup::Reach::near               ? 0
                         : reach == lookup::Reach::middle && second ? lookup::whole(bytes - 1)
                                                                    : lookup::whole(bytes);
        ASSERT_LE(lookup::entry({}, range[d], bytes), most) << sigma << ' ' << d;
      }
    }
  EXPECT_EQ(lookup::reach(25.5, 2), lookup::Reach::near);
  EXPECT_EQ(lookup::reach(30.0, 2), lookup::Reach::middle);
  EXPECT_EQ(lookup::reach(60.0, 2), lookup::Reach::far);
  EXPECT_EQ(lookup::reach(20.0, 3), lookup::Reach::near);
  EXPECT_EQ(lookup::reach(25.5, 3), lookup::Reach::middle);
}

// Returns the error of the mean of a window: of gray values, or, `guided`, of values that do not
// follow the distances.
double error(const WindowMean& filter, bool guided, int bytes, const std::vector<int>& distances,
             const std::vector<int>& values) {
  const auto range = lookup::range_weights(255.0 * double{filter.sigma_range});
  double exact[2] = {1, 0}, computed[2] = {1, 0};
  std::size_t tap = 0;
  for (const lookup::Ring& ring : lookup::rings(filter))
    for (int i = 0; i < ring.taps(); ++i, ++tap) {
      const double g = range[static_cast<std::size_t>(distances[tap])];
      const double x = guided ? values[tap] : distances[tap] * (values[tap] < 128 ? -1 : 1);
      const double w =
          std::ldexp(double(lookup::entry(ring, g, bytes)) / lookup::whole(bytes), -ring.doublings);
      exact[0] += ring.spatial * g;
      exact[1] += ring.spatial * g * x;
      computed[0] += w;
      computed[1] += w * x;
    }
  return std::abs(computed[1] / computed[0] - exact[1] / exact[0]);
}

// Sets one tap after another to what makes the error largest.
double worst_found(const WindowMean& filter, bool guided, int bytes) {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> level(0, 255);
  std::size_t taps = 0;
  for (const lookup::Ring& ring : lookup::rings(filter))
    taps += static_cast<std::size_t>(ring.taps());
  double worst = 0;
  // Where weights have few steps, every tap errs in the same direction.
  for (int start = 0; start < lookup::distances; start += 5) {
    std::vector<int> distances(taps, start), values(taps, 255);
    double best = error(filter, guided, bytes, distances, values);
    for (int step = 0; step < 60; ++step) {
      std::vector<int> d = distances, v = values;
      d[random() % taps] = level(random);
      v[random() % taps] = level(random);
      if (const double e = error(filter, guided, bytes, d, v); e > best) {
        best = e;
        distances = d;
        values = v;
      }
    }
    worst = std::max(worst, best);
  }
  return worst;
}

TEST(LookupError, HoldsForTheWorstWindowsFound) {
  for (const float sigma : {0.02f, 0.06f, 0.1f, 0.2f, 0.8f})
    for (const int radius : {1, 3, 7})
      for (const bool guided : {false, true})
        for (const int bytes : {2, 3}) {
          const WindowMean filter =
              with_slices(window(radius, Window::disc, 3.0f, sigma), radius == 3 ? 1 : 0);
          const double bound = lookup_weights_error(filter, guided, bytes);
          const double worst = worst_found(filter, guided, bytes);
          EXPECT_LE(worst, bound) << sigma << ' ' << radius << ' ' << guided;
          if (sigma <
              0.5f) {  // beyond, no window has the small sum of weights that the bound fears
            EXPECT_GT(worst, 0.02 * bound) << "the bound says nothing: " << sigma << ' ' << radius;
          }
        }
}

TEST(LookupError, OneTapHasNone) {
  EXPECT_EQ(lookup_weights_error(window(0, Window::square, 3.0f, 0.1f), false, 2), 0.0);
  EXPECT_EQ(lookup_weights_error(window(0, Window::square, 3.0f, 0.1f), true, 2), 0.0);
}

TEST(LookupError, GrowsWithWindowAndRange) {
  const auto of = [](int radius, float sigma, bool guided) {
    return lookup_weights_error(window(radius, Window::square, 20.0f, sigma), guided, 2);
  };
  EXPECT_LT(of(1, 0.1f, false), of(4, 0.1f, false));
  EXPECT_LT(of(4, 0.1f, false), of(4, 0.3f, false));
  EXPECT_LT(of(4, 0.1f, false), of(4, 0.1f, true));
}

}  // namespace
}  // namespace selvage::planner
