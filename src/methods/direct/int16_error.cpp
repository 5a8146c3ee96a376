// SPDX-License-Identifier: Apache-2.0
// All values are in levels of 1/255, the centre is 0 and its weight is 1. Let w_i and x_i be a
// tap's weight and value, D = sum w_i and B = sum w_i x_i / D; a hat marks the computed values:
//   (B^ - B) D^ = sum r_i (w^_i x^_i - w^_i x_i) + sum r_i (w^_i - w_i) (x_i - B)
// since sum r_i w_i (x_i - B) = 0; r_i is the row's weight, a factor of both. A u8 image has 256
// differences d, and a window has a column for each |dx|. The loop's bits are known for every pair,
// and so are
//   c(d) = |w^ x^ - w^ x|  and  |w^ - w| = u w + a(d)
// for any fraction u of the error that one chooses to call relative. Then
//   |B^ - B| D^ <= u D rms + sum r_i (c + a (d + |B|)),   D^ >= D (1 - u) - sum r_i a
// since mean |x - B| <= rms, the root of the mean of x^2. The maximum depends on D; for D - 1 in an
// interval [low, high], with S the sum of the spatial weights without the centre's:
//   rms^2 <= 2 sigma^2 (D - 1) ln(S / (D - 1)) / D       d^2 = 2 sigma^2 ln(s / w), Jensen
//   |B|   <= sigma (D - 1) sqrt(2 ln(S / (D - 1))) / D   likewise
//   sum r_i f(d_i) <= sum r_i max_d (f - m w) + m high   for any m >= 0, as sum r_i w_i <= high
#include "methods/direct/int16_error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>
#include <vector>

#include "filters/window.hpp"
#include "methods/direct/int16_weights.hpp"
#include "planner/memo.hpp"

namespace selvage::planner {
namespace {

constexpr int levels = 256;
using PerLevel = std::array<double, levels>;

struct Column {
  double rows = 0;           // sum of r over the window's taps with this |dx|, without the centre
  PerLevel weight = {};      // w / r
  PerLevel difference = {};  // |w^ - w| / r
  PerLevel value = {};       // c
};

struct Model {
  std::vector<Column> columns = {};
  double centre = 0;   // |w^ - 1| of the centre
  double sigma = 0;    // levels
  double spatial = 0;  // S
  double rows = 0;     // sum of r
};

// Calls f(d, computed difference) for every difference. A difference between rounded samples is off
// by up to one unit, which is doubled with it.
template <class F>
void each_difference(const int16::Scale& scale, F f) {
  for (int d = 0; d < levels; ++d) {
    const int slack = d == 0 ? 0 : 1;
    const auto nearest = static_cast<int>(std::min(std::lround(scale.samples * d), 65536L));
    for (int step = -slack; step <= slack; ++step)
      f(d, int16::saturated((nearest + step) * (1 << scale.doublings)));
  }
}

// Returns the squared root that stands for weight 1: the middle between the extremes, so that
// relative errors are small on both sides. Negligible weights do not move it.
double whole_weight(const int16::Scale& scale, double sigma) {
  double least = 1e300, largest = 0;
  each_difference(scale, [&](int d, int y) {
    const double weight = std::exp(-0.5 * d * d / (sigma * sigma));
    const double root = int16::root(y, int16::limit);
    if (weight < 0.005) return;
    least = std::min(least, root * root / weight);
    largest = std::max(largest, root * root / weight);
  });
  return 0.5 * (least + largest);
}

void look(Column& c, int dx, const WindowMean& filter, const int16::Scale& scale, double whole) {
  const double sigma = 255.0 * double{filter.sigma_range}, space = filter.sigma_space;
  const int column = int16::column_limit(dx, space);
  for (int d = 0; d < levels; ++d)
    c.weight[static_cast<std::size_t>(d)] =
        std::exp(-0.5 * (d * d / (sigma * sigma) + dx * dx / (space * space)));
  each_difference(scale, [&](int d, int y) {
    const auto i = static_cast<std::size_t>(d);
    const double root = int16::root(y, column);
    const double weight = root * root / whole;
    const double moment =
        root * int16::product(static_cast<int>(root), y) * 32768.0 / (whole * scale.units());
    c.difference[i] = std::max(c.difference[i], std::abs(weight - c.weight[i]));
    c.value[i] = std::max(c.value[i], std::abs(moment - weight * d));
  });
}

Model make_model(const WindowMean& filter, const int16::Scale& scale) {
  const int radius = filter.radius_x;
  Model model{.sigma = 255.0 * double{filter.sigma_range}};
  model.columns.resize(static_cast<std::size_t>(radius) + 1);
  const double centre = int16::root(0, int16::limit);
  const double whole = whole_weight(scale, model.sigma);
  model.centre = std::abs(centre * centre / whole - 1.0);
  for (int dx = 0; dx <= radius; ++dx)
    look(model.columns[static_cast<std::size_t>(dx)], dx, filter, scale, whole);
  const double space = filter.sigma_space;
  for (int dy = -radius; dy <= radius; ++dy) {
    const double row = std::exp(-0.5 * dy * dy / (space * space));
    const int extent = row_extent(filter.window, radius, dy);
    for (int dx = -extent; dx <= extent; ++dx)
      if (dx != 0 || dy != 0) {
        Column& c = model.columns[static_cast<std::size_t>(std::abs(dx))];
        c.rows += row;
        model.spatial += row * c.weight[0];
        model.rows += row;
      }
  }
  return model;
}

// sum r max_d(f - m w) + m high, for the best of a few m.
template <class F>
double largest_sum(const Model& model, double high, F f) {
  constexpr std::array<double, 4> m{0.0, 0.03, 0.2, 1.0};
  std::array<double, 4> sums{};
  for (const Column& c : model.columns) {
    std::array<double, 4> largest{};
    for (std::size_t d = 0; d < levels; ++d) {
      const double value = f(c, d);
      for (std::size_t k = 0; k < m.size(); ++k)
        largest[k] = std::max(largest[k], value - m[k] * c.weight[d]);
    }
    for (std::size_t k = 0; k < m.size(); ++k) sums[k] += c.rows * largest[k];
  }
  for (std::size_t k = 0; k < m.size(); ++k) sums[k] += m[k] * high;
  return *std::ranges::min_element(sums);
}

// The bound for D - 1 in low..high.
double error_between(const Model& model, double relative, double low, double high) {
  const double s = model.spatial;
  // x ln(s / x) and x sqrt(ln(s / x)) have one maximum each.
  const double mean = std::clamp(s / std::exp(1.0), low, high);
  const double root = std::clamp(s / std::exp(0.5), low, high);
  const double square = 2.0 * mean * std::log(s / mean) / (1.0 + low);
  const double rms = std::min(127.5, model.sigma * std::sqrt(square));
  const double offset =
      std::min(255.0, model.sigma * root * std::sqrt(2.0 * std::log(s / root)) / (1.0 + low));
  const auto absolute = [&](const Column& c, std::size_t d) {
    return std::max(0.0, c.difference[d] - relative * c.weight[d]);
  };
  const double taps = largest_sum(model, high, [&](const Column& c, std::size_t d) {
    return c.value[d] + absolute(c, d) * std::min(255.0, static_cast<double>(d) + offset);
  });
  const double at_centre = std::max(0.0, model.centre - relative);
  double lost = at_centre;
  for (const Column& c : model.columns) {
    double largest = 0.0;
    for (std::size_t d = 0; d < levels; ++d) largest = std::max(largest, absolute(c, d));
    lost += c.rows * largest;
  }
  const double weights = (1.0 + low) * (1.0 - relative) - lost;
  return weights > 0.0 ? (relative * (1.0 + high) * rms + taps + at_centre * offset) / weights
                       : 1e300;
}

// The bound for every D. Intervals are split where the bound is largest, since short intervals give
// tighter bounds.
double error_with(const Model& model, double relative) {
  struct Interval {
    double error, low, high;
    bool operator<(const Interval& other) const { return error < other.error; }
  };
  std::priority_queue<Interval> intervals;
  const auto look_at = [&](double low, double high) {
    intervals.push({error_between(model, relative, low, high), low, high});
  };
  for (double low = 0.0, high = 0.1; low < model.spatial; low = high, high *= 4.0)
    look_at(low, std::min(high, model.spatial));
  if (intervals.empty()) return 0.0;
  for (int split = 0; split < 12; ++split) {
    const Interval worst = intervals.top();
    intervals.pop();
    const double middle = std::sqrt(std::max(worst.low, worst.high / 16.0) * worst.high);
    look_at(worst.low, middle);
    look_at(middle, worst.high);
  }
  return intervals.top().error;
}

double error_of(const WindowMean& filter, const int16::Scale& scale) {
  const Model model = make_model(filter, scale);
  double least = 1e300;
  for (const double relative : {0.001, 0.0015, 0.002, 0.0025, 0.003})
    least = std::min(least, error_with(model, relative));
  return least;
}

// All that error_of depends on.
struct Key {
  int radius;
  Window window;
  double sigma_space;
  float sigma_range;
  int16::Scale scale;

  friend bool operator==(const Key&, const Key&) = default;
};

}  // namespace

double int16_weights_error(const WindowMean& filter, const Problem& problem) {
  static Memo<Key> memo;  // error_of takes 1 to 5 ms (docs/journal/0028)
  const int16::Scale scale = int16::scale(filter, problem);
  return memo.value({filter.radius_x, filter.window, filter.sigma_space, filter.sigma_range, scale},
                    [&] { return error_of(filter, scale); });
}

}  // namespace selvage::planner
