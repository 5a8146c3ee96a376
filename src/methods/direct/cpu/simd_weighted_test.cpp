// SPDX-License-Identifier: Apache-2.0
// Tests the loops with exponents in double precision on every instruction set of this machine,
// against all taps in double precision.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "backends/cpu/float_environment.hpp"
#include "backends/cpu/simd_target.hpp"
#include "filters/exponent_scale.hpp"
#include "filters/window.hpp"
#include "methods/direct/cpu/simd.hpp"
#include "methods/direct/cpu/testing/row_scene.hpp"
#include "methods/direct/loop_sums.hpp"
#include "planner/error_terms.hpp"

namespace selvage::cpu {
namespace {

constexpr int width = 43;

WindowMean window(int radius, Window shape) {
  WindowMean step;
  step.radius_x = step.radius_y = radius;
  step.window = shape;
  step.sigma_space = 0.4f * static_cast<float>(radius);
  step.alpha = Alpha::weight;
  return step;
}

// Returns a scale that gives exponents of 30 to 60 to differences of 0.7 in each plane.
double range_scale(const PlaneLayout& layout) {
  return 91.3 / (layout.l1 ? layout.distance_planes : 1) / layout.distance_planes;
}

// Distances, then colours times alpha, then alpha. One pixel of each row of a window has alpha, and
// it differs from all others, so that the weights that count are small.
RowScene<float> scene(const PlaneLayout& layout, int radius) {
  RowScene<float> made(radius, width, layout.planes());
  std::mt19937 random(static_cast<unsigned>(radius));
  std::uniform_real_distribution<float> value(0.1f, 0.9f);
  const int first = layout.first_value_plane(), colours = layout.value_planes - 1;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int x = -radius; x < width + radius; ++x) {
      const float alpha = (x + radius) % (2 * radius + 1) == 0 ? value(random) : 0.0f;
      for (int p = 0; p < layout.distance_planes; ++p)
        made.at(dy, p, x) = (alpha > 0.0f ? 0.7f : 0.0f) + 0.1f * value(random);
      for (int p = layout.distance_planes; p < first; ++p)
        made.at(dy, p, x) = 1e-8f * value(random);
      for (int c = 0; c < colours; ++c) made.at(dy, first + c, x) = alpha * value(random);
      made.at(dy, first + colours, x) = alpha;
    }
  return made;
}

struct Sums {
  double weight = 0.0, value[4] = {};
};

Sums sums_of(const WindowMean& step, const PlaneLayout& layout, RowScene<float>& s, int x,
             double scale) {
  const int split = layout.split ? layout.distance_planes : 0;
  const double space = exponent_scale(step.sigma_space);
  Sums sums;
  for (int dy = -step.radius_y; dy <= step.radius_y; ++dy)
    for (int dx = -row_extent(step, dy); dx <= row_extent(step, dy); ++dx) {
      double distance = 0.0;
      for (int p = 0; p < layout.distance_planes; ++p) {
        double d = double{s.at(dy, p, x + dx)} - double{s.at(0, p, x)};
        if (split) d += double{s.at(dy, split + p, x + dx)} - double{s.at(0, split + p, x)};
        distance += layout.l1 ? std::fabs(d) : d * d;
      }
      if (layout.l1) distance *= distance;
      const double w = std::exp2(-space * (dx * dx + dy * dy) - scale * distance);
      sums.weight += w;
      for (int v = 0; v < layout.value_planes; ++v)
        sums.value[v] += w * double{s.at(dy, layout.first_value_plane() + v, x + dx)};
    }
  return sums;
}

std::vector<PlaneLayout> layouts() {
  std::vector<PlaneLayout> all;
  for (const Norm norm : {Norm::l2, Norm::l1, Norm::luma, Norm::lab})
    for (const int channels : {2, 3, 4}) {
      if (channels < 4 && (norm == Norm::luma || norm == Norm::lab)) continue;
      WindowMean step = window(1, Window::square);
      step.guide = Guide::own;
      step.norm = norm;
      all.push_back(plane_layout(step, channels, true, true));
    }
  return all;
}

// Relative to each sum itself, however small it is: a weight has the error of exp2 and that of its
// fraction, and a product with one tap of a row one rounding.
TEST(SimdWeighted, SumsAreThoseOfAllTaps) {
  const double bound = planner::exp2_error(weighted_degree) + 2.0 * planner::ulp;
  for (const SimdTarget& target : simd_targets())
    for (const PlaneLayout& layout : layouts())
      for (const int radius : {1, 6, 8, 17})
        for (const Window shape : {Window::disc, Window::square}) {
          const WindowMean step = window(radius, shape);
          const auto filter = make_precise_rows(step, layout, range_scale(layout), target.target);
          if (!filter) continue;
          SCOPED_TRACE(target.name + ' ' + std::to_string(radius));
          RowScene<float> s = scene(layout, radius);
          std::vector<float> scales(static_cast<std::size_t>(s.plane), 1.0f);
          for (std::size_t x = 0; x < scales.size(); x += 5) scales[x] = 0.0f;
          std::vector<double> totals(static_cast<std::size_t>(5 * s.plane));
          std::vector<float> means(static_cast<std::size_t>(4 * s.plane));
          const FlushDenormals flush;
          filter->filter({.pixels = width,
                          .centre = s.starts[static_cast<std::size_t>(radius)],
                          .centre_plane = s.plane,
                          .rows = s.starts.data(),
                          .rows_plane = s.plane,
                          .dy_first = -radius,
                          .dy_last = radius,
                          .totals = totals.data(),
                          .totals_plane = s.plane,
                          .mean_offset = means.data(),
                          .mean_plane = s.plane,
                          .scales = scales.data()});
          for (int x = 0; x < width; ++x) {
            const Sums want = sums_of(step, layout, s, x, x % 5 == 0 ? 0.0 : range_scale(layout));
            const auto at = [&](int sum) {
              return totals[static_cast<std::size_t>(sum * s.plane + x)];
            };
            ASSERT_NEAR(at(0), want.weight, (bound + weighted_run * planner::ulp) * want.weight)
                << x;
            for (int v = 0; v < layout.value_planes; ++v)
              ASSERT_NEAR(at(1 + v), want.value[v], bound * want.value[v]) << x << ' ' << v;
          }
        }
}

}  // namespace
}  // namespace selvage::cpu
