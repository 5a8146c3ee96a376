// SPDX-License-Identifier: Apache-2.0
// All values are in levels of 1/255, the centre is 0 and its weight is 1. Let w_i, d_i and x_i be a
// tap's weight, distance and value, D = sum w_i and B = sum w_i x_i / D; a hat marks the computed
// values. Only the weights are rounded, for their sums and those of their products with bytes are
// sums of integers. So
//   (B^ - B) D^ = sum (w^_i - w_i) (x_i - B)
// since sum w_i (x_i - B) = 0. The table of a tap's ring says e_i(d) = |w^ - w| for every distance;
// E = sum max_d e_i(d), and D^ >= D - E. The centre's weight is exact.
//   guided:  |x_i - B| <= 255 and D >= 1, so |B^ - B| <= 255 E / (1 - E)
//   else:    |x_i| <= min(d_i, 255), since no channel differs by more than the distance; so
//            |B^ - B| (D - E) <= sum max_d(e_i(d) min(d, 255)) + E |B|
//            |B| <= sigma (D - 1) sqrt(2 ln(S / (D - 1))) / D, S the sum of the spatial weights
//            without the centre's: d^2 = 2 sigma^2 ln(s / w), Jensen
//            (methods/direct/int16_error.cpp)
// A distance beyond the table has the weight 0 instead of w; both w and w d are smaller than for
// the last entry, if that is 0, as for distances of several planes.
#include "methods/direct/lookup_error.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <queue>
#include <vector>

#include "methods/direct/lookup_weights.hpp"
#include "planner/memo.hpp"

namespace selvage::planner {
namespace {

constexpr double largest_level = 255.0;

struct TableErrors {
  double weights = 0;  // E
  double values = 0;   // sum max_d(e(d) d)
  double spatial = 0;  // S
};

TableErrors table_errors(const WindowMean& filter, int bytes) {
  const double sigma = largest_level * double{filter.sigma_range};
  const auto range = lookup::range_weights(sigma);
  TableErrors sums;
  for (const lookup::Ring& ring :
       lookup::rings(filter.window, filter.radius_x, filter.sigma_space)) {
    const double unit = std::ldexp(1.0 / lookup::whole(bytes), -ring.doublings);
    const double entries = lookup::whole(bytes) * std::ldexp(ring.spatial, ring.doublings);
    double weight = 0, value = 0;
    for (int d = 0; d < lookup::distances; ++d) {
      const double w = range[static_cast<std::size_t>(d)];
      const double entry = std::floor(entries * w + 0.5);  // lookup::entry
      const double error = std::abs(unit * entry - ring.spatial * w);
      weight = std::max(weight, error);
      value = std::max(value, error * d);
      // From here on entries are 0, so that the error is the weight; it falls, and w d with it.
      if (entry == 0.0 && d > sigma) break;
    }
    sums.weights += ring.taps() * weight;
    sums.values += ring.taps() * value;
    sums.spatial += ring.taps() * ring.spatial;
  }
  return sums;
}

// The bound for D - 1 in low..high. x sqrt(ln(S / x)) has one maximum.
double lookup_error_between(const TableErrors& sums, double sigma, double low, double high) {
  const double x = std::clamp(sums.spatial / std::exp(0.5), low, high);
  const double mean = std::min(
      largest_level, sigma * x * std::sqrt(2.0 * std::log(sums.spatial / x)) / (1.0 + low));
  return (sums.values + sums.weights * mean) / (1.0 + low - sums.weights);
}

// The bound for every D: the largest for intervals of D - 1 that grow by 2 %. The bound for several
// intervals together is at least that for each, so only those with the largest are looked at.
double largest_of_intervals(const TableErrors& sums, double sigma) {
  constexpr double step = 1.02;
  const double first = sums.spatial * 1e-6;
  std::vector<double> ends{first};
  while (ends.back() < sums.spatial) ends.push_back(std::min(ends.back() * step, sums.spatial));
  struct Run {
    double error;
    std::size_t low, high;  // indices of ends
    bool operator<(const Run& other) const { return error < other.error; }
  };
  std::priority_queue<Run> runs;
  const auto look_at = [&](std::size_t low, std::size_t high) {
    runs.push({lookup_error_between(sums, sigma, ends[low], ends[high]), low, high});
  };
  look_at(0, ends.size() - 1);
  while (runs.top().high - runs.top().low > 1) {
    const Run worst = runs.top();
    runs.pop();
    const std::size_t middle = (worst.low + worst.high) / 2;
    look_at(worst.low, middle);
    look_at(middle, worst.high);
  }
  return std::max(runs.top().error, lookup_error_between(sums, sigma, 0.0, first));
}

double lookup_error_of(const WindowMean& filter, bool guided, int bytes) {
  const TableErrors sums = table_errors(filter, bytes);
  if (sums.weights >= 0.5) return largest_level;
  if (guided) return largest_level * sums.weights / (1.0 - sums.weights);
  if (sums.spatial == 0.0) return 0.0;
  return largest_of_intervals(sums, largest_level * double{filter.sigma_range});
}

// All that lookup_error_of depends on.
struct LookupKey {
  int radius;
  Window window;
  double sigma_space;
  float sigma_range;
  bool guided;
  int bytes;

  friend bool operator==(const LookupKey&, const LookupKey&) = default;
};

}  // namespace

double lookup_weights_error(const WindowMean& filter, bool guided, int bytes) {
  static Memo<LookupKey> memo;
  return memo.value(
      {filter.radius_x, filter.window, filter.sigma_space, filter.sigma_range, guided, bytes},
      [&] { return lookup_error_of(filter, guided, bytes); });
}

}  // namespace selvage::planner
