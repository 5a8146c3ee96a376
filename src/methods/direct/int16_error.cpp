// SPDX-License-Identifier: Apache-2.0
// All values are in levels of 1/255, the centre is 0 and its weight is 1. Distances are those of
// one plane, sums of absolute differences of three, or Euclidean ones of several: no value exceeds
// its distance. Let w_i and x_i be a tap's weight and value, D = sum w_i and B = sum w_i x_i / D; a
// hat marks the computed values:
//   (B^ - B) D^ = sum r_i (w^_i x^_i - w^_i x_i) + sum r_i (w^_i - w_i) (x_i - B)
// since sum r_i w_i (x_i - B) = 0; r_i is the row's weight, a factor of both. A window has a column
// for each |dx|, and a u8 image has 256 distances d (sums of three planes: 766), for each of which
// the loop's bits are known. For Euclidean distances the proof walks the squares t that the loop
// may compute, each with the least and the largest distance that may have it. So these are known
// for every pair, with w for the largest distance:
//   c(d) = |w^ x^ - w^ x|  and  |w^ - w| <= u w + a(d)
// for any fraction u of the error that one chooses to call relative. Then
//   |B^ - B| D^ <= u D rms + sum r_i (c + a (d + |B|)),   D^ >= D (1 - u) - sum r_i a
// since mean |x - B| <= rms, the root of the mean of x^2. The maximum depends on D; for D - 1 in an
// interval [low, high], rms and |B| are bounded (worst_mass.hpp), and
//   sum r_i f(d_i) <= sum r_i max_d (f - m w) + m high   for any m >= 0, as sum r_i w_i <= high
#include "methods/direct/int16_error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "filters/planes.hpp"
#include "filters/window.hpp"
#include "methods/direct/int16_weights.hpp"
#include "methods/direct/worst_mass.hpp"
#include "planner/memo.hpp"

namespace selvage::planner {
namespace {

using PerDistance = std::vector<double>;

// What the loop computes for the taps of one |dx|, at the distances that decide the bound. At
// distance d1 every sum below is at most that at a larger distance d2 with a larger `difference`
// and `value`, since weights fall with the distance; so d1 is left out.
struct Column {
  double rows = 0;     // sum of r over the window's taps with this |dx|, without the centre
  double nearest = 0;  // w / r at distance 0
  PerDistance distance = {};
  PerDistance weight = {};      // w / r
  PerDistance difference = {};  // |w^ - w| / r
  PerDistance value = {};       // c
};

struct Model {
  std::vector<Column> columns = {};
  double centre = 0;   // |w^ - 1| of the centre
  double sigma = 0;    // levels
  double spatial = 0;  // S
  double rows = 0;     // sum of r
};

// Squares that the loop computes, and the distances that may have one of them.
struct Level {
  int first = 0, last = 0;                      // squares
  double least = 0, largest = 0;                // distances
  double least_weight = 0, largest_weight = 0;  // true range weights: of the largest, of the least
};

// Distances between pixels of so many planes.
struct Distances {
  int16::Scale scale;
  int planes = 1;
  bool l1 = false;  // sums of absolute differences

  std::vector<Level> levels(double sigma) const {
    std::vector<Level> all = planes == 1 || l1 ? by_distance() : by_square();
    for (Level& level : all) {
      const auto weight = [&](double d) { return std::exp(-0.5 * d * d / (sigma * sigma)); };
      level.least_weight = weight(level.largest);
      level.largest_weight = weight(level.least);
    }
    return all;
  }

 private:
  // From `farthest` on, computed distances saturate and the weight is 0. There the error is the
  // true weight, whose product with the distance falls, so the first of them stands for all.
  std::vector<Level> by_distance() const {
    const int farthest = 32767 / scale.units() + 1;
    std::vector<Level> all;
    for (int d = 0; d <= std::min(farthest, 255 * planes); ++d) {
      const int y = int16::saturated(scale.units() * d);
      const int square = int16::product(y, y);
      all.push_back({.first = square, .last = square, .least = double(d), .largest = double(d)});
    }
    return all;
  }

  // Each plane's square is rounded, so the sum t differs from k d^2 by up to planes / 2. From the
  // limit on the weight is 0, as where a plane saturates. Squared distances are integers. Squares
  // whose weights differ by less than `alike` share a level.
  std::vector<Level> by_square() const {
    constexpr double alike = 2e-6;
    const double units = scale.units(), k = units * units / 32768.0;
    const double most = planes * 255.0 * 255.0, nat = 32768.0 / scale.cubic.nats;
    std::vector<Level> all;
    all.reserve(8192);
    for (int t = 0; t <= scale.cubic.limit;) {
      const auto more = static_cast<int>(std::min(1e4, alike * std::exp(t / nat) * nat));
      const int last = std::min(t + more, scale.cubic.limit);
      const double least = std::max(0.0, std::ceil((t - 0.5 * planes) / k));
      const double largest = std::min(most, std::floor((last + 0.5 * planes) / k));
      if (least > most) break;
      if (least <= largest)
        all.push_back(
            {.first = t, .last = last, .least = std::sqrt(least), .largest = std::sqrt(largest)});
      t = last + 1;
    }
    return all;
  }
};

// The computed roots and products of weights and values, in levels. Values of planes with norm l1
// are not doubled, but their sum is. A difference that saturates has the root 0.
struct Products {
  const Distances& distances;
  std::vector<int> roots = {};  // [what is left of the limit]
  double whole = 0;             // the squared root that stands for weight 1
  double level;                 // units of a value of one level

  Products(const Distances& d, const std::vector<Level>& levels)
      : distances(d), level(d.planes > 1 && d.l1 ? d.scale.samples : d.scale.units()) {
    const int16::Cubic& cubic = d.scale.cubic;
    for (int rest = 0; rest <= cubic.limit; ++rest) roots.push_back(int16::root(cubic, 0, rest));
    whole = whole_weight(levels);
  }

  int root(int square, int limit) const {
    return roots[static_cast<std::size_t>(std::max(limit - square, 0))];
  }

  // |w^ x^ - w^ x|: half a unit of the product of root and value, which is known in one plane.
  double error(const Level& l, int root) const {
    const double half = 0.5 * 32768.0 * root / whole / level;
    if (distances.planes > 1) return half;
    const auto y = static_cast<int>(l.largest * level);
    if (y > 32767) return 0.0;
    const double exact = double{1} * root * y / 32768.0;
    return std::abs(int16::product(root, y) - exact) * 32768.0 * root / whole / level;
  }

 private:
  // The middle between the extremes, so that relative errors are small on both sides. Negligible
  // weights do not move it.
  double whole_weight(const std::vector<Level>& levels) const {
    double least = 1e300, largest = 0;
    for (const Level& l : levels) {
      if (l.least_weight < 0.005) break;
      const double low = root(l.last, distances.scale.cubic.limit);
      const double high = root(l.first, distances.scale.cubic.limit);
      least = std::min(least, low * low / l.largest_weight);
      largest = std::max(largest, high * high / l.least_weight);
    }
    return 0.5 * (least + largest);
  }
};

// Keeps a distance, unless one that was kept stands for it. Distances come from the largest down.
class Kept {
 public:
  explicit Kept(Column& column) : column_(column) {}

  void add(double d, double weight, double difference, double value) {
    for (const std::size_t i : strongest_)
      if (i < column_.value.size() && column_.value[i] >= value &&
          column_.difference[i] >= difference)
        return;
    const std::size_t here = column_.value.size();
    column_.distance.push_back(d);
    column_.weight.push_back(weight);
    column_.difference.push_back(difference);
    column_.value.push_back(value);
    if (here == 0 || value > column_.value[strongest_[0]]) strongest_[0] = here;
    if (here == 0 || difference > column_.difference[strongest_[1]]) strongest_[1] = here;
    strongest_[2] = here;
  }

 private:
  Column& column_;
  std::array<std::size_t, 3> strongest_{};  // the largest value, the largest difference, the last
};

// Levels are looked at in blocks: of each, the largest values, and the least weight.
constexpr std::size_t most_blocks = 512;

void look(Column& c, int dx, double space, const std::vector<Level>& levels,
          const Products& products) {
  const int limit = int16::column_limit(products.distances.scale.cubic, dx, space);
  c.nearest = std::exp(-0.5 * dx * dx / (space * space));
  Kept kept(c);
  const std::size_t block = (levels.size() + most_blocks - 1) / most_blocks;
  for (std::size_t end = levels.size(); end > 0; end -= std::min(end, block)) {
    double difference = 0.0, value = 0.0;
    for (std::size_t i = end; i-- > end - std::min(end, block);) {
      const Level& level = levels[i];
      // A root is no less than that of a larger square.
      const int low = products.root(level.last, limit), root = products.root(level.first, limit);
      const double least = double{1} * low * low / products.whole;
      const double largest = double{1} * root * root / products.whole;
      difference = std::max({difference, largest - level.least_weight * c.nearest,
                             level.largest_weight * c.nearest - least});
      value = std::max(value, products.error(level, root));
    }
    const Level& last = levels[end - 1];
    kept.add(last.largest, last.least_weight * c.nearest, difference, value);
  }
}

Model make_model(const WindowMean& filter, const Distances& distances) {
  const int radius = filter.radius_x;
  const double space = filter.sigma_space;
  Model model{.sigma = 255.0 * double{filter.sigma_range}};
  model.columns.resize(static_cast<std::size_t>(radius) + 1);
  const std::vector<Level> levels = distances.levels(model.sigma);
  const Products products(distances, levels);
  const double centre = products.root(0, distances.scale.cubic.limit);
  model.centre = std::abs(centre * centre / products.whole - 1.0);
  for (int dx = 0; dx <= radius; ++dx)
    look(model.columns[static_cast<std::size_t>(dx)], dx, space, levels, products);
  for (const TapRow& taps : tap_rows(filter)) {
    const double row = std::exp(-taps.exponent);
    for (int dx = -taps.extent; dx <= taps.extent; ++dx)
      if (dx != 0 || taps.dy != 0 || taps.dz != 0) {
        Column& c = model.columns[static_cast<std::size_t>(std::abs(dx))];
        c.rows += row;
        model.spatial += row * c.nearest;
        model.rows += row;
      }
  }
  return model;
}

// A model, and a fraction of its errors that counts as relative.
class Shares {
 public:
  Shares(const Model& model, double relative)
      : model_(model),
        relative_(relative),
        at_centre_(std::max(0.0, model.centre - relative)),
        lost_(at_centre_) {
    for (const Column& c : model.columns) {
      double largest = 0.0;
      std::vector<double>& absolute = absolute_.emplace_back();
      absolute.reserve(c.weight.size());
      for (std::size_t i = 0; i < c.weight.size(); ++i) {
        absolute.push_back(std::max(0.0, c.difference[i] - relative * c.weight[i]));
        largest = std::max(largest, absolute.back());
      }
      lost_ += c.rows * largest;
    }
  }

  // The bound for D - 1 in low..high.
  double error_between(double low, double high) const {
    const double rms = largest_rms(model_.sigma, model_.spatial, low, high);
    const double offset = largest_mean(model_.sigma, model_.spatial, low, high);
    const double weights = (1.0 + low) * (1.0 - relative_) - lost_;
    if (weights <= 0.0) return 1e300;
    return (relative_ * (1.0 + high) * rms + largest_sum(high, offset) + at_centre_ * offset) /
           weights;
  }

 private:
  // sum r max_d(c + a (d + |B|) - m w) + m high, for the best of a few m.
  double largest_sum(double high, double offset) const {
    constexpr std::array<double, 4> m{0.0, 0.03, 0.2, 1.0};
    std::array<double, 4> sums{};
    for (std::size_t k = 0; k < model_.columns.size(); ++k) {
      const Column& c = model_.columns[k];
      const std::size_t distances = c.weight.size();
      const double *const weight = c.weight.data(), *const value = c.value.data();
      const double *const distance = c.distance.data(), *const absolute = absolute_[k].data();
      double first = 0.0, second = 0.0, third = 0.0, fourth = 0.0;
      for (std::size_t i = 0; i < distances; ++i) {
        const double w = weight[i];
        const double sum = value[i] + absolute[i] * std::min(255.0, distance[i] + offset);
        first = std::max(first, sum);
        second = std::max(second, sum - m[1] * w);
        third = std::max(third, sum - m[2] * w);
        fourth = std::max(fourth, sum - m[3] * w);
      }
      sums[0] += c.rows * first;
      sums[1] += c.rows * second;
      sums[2] += c.rows * third;
      sums[3] += c.rows * fourth;
    }
    for (std::size_t k = 0; k < m.size(); ++k) sums[k] += m[k] * high;
    return *std::ranges::min_element(sums);
  }

  const Model& model_;
  double relative_, at_centre_, lost_;
  std::vector<std::vector<double>> absolute_ = {};  // of each column
};

// The bound for every D, and a D - 1 where it is largest.
struct Bound {
  double error = 1e300, at = 0.0;
};

// No split makes the bound smaller than that for a single D, so the search ends where that exceeds
// the best bound of other shares.
Bound error_with(const Shares& shares, double spatial, const Bound& best) {
  constexpr int most_splits = 12;
  const auto is_no_better = [&](double at) {
    return best.error < 1e300 && shares.error_between(at, at) >= best.error;
  };
  if (is_no_better(best.at)) return best;
  bool given_up = false;
  const MassInterval worst = worst_mass(
      spatial, [&](double low, double high) { return shares.error_between(low, high); },
      [&](const MassInterval& interval, int splits) {
        if (splits == most_splits) return true;
        given_up = splits % 4 == 0 && is_no_better(interval.middle());
        return given_up;
      });
  return given_up || worst.error >= best.error ? best : Bound{worst.error, worst.middle()};
}

double error_of(const WindowMean& filter, const Distances& distances) {
  const Model model = make_model(filter, distances);
  Bound best;
  for (const double relative : {0.002, 0.0015, 0.0025, 0.001, 0.003})
    best = error_with(Shares(model, relative), model.spatial, best);
  return best.error;
}

// All that error_of depends on.
struct Key {
  WindowKey window;
  int16::Scale scale;
  int planes;
  bool l1;

  friend bool operator==(const Key&, const Key&) = default;
};

}  // namespace

double int16_weights_error(const WindowMean& filter, const Problem& problem) {
  static Memo<Key> memo;  // error_of takes 1 to 5 ms (docs/journal/0028)
  const int16::Scale scale = int16::scale(filter, problem);
  const PlaneLayout layout = plane_layout(filter, problem);
  const int planes = layout.distance_planes;
  return memo.value({WindowKey(filter), scale, planes, layout.l1},
                    [&] { return error_of(filter, {scale, planes, layout.l1}); });
}

}  // namespace selvage::planner
