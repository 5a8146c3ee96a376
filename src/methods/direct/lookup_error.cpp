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
//            with |B| bounded for D - 1 in an interval (worst_mass.hpp)
// A distance beyond the table has the weight 0 instead of w; both w and w d are smaller than for
// the last entry, if that is 0, as for distances of several planes.
#include "methods/direct/lookup_error.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "methods/direct/lookup_weights.hpp"
#include "methods/direct/worst_mass.hpp"
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
  for (const lookup::Ring& ring : lookup::rings(filter)) {
    const double unit = std::ldexp(1.0 / lookup::whole(bytes), -ring.doublings);
    const double scale = lookup::entry_scale(ring, bytes);
    double weight = 0, value = 0;
    for (int d = 0; d < lookup::distances; ++d) {
      const double w = range[static_cast<std::size_t>(d)];
      const int entry = lookup::entry(scale, w);
      const double error = std::abs(unit * entry - ring.spatial * w);
      weight = std::max(weight, error);
      value = std::max(value, error * d);
      // From here on entries are 0, so that the error is the weight; it falls, and w d with it.
      if (entry == 0 && d > sigma) break;
    }
    sums.weights += ring.taps() * weight;
    sums.values += ring.taps() * value;
    sums.spatial += ring.taps() * ring.spatial;
  }
  return sums;
}

// The bound for D - 1 in low..high.
double lookup_error_between(const TableErrors& sums, double sigma, double low, double high) {
  const double mean = largest_mean(sigma, sums.spatial, low, high);
  return (sums.values + sums.weights * mean) / (1.0 + low - sums.weights);
}

double lookup_error_of(const WindowMean& filter, bool guided, int bytes) {
  const TableErrors sums = table_errors(filter, bytes);
  if (sums.weights >= 0.5) return largest_level;
  if (guided) return largest_level * sums.weights / (1.0 - sums.weights);
  const double sigma = largest_level * double{filter.sigma_range};
  const auto bound = [&](double low, double high) {
    return lookup_error_between(sums, sigma, low, high);
  };
  return worst_mass(sums.spatial, bound, is_short(1.02, sums.spatial)).error;
}

// All that lookup_error_of depends on.
struct LookupKey {
  WindowKey window;
  bool guided;
  int bytes;

  friend bool operator==(const LookupKey&, const LookupKey&) = default;
};

}  // namespace

double lookup_weights_error(const WindowMean& filter, bool guided, int bytes) {
  static Memo<LookupKey> memo;
  return memo.value({WindowKey(filter), guided, bytes},
                    [&] { return lookup_error_of(filter, guided, bytes); });
}

}  // namespace selvage::planner
