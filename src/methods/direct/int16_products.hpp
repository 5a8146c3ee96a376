// SPDX-License-Identifier: Apache-2.0
#pragma once
// Weights of colours with norm l2 in 16-bit fixed point: products of entries of two tables. The
// vector loop computes the same bits (cpu/int16_products_test.cpp), and the error bound relies on
// them.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numbers>
#include <string>
#include <vector>

#include "filters/planes.hpp"
#include "filters/problem.hpp"
#include "filters/window.hpp"

namespace selvage::int16_products {

// Returns whether distances are Euclidean ones between several planes.
inline bool is_euclidean(const PlaneLayout& layout) {
  return layout.distance == PlaneLayout::Distance::channels && !layout.l1 &&
         layout.distance_planes > 1;
}

// A tap's exponent x (its weight is e^-x) is the sum of the range's and the spatial one, counted in
// steps. Integers:
//   distance = sum over planes of (v - c)^2, at most 65535
//   index    = distance * multiplier / 2^16, rounded down, + spatial steps; at most last_index
//   weight   = high[index / 64] * low[index % 64] / 2^16, rounded down; 0 for last_index
inline constexpr int entries = 64;  // of a table: one instruction reads from 64 words
inline constexpr int indices = entries * entries;
inline constexpr int last_index = indices - 1;
inline constexpr int largest_distance = 65535;
// The weight that stands for 1. Weights are signed when they are multiplied with values.
inline constexpr int whole = 32767;
// The least exponent of an index that is left out: smaller weights round to 0. A larger one makes
// steps coarser (docs/journal/0036).
inline constexpr double range_nats = 11.0;

struct Scale {
  int multiplier = 0;  // 0: the index is the distance itself
  double step = 1.0;   // exponent of an index
};

// Returns the scale for sigma_range in levels of 1/255. A step is 1/2 sigma^2 if that is coarse
// enough, since then no distance is rounded. Otherwise it is the finest one, or one up to a ninth
// coarser of which the exponents of spatial weights, multiples of 1 / 2 sigma_space^2, are
// multiples.
inline Scale scale(double sigma, double sigma_space) {
  const double finest = range_nats / indices, exponent = 0.5 / (sigma * sigma);  // of distance 1
  if (exponent >= finest) return {.multiplier = 0, .step = exponent};
  const int most = std::max(1, static_cast<int>(65536.0 * exponent / finest));
  // 1 / 2 sigma_space^2 in steps, for multiplier 1
  const double unit = 0.5 / (sigma_space * sigma_space) / (65536.0 * exponent);
  const double whole_steps = std::floor(unit * most);
  const double fitting = std::round(whole_steps / unit);
  const bool fits = whole_steps >= 1.0 && 10.0 * fitting > 9.0 * most && fitting <= most &&
                    std::abs(unit * fitting - whole_steps) < 0.01;
  const int multiplier = fits ? static_cast<int>(fitting) : most;
  return {.multiplier = multiplier, .step = 65536.0 * exponent / multiplier};
}

// Returns whether the weight of the largest distance is 0.
inline bool reaches_zero(const Scale& scale) {
  return scale.multiplier == 0 ||
         (largest_distance * std::int64_t{scale.multiplier} >> 16) >= last_index;
}

// Returns why weights of Euclidean distances cannot be products of table entries. Those of roots
// (int16_weights.hpp) may serve then.
inline std::string unsupported(const Problem& p, const WindowMean& f, const PlaneLayout& layout,
                               bool byte_tables) {
  if (!byte_tables) return "this processor cannot look up words in vectors of 32";
  const int planes = layout.distance_planes, values = layout.value_planes;
  if (planes > 3 || values == 2 || values > 3 || (values > 0 && planes != 3))
    return "16-bit weights support distances between two or three channels with norm l2";
  if (p.mask || f.invalid || f.border == Border::shrink)
    return "16-bit weights support no invalid pixels with norm l2";
  if (may_cut_slices(f)) return "16-bit weights need all slices of a window with norm l2";
  if (!reaches_zero(scale(255.0 * double{f.sigma_range}, f.sigma_space)))
    return fmt::format("16-bit weights do not support sigma_range {:.2g} with norm l2",
                       f.sigma_range);
  return {};
}

// Returns whether they can.
inline bool serve(const Problem& p, const WindowMean& f, const PlaneLayout& layout,
                  bool byte_tables) {
  return is_euclidean(layout) && unsupported(p, f, layout, byte_tables).empty();
}

struct Tables {
  std::array<std::uint16_t, entries> high = {}, low = {};
  // The largest error of each row of products, in 1/1024 of a weight's unit, within 1/1024.
  std::array<int, entries> error = {};

  int weight(int index) const {
    const auto i = static_cast<std::uint32_t>(index);
    return static_cast<int>(std::uint32_t{high[i / entries]} * low[i % entries] >> 16);
  }
};

// e^-(step * index) for every index, as a product of two factors.
class Exponentials {
 public:
  explicit Exponentials(double step) {
    for (std::size_t i = 0; i < entries; ++i) {
      low_[i] = std::exp(-step * static_cast<double>(i));
      high_[i] = std::exp(-step * static_cast<double>(i * entries));
    }
  }

  double high(int row) const { return high_[static_cast<std::size_t>(row)]; }
  const std::array<double, entries>& low() const { return low_; }

 private:
  std::array<double, entries> low_{}, high_{};
};

// Returns the tables of weights e^-(step * index). Products are rounded down, so each high entry is
// the one whose largest error is least. Errors are compared in 1/1024 of a weight's unit, in 16
// bits: all of them are below 8 units.
inline Tables tables(const Exponentials& exact) {
  Tables t;
  for (std::size_t i = 0; i < entries; ++i)
    t.low[i] = static_cast<std::uint16_t>(std::lround((whole + 1) * exact.low()[i]));
  for (int row = 0; row + 1 < entries; ++row) {  // the last one is 0
    std::array<std::uint16_t, entries> wanted{};
    const double unit = 1024.0 * whole * exact.high(row);
    for (std::size_t i = 0; i < entries; ++i)
      wanted[i] = static_cast<std::uint16_t>(static_cast<int>(unit * exact.low()[i]));
    const auto nearest = static_cast<int>(std::lround(65535.0 * exact.high(row)));
    int least = 1 << 15, best = 0;
    for (int high = std::max(0, nearest - 1); high <= std::min(65535, nearest + 3); ++high) {
      std::int16_t above = 0, below = 0;
      for (std::size_t i = 0; i < entries; ++i) {
        const auto weight =
            static_cast<std::uint16_t>(static_cast<std::uint32_t>(high) * t.low[i] >> 16);
        const auto error =
            static_cast<std::int16_t>(static_cast<std::uint16_t>(weight * 1024 - wanted[i]));
        above = std::max(above, error);
        below = std::min(below, error);
      }
      const int largest = std::max<int>(above, -below);
      if (largest < least) {
        least = largest;
        best = high;
      }
    }
    t.high[static_cast<std::size_t>(row)] = static_cast<std::uint16_t>(best);
    t.error[static_cast<std::size_t>(row)] = least;
  }
  return t;
}
inline Tables tables(double step) {
  return tables(Exponentials(step));
}

// Adding it with saturation to 16 bits makes every index above last_index end in the bits of
// last_index.
inline constexpr int bias = 65536 - indices;

inline constexpr std::uint16_t outside = 65535;  // steps of a tap outside the window

// Two neighbouring taps of a row, dx and dx + 1.
struct Pair {
  int dy = 0, dz = 0, dx = 0;
  int group = 0;  // weights are in units of e^-(group * group_steps * step)
  // The taps' spatial steps, less those of the unit, plus bias; or outside.
  std::array<std::uint16_t, 2> steps = {};
};

// The steps between the units of groups: weights are halved by two of them. Fewer make the sums of
// errors smaller, and more groups take longer.
inline int group_steps(double step) {
  return std::max(1, static_cast<int>(std::lround(0.5 * std::numbers::ln2 / step)));
}
inline constexpr double least_unit_exponent = 14.0;  // smaller units make no difference

inline double unit(int group, double step) {
  return std::exp(-step * group_steps(step) * group);
}

inline double spatial_steps(const WindowMean& f, int dx, int dy, int dz, double step) {
  return spatial_exponent(f, dx, dy, dz) / step;
}

// Returns the pairs of a window, those of a group one after another.
inline std::vector<Pair> pairs(const WindowMean& f, double step) {
  constexpr double far = 1e6;  // steps
  const int width = group_steps(step);
  const int last_group = static_cast<int>(least_unit_exponent / (step * width));
  std::vector<Pair> all;
  for (const TapRow& row : tap_rows(f)) {
    const auto steps = [&](int dx) {
      const double exact = spatial_steps(f, dx, row.dy, row.dz, step);
      return static_cast<int>(std::lround(std::min(far, exact)));
    };
    for (int dx = -row.extent; dx <= row.extent; dx += 2) {
      const int nearest = dx < 0 ? -dx - 1 : dx;  // of both taps
      Pair pair{.dy = row.dy, .dz = row.dz, .dx = dx};
      pair.group = std::min(steps(nearest) / width, last_group);
      for (const int i : {0, 1}) {
        const int rest = std::min(steps(dx + i) - pair.group * width, last_index);
        pair.steps[static_cast<std::size_t>(i)] =
            dx + i > row.extent ? outside : static_cast<std::uint16_t>(bias + rest);
      }
      all.push_back(pair);
    }
  }
  std::ranges::stable_sort(all, {}, &Pair::group);
  return all;
}

// Products of so many pairs fit 32 bits: values are between -128 and 127.
inline constexpr int largest_run = 255;
static_assert(2LL * largest_run * whole * 128 <= 2147483647LL);

// Pairs whose products are summed in 32 bits: neighbours in the list.
struct Run {
  std::size_t first = 0, last = 0;
  double unit = 1.0;
};

inline std::vector<Run> runs(const std::vector<Pair>& pairs, double step) {
  std::vector<Run> all;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (i == 0 || pairs[i].group != pairs[i - 1].group || i - all.back().first == largest_run)
      all.push_back({.first = i, .unit = unit(pairs[i].group, step)});
    all.back().last = i + 1;
  }
  return all;
}

// Returns no less than the number of runs.
inline int most_runs(const WindowMean& f, double step) {
  const double farthest =
      std::min(spatial_exponent(f, f.radius_x, f.radius_y, f.radius_z), least_unit_exponent);
  const int groups = static_cast<int>(farthest / (step * group_steps(step))) + 2;
  return groups + f.slice_count() * (2 * f.radius_y + 1) * (f.radius_x + 1) / largest_run;
}

// The index of a distance for a tap with so many biased spatial steps.
inline int index(int distance, const Scale& scale, int biased_steps) {
  const std::int64_t d = std::min(distance, largest_distance);
  const std::int64_t scaled = scale.multiplier == 0 ? d : d * scale.multiplier >> 16;
  return static_cast<int>(std::min<std::int64_t>(scaled + biased_steps, 65535)) - bias;
}

}  // namespace selvage::int16_products
