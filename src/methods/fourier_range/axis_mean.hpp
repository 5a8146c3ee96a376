// SPDX-License-Identifier: Apache-2.0
#pragma once
// The mean of a cut Gaussian along one axis at a cost that does not grow with its radius.

#include <array>
#include <vector>

namespace selvage {

// The weights w(t) = exp(-t^2 / 2 sigma^2), |t| <= radius, are approximated by a smooth part on a
// grid of every step-th pixel (decimation, a mean there, interpolation) plus a box and a parabola,
// which take up the jump and the kink at the ends:
//   R_j = sum_t reduce(t) u(j step + t)              a quadratic B-spline, |t| < 1.5 step
//   F_j = sum_m coarse(|m|) R_{j + m}                |m| <= reach
//   out(x) = sum_a interpolate(x mod step, a) F_{x div step + a} + box B(x) + parabola Q(x)
//            + sum_e ends(e) (u(x - radius + e) + u(x + radius - e))
//   B(x) = sum_t u(x + t)                            |t| <= radius
//   Q(x) = sum_t ((radius + 1)^2 - t^2) u(x + t)     |t| <= radius
// with a cubic B-spline for a = -1..2. B and Q are running sums, exact in integers. The outermost
// pairs of taps, if they have weights of their own, take the error to an eighth or so, since most
// of it lies there (docs/journal/0068). No tap lies beyond the radius. The weights that a pixel
// really sees, w'(t), depend on x mod step, so grids are anchored at the image's origin.
struct AxisMean {
  int radius = 0;
  int step = 1;
  int reach = 0;
  std::vector<double> reduce;                      // of t = 0, 1, ...; 0 from 1.5 step on
  std::vector<std::array<double, 4>> interpolate;  // [step]
  std::vector<double> coarse;                      // [reach + 1]
  double box = 0.0, parabola = 0.0;
  std::vector<double> ends;  // of e = 0, 1, ...; empty, or end_pairs of them
  double mass = 1.0;         // sum of w
  double variation = 0.0;    // sum of |w' - w|, of the worst pixel, relative to `mass`
  // Bounds of the sums of absolute weights of all intermediate steps, relative to `mass`.
  double coarse_mass = 1.0;
  double parabola_mass = 0.0;
  double ends_mass = 0.0;
};

inline constexpr int end_pairs = 3;

// Returns the sum of the weights of Q.
double parabola_weights(int radius);

// Returns steps worth a try, in pixels, from the largest on: a larger one costs less and errs more.
std::vector<int> axis_steps(double sigma, int radius);

// Returns the weights of a radius of at least 12 that minimise the variation, nearly (iteratively
// reweighted least squares). `variation` and the masses are computed from the weights rounded to
// single precision. With `ends`, the outermost pairs of taps have weights of their own.
AxisMean axis_mean(double sigma, int radius, int step, bool ends = false);

}  // namespace selvage
