// SPDX-License-Identifier: Apache-2.0
// Tests the loop with weights from tables against sums of the tables' entries, on every instruction
// set of this machine that has it.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

#include "filters/window_mean.hpp"
#include "methods/direct/cpu/row_filter.hpp"
#include "methods/direct/lookup_weights.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/direct/cpu/lookup_test.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "methods/direct/cpu/lookup_rows-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

#if HWY_TARGET <= HWY_AVX3
template <int bytes, int distances, int values>
std::unique_ptr<RowFilter<std::int8_t>> rows(const WindowMean& filter, lookup::Reach reach) {
  using enum lookup::Reach;
  if (reach == near) return std::make_unique<LookupRows<bytes, distances, values, near>>(filter);
  if (reach == middle)
    return std::make_unique<LookupRows<bytes, distances, values, middle>>(filter);
  return std::make_unique<LookupRows<bytes, distances, values, far>>(filter);
}

template <int bytes>
std::unique_ptr<RowFilter<std::int8_t>> rows(const WindowMean& filter, int distances, int values,
                                             lookup::Reach reach) {
  switch (10 * distances + values) {
    case 10: return rows<bytes, 1, 0>(filter, reach);
    case 30: return rows<bytes, 3, 0>(filter, reach);
    case 13: return rows<bytes, 1, 3>(filter, reach);
    default: return rows<bytes, 3, 1>(filter, reach);
  }
}

std::unique_ptr<RowFilter<std::int8_t>> lookup_rows(const WindowMean& filter, int distances,
                                                    int values, lookup::Reach reach, int bytes) {
  return bytes == 2 ? rows<2>(filter, distances, values, reach)
                    : rows<3>(filter, distances, values, reach);
}
#else
std::unique_ptr<RowFilter<std::int8_t>> lookup_rows(const WindowMean&, int, int, lookup::Reach,
                                                    int) {
  throw std::logic_error("this instruction set has no tables of bytes");
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

SELVAGE_EXPORT(lookup_rows);

WindowMean window(int radius, Window shape, double sigma) {
  return WindowMean(Bilateral{.sigma_space = 3.0f,
                              .sigma_range = static_cast<float>(sigma / 255.0),
                              .radius = radius,
                              .window = shape});
}

// Rows of samples with a halo, plane after plane.
struct Scene : RowScene<std::int8_t> {
  using RowScene::RowScene;

  // Returns the mean less the centre by the tables' entries, with sums in double precision.
  double expected(const WindowMean& step, int bytes, int distances, int value_plane, int x) {
    const auto range = lookup::range_weights(255.0 * double{step.sigma_range});
    double weights = 1, sum = 0;
    const auto add = [&](const lookup::Ring& ring, int dx, const lookup::Row& row) {
      int distance = 0;
      for (int p = 0; p < distances; ++p)
        distance += std::abs(at(row.dy, p, x + dx, row.dz) - at(0, p, x));
      const auto entry = static_cast<std::size_t>(std::min(distance, lookup::distances - 1));
      const double w = std::ldexp(
          double(lookup::entry(ring, range[entry], bytes)) / lookup::whole(bytes), -ring.doublings);
      weights += w;
      sum += w * (at(row.dy, value_plane, x + dx, row.dz) - at(0, value_plane, x));
    };
    for (const lookup::Ring& ring : lookup::rings(step))
      for (const lookup::Quad& q : ring.quads()) {
        for (const int dx : {-q.dx, q.dx}) add(ring, dx, q.row);
        add(ring, -q.dx_other, q.left);
        add(ring, q.dx_other, q.right);
      }
    return sum / weights;
  }
};

std::vector<SimdTarget> targets() {
  std::vector<SimdTarget> all = simd_targets();
  std::erase_if(all, [](const SimdTarget& t) { return !t.byte_tables; });
  return all;
}

constexpr double sigmas[] = {4.0, 24.0, 30.0, 50.0};  // of every reach

// Every pair of a centre and a tap, for one plane.
TEST(Lookup, EveryDifferenceHasItsWeight) {
  for (const SimdTarget& target : targets())
    for (const int bytes : {2, 3})
      for (const double sigma : sigmas) {
        const WindowMean step = window(1, Window::disc, sigma);
        const auto filter = dispatch_entry(HWY_DISPATCH_TABLE(lookup_rows), target.target)(
            step, 1, 0, lookup::reach(sigma, bytes), bytes);
        for (int tap = -128; tap < 128; ++tap) {
          Scene scene(1, 512, 1);
          for (int x = -1; x <= scene.pixels; ++x) {
            scene.at(-1, 0, x) = scene.at(1, 0, x) = static_cast<std::int8_t>(tap);
            scene.at(0, 0, x) = static_cast<std::int8_t>(x % 2 == 0 ? x / 2 - 128 : tap);
          }
          const std::vector<float> mean = scene.filtered(*filter, 1);
          for (int x = 0; x < scene.pixels; ++x)
            ASSERT_NEAR(mean[static_cast<std::size_t>(x)], scene.expected(step, bytes, 1, 0, x),
                        1e-4)
                << target.name << ' ' << sigma << ' ' << x / 2 - 128 << ' ' << tap;
        }
      }
}

TEST(Lookup, RowsAreSumsOfTheTables) {
  std::mt19937 random(1);
  for (const SimdTarget& target : targets())
    for (const int bytes : {2, 3})
      for (const double sigma : sigmas)
        for (const int radius : {0, 1, 2, 7, 20})
          for (const auto& [distances, values] :
               {std::pair(1, 0), std::pair(3, 0), std::pair(1, 3), std::pair(3, 1)}) {
            WindowMean step = window(radius, radius == 2 ? Window::square : Window::disc, sigma);
            step.radius_z = radius == 7 ? 3 : 0;
            step.sigma_depth = 1.4;
            Scene scene(radius, 70, distances + values, step.radius_z);
            const int spread = radius % 2 == 0 ? 256 : 64;
            for (auto& row : scene.rows)
              for (auto& v : row)
                v = static_cast<std::int8_t>(static_cast<int>(random() % 256) % spread -
                                             spread / 2);
            const auto filter = dispatch_entry(HWY_DISPATCH_TABLE(lookup_rows), target.target)(
                step, distances, values, lookup::reach(sigma, bytes), bytes);
            const int sums = values > 0 ? values : distances;
            const std::vector<float> mean = scene.filtered(*filter, sums);
            for (int s = 0; s < sums; ++s)
              for (int x = 0; x < scene.pixels; ++x)
                ASSERT_NEAR(
                    mean[static_cast<std::size_t>(s * scene.plane + x)],
                    scene.expected(step, bytes, distances, distances + values - sums + s, x), 2e-3)
                    << target.name << ' ' << sigma << ' ' << radius << ' ' << distances << values;
          }
}

}  // namespace
}  // namespace selvage::cpu
#endif  // HWY_ONCE
