// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the proofs for rounded weights share (int16_error.cpp, int16_products_error.cpp,
// lookup_error.cpp). A window's weights sum to D, of which the centre has 1; errors depend on the
// mass D - 1 around it, which is at most S, the sum of the spatial weights there. All values are
// differences from the centre in levels of 1/255; d^2 = 2 sigma^2 ln(s / w) for a tap's distance d,
// its spatial weight s and its weight w. By Jensen, with no value above its distance:
//   rms^2 <= 2 sigma^2 (D - 1) ln(S / (D - 1)) / D       the mean square
//   |B|   <= sigma (D - 1) sqrt(2 ln(S / (D - 1))) / D   the mean

#include <algorithm>
#include <cmath>
#include <queue>

#include "filters/window_mean.hpp"

namespace selvage::planner {

struct MassInterval {
  double error = 0.0;  // the bound for a mass in low..high
  double low = 0.0, high = 0.0;

  double middle() const { return std::sqrt(std::max(low, high / 16.0) * high); }
  friend bool operator<(const MassInterval& a, const MassInterval& b) { return a.error < b.error; }
};

// Return the largest rms and |B| for a mass in low..high. x ln(S / x) and x sqrt(ln(S / x)) have
// one maximum each.
inline double largest_rms(double sigma, double spatial, double low, double high) {
  const double x = std::clamp(spatial / std::exp(1.0), low, high);
  return std::min(127.5, sigma * std::sqrt(2.0 * x * std::log(spatial / x) / (1.0 + low)));
}
inline double largest_mean(double sigma, double spatial, double low, double high) {
  const double x = std::clamp(spatial / std::exp(0.5), low, high);
  return std::min(255.0, sigma * x * std::sqrt(2.0 * std::log(spatial / x)) / (1.0 + low));
}

// Returns the interval with the largest bound(low, high) among intervals that together hold every
// mass up to `spatial`; error 0 if there is none. The worst one is split, since short intervals
// give tighter bounds, until enough(interval, splits so far).
template <class Bound, class Enough>
MassInterval worst_mass(double spatial, const Bound& bound, const Enough& enough) {
  std::priority_queue<MassInterval> intervals;
  const auto look_at = [&](double low, double high) {
    intervals.push({bound(low, high), low, high});
  };
  for (double low = 0.0, high = 0.1; low < spatial; low = high, high *= 4.0)
    look_at(low, std::min(high, spatial));
  if (intervals.empty()) return {};
  for (int splits = 0;; ++splits) {
    const MassInterval worst = intervals.top();
    if (enough(worst, splits)) return worst;
    intervals.pop();
    look_at(worst.low, worst.middle());
    look_at(worst.middle(), worst.high);
  }
}

// For worst_mass: the ends of the interval differ by less than `ratio`, or hardly from 0.
inline auto is_short(double ratio, double spatial) {
  return [=](const MassInterval& interval, int) {
    return interval.high <= ratio * interval.low || interval.high <= 1e-6 * spatial;
  };
}

// All that the weights of a window depend on whose radii along rows and columns are equal.
struct WindowKey {
  int radius, radius_z;
  Window window;
  ThirdAxis third_axis;
  double sigma_space, sigma_depth;
  float sigma_range;

  explicit WindowKey(const WindowMean& f)
      : radius(f.radius_x),
        radius_z(f.radius_z),
        window(f.window),
        third_axis(f.third_axis),
        sigma_space(f.sigma_space),
        sigma_depth(f.sigma_depth),
        sigma_range(f.sigma_range) {}

  friend bool operator==(const WindowKey&, const WindowKey&) = default;
};

}  // namespace selvage::planner
