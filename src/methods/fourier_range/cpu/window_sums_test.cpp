// SPDX-License-Identifier: Apache-2.0
// Compares pixels that are computed from all their taps, on every instruction set of this machine:
// one by one with neighbours together, to the bit, and with sums in double precision.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/fourier_range/cpu/window_sums_test.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "methods/fourier_range/cpu/multirate_loops.hpp"
#if HWY_TARGET != HWY_SCALAR
#include "methods/fourier_range/cpu/window_sums-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

void repair_loops(MultirateLoops& loops) {
#if HWY_TARGET == HWY_SCALAR
  (void)loops;
  throw std::logic_error("no vector unit");
#else
  loops.together = window_lanes;
  loops.repair_levels = repair_levels;
  loops.repair_samples = repair_shifts<SampleTaps>;
  loops.repair_joint = repair_joint;
#endif
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/cpu/float_environment.hpp"
#include "backends/cpu/simd_target.hpp"
#include "backends/dispatch_entry.hpp"
#include "methods/fourier_range/cpu/multirate_tables.hpp"
#include "methods/fourier_range/joint_level.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(repair_loops);

constexpr int radius_x = 13, radius_y = 2, stride = 128, rows = 2 * radius_y + 1;
constexpr int plane = stride * rows, centre = radius_y * stride + 24;
constexpr Level hole_of_words = 65536, hole_of_bytes = 256;

WindowMean window(double sigma_range) {
  WindowMean step;
  step.sigma_space = 4.5f;
  step.sigma_range = static_cast<float>(sigma_range);
  step.radius_x = radius_x;
  step.radius_y = radius_y;
  return step;
}

std::vector<int> numbers(int below, int count) {
  std::mt19937 random(7);
  std::vector<int> all(static_cast<std::size_t>(count));
  for (int& number : all) number = static_cast<int>(random() % static_cast<unsigned>(below));
  return all;
}

std::vector<MultirateLoops> every_loop() {
  std::vector<MultirateLoops> all;
  for (const SimdTarget& target : simd_targets()) {
    all.emplace_back();
    dispatch_entry(HWY_DISPATCH_TABLE(repair_loops), target.target)(all.back());
  }
  return all;
}

// Returns the mean of value(i) over the window of the pixel, of items that are not `hole`.
template <class Item, class Value>
double mean(const std::vector<Item>& items, int pixel, const WindowMean& step, double full,
            double hole, const Value& value) {
  const double sigma = full * double{step.sigma_range}, space = double{step.sigma_space};
  double weights = 0.0, sum = 0.0;
  for (int y = -radius_y; y <= radius_y; ++y)
    for (int x = -radius_x; x <= radius_x; ++x) {
      const auto i = static_cast<std::size_t>(pixel + y * stride + x);
      const double item = items[i];
      if (item == hole) continue;
      const double d = (item - items[static_cast<std::size_t>(pixel)]) / sigma;
      const double w = std::exp(-0.5 * (d * d + (x * x + y * y) / (space * space)));
      weights += w;
      sum += w * value(i);
    }
  return sum / weights;
}

// Computes the pixels from `centre` on one by one and together, and compares their shifts.
template <class Item>
void compare(const std::vector<Item>& items, double full, bool holes,
             void (*MultirateLoops::*loop)(const Repair<Item>&), double tolerance) {
  const WindowMean step = window(0.1);
  const RepairTables tables(step, full);
  LevelForm form{.words = true, .holes = holes};
  RepairWindow<Item> first = tables.window<Item>(step, form);
  first.stride = stride;
  const FlushDenormals flush;
  for (const MultirateLoops& loops : every_loop()) {
    std::vector<float> one(most_together), together(most_together);
    for (int i = 0; i < loops.together; ++i) {
      first.pixel = items.data() + centre + i;
      (loops.*loop)({.window = first, .together = false, .shifts = &one[std::size_t(i)]});
    }
    first.pixel = items.data() + centre;
    (loops.*loop)({.window = first, .together = true, .shifts = together.data()});
    for (int i = 0; i < loops.together; ++i) {
      const auto p = static_cast<std::size_t>(i);
      const double own = items[static_cast<std::size_t>(centre + i)];
      if (holes && own == hole_of_words) continue;
      EXPECT_EQ(one[p], together[p]) << loops.together << ' ' << i;
      const double expected = mean(items, centre + i, step, full, holes ? hole_of_words : -1.0,
                                   [&](std::size_t at) { return items[at] - own; });
      EXPECT_NEAR(one[p], expected, tolerance * full) << loops.together << ' ' << i;
    }
  }
}

TEST(WindowSums, Levels) {
  const std::vector<int> random = numbers(65536, plane);
  compare<Level>({random.begin(), random.end()}, 65535.0, false, &MultirateLoops::repair_levels,
                 2e-6);
}

TEST(WindowSums, Holes) {
  std::vector<Level> levels;
  for (const int number : numbers(80000, plane)) levels.push_back(std::min(number, hole_of_words));
  compare<Level>(levels, 65535.0, true, &MultirateLoops::repair_levels, 2e-6);
}

TEST(WindowSums, Samples) {
  std::vector<float> samples;
  for (const int number : numbers(1 << 20, plane)) samples.push_back(0x1p-20f * float(number));
  compare<float>(samples, 1.0, false, &MultirateLoops::repair_samples, 2e-6);
}

TEST(WindowSums, JointFilters) {
  constexpr int values = 3;
  const WindowMean step = window(0.1);
  const RepairTables tables(step, 255.0);
  const std::vector<int> guide = numbers(300, plane), value = numbers(65536, values * plane);
  std::vector<Level> levels(static_cast<std::size_t>((1 + values) * plane));
  std::vector<int> kept;
  for (std::size_t i = 0; i < guide.size(); ++i) {
    kept.push_back(std::min(guide[i], hole_of_bytes));
    levels[i] = joint_level(kept[i], value_one);
    for (std::size_t c = 0; c < values; ++c)
      levels[(c + 1) * plane + i] = joint_level(kept[i], value[c * plane + i] - value_half);
  }
  RepairWindow<Level> first = tables.window<Level>(step, {.holes = true, .values = values});
  first.stride = stride;
  const FlushDenormals flush;
  for (const MultirateLoops& loops : every_loop()) {
    std::vector<float> one(values * most_together), together(values * most_together);
    for (int i = 0; i < loops.together; ++i) {
      first.pixel = levels.data() + centre + i;
      loops.repair_joint(
          {.window = first, .plane = plane, .values = values, .means = &one[std::size_t(i)]});
    }
    first.pixel = levels.data() + centre;
    loops.repair_joint({.window = first,
                        .together = true,
                        .plane = plane,
                        .values = values,
                        .means = together.data()});
    for (int i = 0; i < loops.together; ++i) {
      if (kept[static_cast<std::size_t>(centre + i)] == hole_of_bytes) continue;
      for (std::size_t c = 0; c < values; ++c) {
        const std::size_t at = c * most_together + static_cast<std::size_t>(i);
        EXPECT_EQ(one[at], together[at]) << loops.together << ' ' << i;
        const double expected =
            mean(kept, centre + i, step, 255.0, hole_of_bytes, [&](std::size_t p) {
              return (value[c * plane + p] - value_half) / double{value_steps};
            });
        EXPECT_NEAR(one[at], expected, 5e-4) << loops.together << ' ' << i;
      }
    }
  }
}

}  // namespace
}  // namespace selvage::cpu
#endif  // HWY_ONCE
