// SPDX-License-Identifier: Apache-2.0
// All values are in levels of 1/255, the centre is 0 and its weight is 1. Distances are those of
// one plane, or sums of absolute differences of three: no value exceeds its distance. Let w_i and
// x_i be a tap's weight and value, D = sum w_i and B = sum w_i x_i / D; a hat marks the computed
// values:
//   (B^ - B) D^ = sum r_i (w^_i x^_i - w^_i x_i) + sum r_i (w^_i - w_i) (x_i - B)
// since sum r_i w_i (x_i - B) = 0; r_i is the row's weight, a factor of both. A u8 image has 256
// distances d (three planes: 766), and a window has a column for each |dx|. The loop's bits are
// known for every pair, and so are
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

#include "filters/planes.hpp"
#include "filters/window.hpp"
#include "methods/direct/int16_weights.hpp"
#include "planner/memo.hpp"

namespace selvage::planner {
namespace {

using PerDistance = std::vector<double>;

struct Column {
  double rows = 0;          // sum of r over the window's taps with this |dx|, without the centre
  PerDistance weight = {};  // w / r
  PerDistance difference = {};  // |w^ - w| / r
  PerDistance value = {};       // c
};

// Distances between pixels of so many planes: sums of absolute differences.
struct Distances {
  int16::Scale scale;
  int planes = 1;

  // From `farthest` on, computed distances saturate and the weight is 0. There the error is the
  // true weight, whose product with the distance falls, so the first of them stands for all.
  int count() const {
    const double slack = std::ldexp(planes, scale.doublings);
    const double farthest = std::ceil((32767.0 + slack) / scale.units()) + 1.0;
    return static_cast<int>(std::min(farthest, 255.0 * planes)) + 1;
  }
};

struct Model {
  std::vector<Column> columns = {};
  double centre = 0;   // |w^ - 1| of the centre
  double sigma = 0;    // levels
  double spatial = 0;  // S
  double rows = 0;     // sum of r
};

// Calls f(d, computed distance) for every distance. A difference between rounded samples is off by
// up to one unit, which is doubled with it.
template <class F>
void each_distance(const Distances& distances, F f) {
  const int16::Scale& scale = distances.scale;
  for (int d = 0; d < distances.count(); ++d) {
    const int slack = d == 0 ? 0 : distances.planes;
    const auto nearest = static_cast<int>(std::min(std::lround(scale.samples * d), 65536L));
    for (int step = -slack; step <= slack; ++step)
      f(d, int16::saturated((nearest + step) * (1 << scale.doublings)));
  }
}

// Returns the error of the computed product of weight and value, in levels. The values of several
// planes are not doubled; they are off by up to one unit, and so is half a unit of the product with
// the root. A difference that saturates has the root 0.
double value_error(const Distances& distances, int d, int y, double root, double whole) {
  const double weight = root * root / whole;
  const double level = distances.planes == 1 ? distances.scale.units() : distances.scale.samples;
  if (distances.planes > 1) return (weight + 0.5 * 32768.0 * root / whole) / level;
  const double moment = root * int16::product(static_cast<int>(root), y) * 32768.0 / whole / level;
  return std::abs(moment - weight * d);
}

// Returns the squared root that stands for weight 1: the middle between the extremes, so that
// relative errors are small on both sides. Negligible weights do not move it.
double whole_weight(const Distances& distances, double sigma) {
  double least = 1e300, largest = 0;
  each_distance(distances, [&](int d, int y) {
    const double weight = std::exp(-0.5 * d * d / (sigma * sigma));
    const double root = int16::root(y, int16::limit);
    if (weight < 0.005) return;
    least = std::min(least, root * root / weight);
    largest = std::max(largest, root * root / weight);
  });
  return 0.5 * (least + largest);
}

void look(Column& c, int dx, const WindowMean& filter, const Distances& distances, double whole) {
  const double sigma = 255.0 * double{filter.sigma_range}, space = filter.sigma_space;
  const int column = int16::column_limit(dx, space);
  const auto count = static_cast<std::size_t>(distances.count());
  c.difference.assign(count, 0.0);
  c.value.assign(count, 0.0);
  for (int d = 0; d < distances.count(); ++d)
    c.weight.push_back(std::exp(-0.5 * (d * d / (sigma * sigma) + dx * dx / (space * space))));
  each_distance(distances, [&](int d, int y) {
    const auto i = static_cast<std::size_t>(d);
    const double root = int16::root(y, column);
    const double weight = root * root / whole;
    c.difference[i] = std::max(c.difference[i], std::abs(weight - c.weight[i]));
    c.value[i] = std::max(c.value[i], value_error(distances, d, y, root, whole));
  });
}

Model make_model(const WindowMean& filter, const Distances& distances) {
  const int radius = filter.radius_x;
  Model model{.sigma = 255.0 * double{filter.sigma_range}};
  model.columns.resize(static_cast<std::size_t>(radius) + 1);
  const double centre = int16::root(0, int16::limit);
  const double whole = whole_weight(distances, model.sigma);
  model.centre = std::abs(centre * centre / whole - 1.0);
  for (int dx = 0; dx <= radius; ++dx)
    look(model.columns[static_cast<std::size_t>(dx)], dx, filter, distances, whole);
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
    for (std::size_t d = 0; d < c.weight.size(); ++d) {
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
    for (std::size_t d = 0; d < c.weight.size(); ++d) largest = std::max(largest, absolute(c, d));
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

double error_of(const WindowMean& filter, const Distances& distances) {
  const Model model = make_model(filter, distances);
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
  int planes;

  friend bool operator==(const Key&, const Key&) = default;
};

}  // namespace

double int16_weights_error(const WindowMean& filter, const Problem& problem) {
  static Memo<Key> memo;  // error_of takes 1 to 5 ms (docs/journal/0028)
  const int16::Scale scale = int16::scale(filter, problem);
  const int planes = plane_layout(filter, problem).distance_planes;
  return memo.value(
      {filter.radius_x, filter.window, filter.sigma_space, filter.sigma_range, scale, planes},
      [&] { return error_of(filter, {scale, planes}); });
}

}  // namespace selvage::planner
