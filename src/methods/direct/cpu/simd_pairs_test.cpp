// SPDX-License-Identifier: Apache-2.0
// Tests the loop over pairs of pixels on every instruction set of this machine that has it, against
// all taps in double precision.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/direct/cpu/simd_pairs_test.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "methods/direct/cpu/simd_pairs-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
std::unique_ptr<RowFilter<float>> pair_rows(const WindowMean&, double) {
  return nullptr;
}
#else
std::unique_ptr<RowFilter<float>> pair_rows(const WindowMean& step, double range_scale) {
  return std::make_unique<PairRows>(step, range_scale);
}
#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/cpu/float_environment.hpp"
#include "backends/cpu/simd_target.hpp"
#include "backends/dispatch_entry.hpp"
#include "methods/direct/cpu/simd.hpp"
#include "methods/direct/cpu/workers.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(pair_rows);

constexpr double scale = 52.0;
constexpr int width = 43, height = 37;

WindowMean window(int radius, Window shape) {
  WindowMean step;
  step.radius_x = step.radius_y = radius;
  step.window = shape;
  step.sigma_space = 0.7f * static_cast<float>(radius);
  return step;
}

// An image with its halo; some of its samples are holes.
struct Scene {
  int radius, stride;
  std::vector<float> samples;

  explicit Scene(int halo) : radius(halo), stride((width + 2 * halo + 47) / 16 * 16) {
    samples.resize(static_cast<std::size_t>((height + 2 * radius) * stride));
    std::mt19937 random(static_cast<unsigned>(radius));
    std::uniform_real_distribution<float> value(0.2f, 0.9f);
    for (float& sample : samples) sample = random() % 50 == 0 ? 3e20f : value(random);
  }

  const float* row(int y) const { return samples.data() + (y + radius) * stride + radius; }
  static bool is_hole(float sample) { return sample > 1e20f; }
};

// Returns the mean offsets of the rows top..bottom-1, filtered as one tile.
std::vector<float> tile(const RowFilter<float>& filter, const WindowMean& step, const Scene& scene,
                        int top, int bottom) {
  const int radius = step.radius_y;
  const PairShape shape(step.radius_x, radius, scene.stride);
  PairBuffers buffers;
  buffers.grow(shape, 1);
  std::vector<float> out(static_cast<std::size_t>((bottom - top) * scene.stride));
  for (int y = top; y < bottom; ++y) {
    std::vector<const float*> rows;
    for (int dy = -radius; dy <= radius; ++dy) rows.push_back(scene.row(y + dy));
    RowJob<float> job{.pixels = width,
                      .centre = scene.row(y),
                      .rows = rows.data(),
                      .dy_first = -radius,
                      .dy_last = radius,
                      .row = y - top,
                      .rows_below = bottom - 1 - y,
                      .totals_plane = shape.total_stride,
                      .mean_offset = out.data() + (y - top) * scene.stride,
                      .pairs = buffers.of_group(shape, 0)};
    const FlushDenormals flush;
    filter.filter(job);
  }
  return out;
}

double mean_offset(const WindowMean& step, const Scene& scene, int x, int y) {
  double weights = 0.0, sum = 0.0;
  const double centre = scene.row(y)[x], space = step.sigma_space;
  for (int dy = -step.radius_y; dy <= step.radius_y; ++dy)
    for (int dx = -row_extent(step, dy); dx <= row_extent(step, dy); ++dx) {
      const double value = scene.row(y + dy)[x + dx];
      if (Scene::is_hole(static_cast<float>(value))) continue;
      const double w = std::exp(-0.5 * (dx * dx + dy * dy) / (space * space)) *
                       std::exp2(-scale * (value - centre) * (value - centre));
      weights += w;
      sum += w * (value - centre);
    }
  return sum / weights;
}

template <class Test>
void for_each_loop(Test test) {
  for (const SimdTarget& target : simd_targets())
    for (const int radius : {1, 2, 7, 8, 16})
      for (const Window shape : {Window::disc, Window::square}) {
        const WindowMean step = window(radius, shape);
        const auto filter =
            dispatch_entry(HWY_DISPATCH_TABLE(pair_rows), target.target)(step, scale);
        if (!filter) continue;
        SCOPED_TRACE(target.name + ' ' + std::to_string(radius));
        test(*filter, step, Scene(radius));
      }
}

TEST(SimdPairs, MeansAreThoseOfAllTaps) {
  for_each_loop([](const RowFilter<float>& filter, const WindowMean& step, const Scene& scene) {
    const std::vector<float> got = tile(filter, step, scene, 0, height);
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        if (!Scene::is_hole(scene.row(y)[x])) {
          ASSERT_NEAR(got[static_cast<std::size_t>(y * scene.stride + x)],
                      mean_offset(step, scene, x, y), 1e-6)
              << x << ' ' << y;
        }
  });
}

// Some tiles are lower than the window's radius.
TEST(SimdPairs, TilesDoNotMatter) {
  for_each_loop([](const RowFilter<float>& filter, const WindowMean& step, const Scene& scene) {
    const std::vector<float> whole = tile(filter, step, scene, 0, height);
    for (const int rows : {1, 3, 20})
      for (int top = 0; top < height; top += rows) {
        const int bottom = std::min(top + rows, height);
        const std::vector<float> got = tile(filter, step, scene, top, bottom);
        for (int y = top; y < bottom; ++y)
          for (int x = 0; x < width; ++x) {
            const auto at = [&](int row) {
              return static_cast<std::size_t>(row * scene.stride + x);
            };
            if (!Scene::is_hole(scene.row(y)[x])) {
              ASSERT_EQ(got[at(y - top)], whole[at(y)]) << x << ' ' << y << ' ' << rows;
            }
          }
      }
  });
}

}  // namespace
}  // namespace selvage::cpu
#endif  // HWY_ONCE
