// SPDX-License-Identifier: Apache-2.0
// Tests the loop with weights that are products of table entries, on every instruction set of this
// machine, against methods/direct/int16_products.hpp.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/direct/cpu/int16_products_test.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "methods/direct/cpu/int16_products-inl.h"
#else
#include "methods/direct/cpu/row_filter.hpp"
#include "methods/direct/int16_products.hpp"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

using ProductFilter = std::unique_ptr<RowFilter<std::int16_t>>;

#if HWY_TARGET == HWY_SCALAR
ProductFilter product_rows(const WindowMean&, int, int) {
  throw std::logic_error("no vector unit");
}
#else
template <bool scaled, bool dot>
ProductFilter product_rows_of(const WindowMean& filter, int distances, int values) {
  switch (10 * distances + values) {
    case 20: return std::make_unique<Int16Products<2, 0, scaled, dot>>(filter);
    case 30: return std::make_unique<Int16Products<3, 0, scaled, dot>>(filter);
    case 31: return std::make_unique<Int16Products<3, 1, scaled, dot>>(filter);
    default: return std::make_unique<Int16Products<3, 3, scaled, dot>>(filter);
  }
}

template <bool dot>
ProductFilter product_rows_of(const WindowMean& filter, int distances, int values) {
  const auto scale = int16_products::scale(255.0 * double{filter.sigma_range}, filter.sigma_space);
  return scale.multiplier == 0 ? product_rows_of<false, dot>(filter, distances, values)
                               : product_rows_of<true, dot>(filter, distances, values);
}

ProductFilter product_rows(const WindowMean& filter, int distances, int values) {
#if HWY_TARGET <= HWY_AVX3
  if (has_dot()) return product_rows_of<true>(filter, distances, values);
#endif
  return product_rows_of<false>(filter, distances, values);
}
#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/cpu/simd_target.hpp"
#include "backends/dispatch_entry.hpp"
#include "methods/direct/cpu/testing/row_scene.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(product_rows);

WindowMean products_window(int radius, Window shape, double sigma, float space = 3.0f) {
  return WindowMean(Bilateral{.sigma_space = space,
                              .sigma_range = static_cast<float>(sigma / 255.0),
                              .radius = radius,
                              .window = shape});
}

// The tables and pairs of a filter.
struct ProductModel {
  int16_products::Scale scale;
  int16_products::Tables tables;
  std::vector<int16_products::Pair> pairs;

  explicit ProductModel(const WindowMean& step)
      : scale(int16_products::scale(255.0 * double{step.sigma_range}, step.sigma_space)),
        tables(int16_products::tables(scale.step)),
        pairs(int16_products::pairs(step, scale.step)) {}
};

// Rows of samples less 128 with a halo, plane after plane.
struct ProductScene : RowScene<std::int16_t> {
  using RowScene::RowScene;

  void fill(std::mt19937& random, int spread) {
    for (auto& row : rows)
      for (auto& v : row)
        v = static_cast<std::int16_t>(static_cast<int>(random() % 256u) % spread - spread / 2);
  }

  // Returns the mean less the centre by the arithmetic of a single tap, with sums in double
  // precision.
  double expected(const ProductModel& model, int distances, int value_plane, int x) {
    using namespace int16_products;
    double weights = 0, sum = 0;
    for (const Pair& pair : model.pairs)
      for (int i = 0; i < 2; ++i) {
        const int dx = pair.dx + i;
        const int steps = pair.steps[static_cast<std::size_t>(i)];
        if (steps == 65535) continue;
        int distance = 0;
        for (int p = 0; p < distances; ++p) {
          const int difference = at(pair.dy, p, x + dx, pair.dz) - at(0, p, x);
          distance += difference * difference;
        }
        const double w = unit(pair.group, model.scale.step) *
                         model.tables.weight(index(distance, model.scale, steps));
        weights += w;
        sum += w * (at(pair.dy, value_plane, x + dx, pair.dz) - at(0, value_plane, x));
      }
    return sum / weights;
  }
};

constexpr double product_sigmas[] = {1.5, 12.0, 15.0, 30.0, 50.0};

// Every pair of a centre and a tap in one plane; the others add nothing, little, or saturate.
TEST(Int16Products, EveryDifferenceHasItsWeight) {
  for (const SimdTarget& target : simd_targets())
    for (const double sigma : product_sigmas) {
      const WindowMean step = products_window(1, Window::disc, sigma);
      const ProductModel model(step);
      const auto filter =
          dispatch_entry(HWY_DISPATCH_TABLE(product_rows), target.target)(step, 3, 0);
      for (int tap = -128; tap < 128; ++tap) {
        ProductScene scene(1, 512, 3);
        for (int x = -1; x <= scene.pixels; ++x) {
          const bool centre = x % 2 == 0;
          for (const int dy : {-1, 0, 1}) {
            const bool own = dy == 0 && centre;
            scene.at(dy, 0, x) = static_cast<std::int16_t>(own ? x / 2 - 128 : tap);
            scene.at(dy, 1, x) = static_cast<std::int16_t>(own ? 7 : tap / 8);
            scene.at(dy, 2, x) = static_cast<std::int16_t>(own ? -120 : tap % 3 == 0 ? 127 : -120);
          }
        }
        const std::vector<float> mean = scene.filtered(*filter, 3);
        for (int x = 0; x < scene.pixels; x += 2)
          ASSERT_NEAR(mean[static_cast<std::size_t>(x)], scene.expected(model, 3, 0, x), 1e-4)
              << target.name << ' ' << sigma << ' ' << x / 2 - 128 << ' ' << tap;
      }
    }
}

TEST(Int16Products, RowsAreSumsOfTheTables) {
  std::mt19937 random(1);
  for (const SimdTarget& target : simd_targets())
    for (const double sigma : product_sigmas)
      for (const int radius : {0, 1, 2, 7, 20})
        for (const auto& [distances, values] :
             {std::pair(2, 0), std::pair(3, 0), std::pair(3, 1), std::pair(3, 3)}) {
          WindowMean step =
              products_window(radius, radius == 2 ? Window::square : Window::disc, sigma);
          step.radius_z = radius == 7 ? 3 : 0;
          step.sigma_depth = 1.3;
          const ProductModel model(step);
          ProductScene scene(radius, 70, distances + values, step.radius_z);
          scene.fill(random, radius % 2 == 0 ? 256 : 64);
          const auto filter = dispatch_entry(HWY_DISPATCH_TABLE(product_rows), target.target)(
              step, distances, values);
          const int sums = values > 0 ? values : distances;
          const std::vector<float> mean = scene.filtered(*filter, sums);
          for (int s = 0; s < sums; ++s)
            for (int x = 0; x < scene.pixels; x += 1 + radius / 8)
              ASSERT_NEAR(mean[static_cast<std::size_t>(s * scene.plane + x)],
                          scene.expected(model, distances, distances + values - sums + s, x), 2e-4)
                  << target.name << ' ' << sigma << ' ' << radius << ' ' << distances << values
                  << ' ' << s << ' ' << x;
        }
}

// A pixel may be any of a block's, for tiles begin anywhere.
TEST(Int16Products, BitsDoNotDependOnThePlaceInABlock) {
  std::mt19937 random(1);
  const WindowMean step = products_window(7, Window::square, 30.0, 5.0f);
  ProductScene scene(7, 70, 3);
  scene.fill(random, 64);
  for (const SimdTarget& target : simd_targets()) {
    const auto filter = dispatch_entry(HWY_DISPATCH_TABLE(product_rows), target.target)(step, 3, 0);
    const std::vector<float> mean = scene.filtered(*filter, 3);
    for (const int shift : {1, 2, 5}) {
      ProductScene part = scene;
      part.pixels -= shift;
      for (std::size_t i = 0; i < part.starts.size(); ++i) part.starts[i] = scene.starts[i] + shift;
      const std::vector<float> shifted = part.filtered(*filter, 3);
      for (int p = 0; p < 3; ++p)
        for (int x = 0; x < part.pixels; ++x)
          ASSERT_EQ(shifted[static_cast<std::size_t>(p * scene.plane + x)],
                    mean[static_cast<std::size_t>(p * scene.plane + x + shift)])
              << target.name << ' ' << shift << ' ' << x;
    }
  }
}

// The largest sums of the largest window: all weights are whole and all values extreme.
TEST(Int16Products, TheLargestSumsFit) {
  for (const SimdTarget& target : simd_targets())
    for (const int value : {-128, 127}) {
      const WindowMean step = products_window(32, Window::square, 30.0, 1e4f);
      const ProductModel model(step);
      ProductScene scene(32, 64, 6);
      for (auto& row : scene.rows) std::ranges::fill(row, static_cast<std::int16_t>(value));
      for (int p = 3; p < 6; ++p)
        for (int x = 0; x < scene.pixels; ++x) scene.at(0, p, x) = 0;
      const auto filter =
          dispatch_entry(HWY_DISPATCH_TABLE(product_rows), target.target)(step, 3, 3);
      const std::vector<float> mean = scene.filtered(*filter, 3);
      for (int x = 0; x < scene.pixels; x += 7)
        EXPECT_NEAR(mean[static_cast<std::size_t>(x)], scene.expected(model, 3, 3, x), 2e-4);
    }
}

}  // namespace
}  // namespace selvage::cpu
#endif  // HWY_ONCE
