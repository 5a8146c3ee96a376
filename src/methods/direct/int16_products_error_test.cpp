// SPDX-License-Identifier: Apache-2.0
// Tests weights that are products of table entries by enumeration, and their error bound against
// the worst windows that a search finds.
#include "methods/direct/int16_products_error.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <random>
#include <vector>

#include "methods/direct/int16_products.hpp"

namespace selvage::planner {
namespace {

using namespace int16_products;

constexpr double sigmas[] = {0.7, 3.0, 12.0, 13.6, 14.0, 15.0, 25.5, 30.0, 51.0};
constexpr float spaces[] = {0.3f, 1.0f, 3.0f, 5.0f, 40.0f};

WindowMean window(int radius, Window shape, double sigma_space, double sigma) {
  return WindowMean(Bilateral{.sigma_space = static_cast<float>(sigma_space),
                              .sigma_range = static_cast<float>(sigma / 255.0),
                              .radius = radius,
                              .window = shape});
}

TEST(Int16ProductPairs, HoldEveryTapOnce) {
  for (const auto shape : {Window::square, Window::disc})
    for (const int radius : {0, 1, 2, 7, 20, 32})
      for (const float space : spaces)
        for (const double sigma : {3.0, 30.0}) {
          const double step = scale(sigma, space).step;
          WindowMean f = window(radius, shape, space, sigma);
          f.radius_z = radius / 3;
          f.sigma_depth = 0.8 * f.sigma_space;
          std::map<std::array<int, 3>, int> taps;
          for (const Pair& pair : pairs(f, step))
            for (int i = 0; i < 2; ++i) {
              const int dx = pair.dx + i, steps = pair.steps[static_cast<std::size_t>(i)];
              if (std::abs(dx) > row_extent(f, pair.dy, pair.dz)) {
                EXPECT_EQ(steps, 65535) << "a tap outside the window weighs nothing";
                continue;
              }
              ++taps[{dx, pair.dy, pair.dz}];
              ASSERT_GE(steps, bias);
              // Spatial steps are rounded to nearest, up to the last index.
              const double exact = spatial_steps(f, dx, pair.dy, pair.dz, step);
              const int index = steps - bias;
              if (index < last_index) {
                ASSERT_NEAR(index + pair.group * group_steps(step), exact, 0.5 + 1e-9);
              } else {
                ASSERT_GE(exact - pair.group * group_steps(step), last_index - 0.5);
              }
            }
          EXPECT_EQ(static_cast<double>(taps.size()), window_taps(f));
          for (const auto& [tap, times] : taps) EXPECT_EQ(times, 1);
        }
}

TEST(Int16ProductPairs, FormRunsThatFitTheirSums) {
  for (const int radius : {0, 7, 32})
    for (const float space : spaces) {
      const double step = scale(30.0, space).step;
      WindowMean f = window(radius, Window::square, space, 30.0);
      f.radius_z = radius / 4;
      f.sigma_depth = 2.0;
      const auto list = pairs(f, step);
      std::size_t next = 0;
      EXPECT_LE(static_cast<int>(runs(list, step).size()), most_runs(f, step));
      for (const int16_products::Run& run : runs(list, step)) {
        EXPECT_EQ(run.first, next);
        EXPECT_LE(run.last - run.first, static_cast<std::size_t>(largest_run));
        for (std::size_t i = run.first; i < run.last; ++i)
          EXPECT_EQ(run.unit, unit(list[i].group, step));
        next = run.last;
      }
      EXPECT_EQ(next, list.size());
    }
}

// Every index of some filters.
TEST(Int16ProductTables, AreOffByLittle) {
  for (const double sigma : sigmas)
    for (const float space : spaces) {
      const Scale s = scale(sigma, space);
      const Tables t = tables(s.step);
      for (int index = 0; index < indices; ++index) {
        ASSERT_NEAR(t.weight(index), whole * std::exp(-s.step * index), 1.5)
            << sigma << ' ' << index;
        ASSERT_LE(t.weight(index), whole);
      }
      EXPECT_EQ(t.weight(last_index), 0);
      EXPECT_TRUE(reaches_zero(s));
    }
  for (const double sigma : {60.0, 255.0, 1e4, 1e9}) EXPECT_FALSE(reaches_zero(scale(sigma, 5.0)));
}

// Every distance between colours.
TEST(Int16ProductTables, WeighEveryDistance) {
  for (const double sigma : sigmas) {
    const Scale s = scale(sigma, 5.0);
    const Tables t = tables(s.step);
    for (int distance = 0; distance <= 3 * 255 * 255; ++distance) {
      const double exact = std::exp(-0.5 * distance / (sigma * sigma));
      const double weight = double(t.weight(index(distance, s, bias))) / whole;
      // The index is rounded down by less than one step.
      ASSERT_LE(weight, exact * std::exp(s.step) + 1.5 / whole) << sigma << ' ' << distance;
      ASSERT_GE(weight, exact - 1.5 / whole) << sigma << ' ' << distance;
    }
    EXPECT_EQ(index(0, s, 65535), last_index);
  }
}

// The taps of a window.
struct Taps {
  struct Tap {
    double spatial, unit;
    int steps;
  };
  std::vector<Tap> all = {};  // the centre is the first

  Taps(const WindowMean& filter, double step) {
    for (const Pair& pair : pairs(filter, step))
      for (int i = 0; i < 2; ++i) {
        const int steps = pair.steps[static_cast<std::size_t>(i)];
        const int dx = pair.dx + i;
        if (steps == 65535) continue;
        const double spatial = std::exp(-step * spatial_steps(filter, dx, pair.dy, pair.dz, step));
        const bool centre = dx == 0 && pair.dy == 0 && pair.dz == 0;
        all.insert(centre ? all.begin() : all.end(), {spatial, unit(pair.group, step), steps});
      }
  }
};

struct Weights16 {
  double sigma;
  Scale scale;
  Tables tables;
};

// Returns the error of the first channel's mean. Taps have three channels; the centre is first.
double error(const Weights16& weights, const Taps& taps, const std::vector<int>& levels,
             bool guided, const std::vector<int>& values) {
  double exact[2] = {0, 0}, computed[2] = {0, 0};
  for (std::size_t i = 0; i < taps.all.size(); ++i) {
    int distance = 0;
    for (std::size_t p = 0; p < 3; ++p) {
      const int difference = levels[3 * i + p] - levels[p];
      distance += difference * difference;
    }
    const int x = guided ? values[i] : levels[3 * i] - levels[0];
    const double w =
        taps.all[i].spatial * std::exp(-0.5 * distance / (weights.sigma * weights.sigma));
    const int j = index(distance, weights.scale, taps.all[i].steps);
    const double c = taps.all[i].unit * weights.tables.weight(j);
    exact[0] += w;
    exact[1] += w * x;
    computed[0] += c;
    computed[1] += c * x;
  }
  return std::abs(computed[1] / computed[0] - exact[1] / exact[0]);
}

// Sets one tap after another to what makes the error largest.
double worst_found(const WindowMean& filter, bool guided) {
  const double sigma = 255.0 * double{filter.sigma_range};
  const Scale s = scale(sigma, filter.sigma_space);
  const Weights16 weights{sigma, s, tables(s.step)};
  const Taps taps(filter, s.step);
  const std::size_t count = taps.all.size();
  std::mt19937 random(1);
  std::uniform_int_distribution<int> level(0, 255);
  double worst = 0;
  // Where weights have few steps, every tap errs in the same direction.
  for (int start = 0; start < 256; start += 6) {
    std::vector<int> levels(3 * count, 0), values(count, 255);
    for (std::size_t i = 1; i < count; ++i) levels[3 * i] = start;
    values[0] = 0;
    double best = error(weights, taps, levels, guided, values);
    for (int i = 0; i < 40; ++i) {
      std::vector<int> l = levels, v = values;
      l[random() % l.size()] = level(random);
      v[random() % count] = level(random);
      if (const double e = error(weights, taps, l, guided, v); e > best) {
        best = e;
        levels = l;
        values = v;
      }
    }
    worst = std::max(worst, best);
  }
  return worst;
}

TEST(Int16ProductsError, HoldsForTheWorstWindowsFound) {
  for (const double sigma : {2.0, 10.0, 15.0, 25.5, 30.0, 50.0})
    for (const int radius : {1, 3, 7})
      for (const bool guided : {false, true})
        for (const float space : {2.0f, 5.0f}) {
          WindowMean filter = window(radius, Window::square, space, sigma);
          filter.radius_z = radius == 3 ? 2 : 0;
          filter.sigma_depth = 1.1;
          const double bound = int16_products_error(filter, guided);
          const double worst = worst_found(filter, guided);
          EXPECT_LE(worst, bound) << sigma << ' ' << radius << ' ' << guided << ' ' << space;
          EXPECT_GT(worst, 0.02 * bound)
              << "the bound says nothing: " << sigma << ' ' << radius << ' ' << guided;
        }
}

TEST(Int16ProductsError, FitsTheDefaultRequest) {
  EXPECT_LT(int16_products_error(window(7, Window::square, 5.0, 30.0), false), 0.49);
  EXPECT_LT(int16_products_error(window(9, Window::square, 3.0, 25.5), false), 0.3);
  EXPECT_LT(int16_products_error(window(3, Window::square, 1.0, 25.5), true), 0.49);
}

TEST(Int16ProductsError, OneTapHasNone) {
  EXPECT_EQ(int16_products_error(window(0, Window::square, 3.0, 25.5), false), 0.0);
}

TEST(Int16ProductsError, IsANumberForEveryFilterThatReachesZero) {
  for (const double sigma : {2e-4, 0.1, 1.0, 13.6, 13.7, 50.0})
    for (const double space : {0.05, 0.3, 5.0, 1e6})
      for (const int radius : {0, 1, 9, 32})
        for (const bool guided : {false, true}) {
          const double bound =
              int16_products_error(window(radius, Window::square, space, sigma), guided);
          EXPECT_GE(bound, 0.0) << sigma << ' ' << space << ' ' << radius;
          EXPECT_LE(bound, 255.0) << sigma << ' ' << space << ' ' << radius;
        }
}

TEST(Int16ProductsError, GrowsWithWindowAndRange) {
  const auto of = [](int radius, double sigma, bool guided) {
    return int16_products_error(window(radius, Window::square, 20.0, sigma), guided);
  };
  EXPECT_LT(of(1, 25.5, false), of(4, 25.5, false));
  EXPECT_LT(of(4, 25.5, false), of(4, 50.0, false));
  EXPECT_LT(of(4, 25.5, false), of(4, 25.5, true));
}

}  // namespace
}  // namespace selvage::planner
