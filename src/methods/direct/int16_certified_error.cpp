// SPDX-License-Identifier: Apache-2.0
// All values are in levels of 1/255, and differences from the centre, whose weight is 1. Let w_i,
// x_i and d_i be a tap's weight, value and distance; no value exceeds its distance. D = sum w_i and
// B = sum w_i x_i / D; a hat marks the computed values, in units of the weight that stands for 1.
// Values are exact, so
//   (B^ - B) D^ = sum (w^_i - w_i) (x_i - B)
// as sum w_i (x_i - B) = 0. A tap's exponent e is known from its computed rest k: with L the limit
// and n the units of exponent 1, e n differs from L - k by at most half a unit for each rounding:
// those of the squares and of the tap's limit. A rest of 0 is any exponent above. So for every k
//   |w^ - w| <= E(k) <= u w + a(k)
// for any fraction u of the error that one chooses to call relative. Then with N taps
//   |B^ - B| D^ <= u D rms + N max_k a(k) (d(k) + |B|),   D^ >= D (1 - u) - N max_k a(k)
// since mean |x - B| <= rms, and d(k) = sigma sqrt(2 e) at most. For D - 1 in an interval, rms and
// |B| are bounded (worst_mass.hpp). The bound is evaluated for intervals from the largest D down,
// and D <= least is excluded by D^ > least (1 + u) + N max_k a(k).
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "filters/planes.hpp"
#include "filters/window.hpp"
#include "methods/direct/int16_certified.hpp"
#include "methods/direct/int16_error.hpp"
#include "methods/direct/worst_mass.hpp"
#include "planner/certified_limit.hpp"
#include "planner/memo.hpp"

namespace selvage::planner {
namespace {

using int16_certified::Form;

// The true weights that a computed rest stands for.
struct Rest {
  double least_weight = 0.0, largest_weight = 0.0, distance = 0.0;  // distance: the largest
  double computed = 0.0;
};

struct Taps {
  double sigma = 0.0;    // levels
  double taps = 0.0;     // N
  double spatial = 0.0;  // the sum of spatial weights, without the centre
};

Taps taps_of(const WindowMean& filter) {
  Taps w{.sigma = 255.0 * double{filter.sigma_range}};
  for (const TapRow& row : tap_rows(filter))
    for (int dx = -row.extent; dx <= row.extent; ++dx) {
      w.taps += 1.0;
      w.spatial += std::exp(-spatial_exponent(filter, dx, row.dy, row.dz));
    }
  w.spatial -= 1.0;
  return w;
}

std::vector<Rest> rests_of(const Form& form, double sigma, int squares) {
  const double off = 0.5 * (squares + 1), units = form.units();
  std::vector<Rest> all;
  all.reserve(static_cast<std::size_t>(form.limit()) + 1);
  for (int k = 0; k <= form.limit(); ++k) {
    const double exponent = (form.limit() - k) / units;
    const double least = std::max(0.0, exponent - off / units), most = exponent + off / units;
    // Above exponent 1 weight x distance falls, so the least exponent stands for a rest of 0.
    all.push_back({.least_weight = k == 0 ? 0.0 : std::exp(-most),
                   .largest_weight = std::exp(-least),
                   .distance = std::min(255.0, sigma * std::sqrt(2.0 * (k == 0 ? least : most))),
                   .computed = double(form.weight(k))});
  }
  return all;
}

// Makes computed weights fractions of the one that stands for 1, the middle between the extremes,
// and returns it. Only weights whose last rounding is a small part of them move it.
double normalise(std::vector<Rest>& rests) {
  double least = 1e300, largest = 0.0;
  for (const Rest& r : rests)
    if (r.least_weight > 0.05) {
      least = std::min(least, r.computed / r.largest_weight);
      largest = std::max(largest, r.computed / r.least_weight);
    }
  const double whole = 0.5 * (least + largest);
  for (Rest& r : rests) r.computed /= whole;
  return whole;
}

// Returns the least D with the limit, as a computed sum; both in units of weight 1.
double least_sum(const std::vector<Rest>& rests, const Taps& w, double relative, double limit) {
  double lost = 0.0, shifted = 0.0;  // max a, max a d
  for (const Rest& r : rests) {
    const double error = std::max(r.computed - r.least_weight, r.largest_weight - r.computed);
    const double absolute = std::max(0.0, error - relative * r.least_weight);
    lost = std::max(lost, absolute);
    shifted = std::max(shifted, absolute * r.distance);
  }
  lost *= w.taps;
  shifted *= w.taps;
  const auto bound = [&](double low, double high) {
    const double rms = largest_rms(w.sigma, w.spatial, low, high);
    const double offset = largest_mean(w.sigma, w.spatial, low, high);
    const double weights = (1.0 + low) * (1.0 - relative) - lost;
    if (weights <= 0.0) return 1e300;
    return (relative * (1.0 + high) * rms + shifted + lost * offset) / weights;
  };
  constexpr double shorter = 1.05;
  double mass = w.spatial;
  while (mass > 1e-3 && bound(mass / shorter, mass) <= limit) mass /= shorter;
  if (mass == w.spatial) return std::numeric_limits<double>::infinity();
  return (1.0 + mass) * (1.0 + relative) + lost;
}

// All that the sum depends on.
struct LeastSumKey {
  WindowKey window;
  int squares;
  double limit;

  friend bool operator==(const LeastSumKey&, const LeastSumKey&) = default;
};

// Returns infinity where hardly any pixel would reach the sum.
double least_sum_of(const WindowMean& filter, const Form& form, int squares, double limit) {
  constexpr double largest_share = 0.25;  // of the sum of a flat window
  const Taps taps = taps_of(filter);
  std::vector<Rest> rests = rests_of(form, taps.sigma, squares);
  const double whole = normalise(rests);
  double least = std::numeric_limits<double>::infinity();
  for (const double relative : {0.001, 0.002, 0.003, 0.004, 0.005, 0.006})
    least = std::min(least, least_sum(rests, taps, relative, limit));
  return least <= largest_share * (1.0 + taps.spatial) ? whole * least
                                                       : std::numeric_limits<double>::infinity();
}

}  // namespace

std::optional<double> int16_least_sum(const WindowMean& filter, const Problem& problem,
                                      int simd_floats) {
  static Memo<LeastSumKey> memo;  // 0.3 to 0.5 ms (docs/journal/0070)
  if (!int16_certified::serves(filter, problem, simd_floats)) return {};
  const PlaneLayout layout = plane_layout(filter, problem);
  const int squares = layout.l1 ? 1 : layout.distance_planes;
  const double limit = int16_limit(problem.max_error);
  const double sum = memo.value({WindowKey(filter), squares, limit}, [&] {
    return least_sum_of(filter, int16_certified::form(filter, problem), squares, limit);
  });
  return std::isfinite(sum) ? std::optional(sum) : std::nullopt;
}

}  // namespace selvage::planner
