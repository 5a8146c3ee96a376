// SPDX-License-Identifier: Apache-2.0
#pragma once
// The fit of candidate "fourier_multirate": a Fourier range kernel (fit.hpp) whose spatial means
// are approximated too (axis_mean.hpp), and the certificate of each pixel.

#include "filters/window_mean.hpp"
#include "methods/fourier_range/axis_mean.hpp"
#include "methods/fourier_range/joint_level.hpp"
#include "methods/fourier_range/level_form.hpp"
#include "methods/fourier_range/range_series.hpp"

namespace selvage {

// The fixed-point numbers of one axis.
struct AxisScale {
  double unit = 1.0;  // integers that stand for 1
  int shift = 0;      // the parabola sums integers shifted right by so many bits
};

// With D, N, D^, N^ of fit.hpp, S the sum of the weights and S eps the sum of |w' - w|:
//   |D^ - D| <= E_D = S (e_g + eps (1 + e_g) + r max |g'|) + rounding,  max |g'| = exp(-1/2) / s
//   |N^ - N| <= E_N = S (e_h + eps (max |h| + e_h) + r max |h'|) + rounding
// since 0 <= g <= 1, max |h| = s exp(-1/2), max |h'| = 1, and D^ has a constant term a_0 S. r is
// what a difference of floats changes by when both are rounded to steps; 0 for integers. As D >= 1,
//   |N^ / D' - N / D| <= (E_N + |N^ / D'| E_D) / max(1, D^ - E_D),   D' = max(D^, 1)
// which is known at each pixel: its certificate. A pixel whose certificate exceeds form.limit is
// computed from all its taps. Missing taps only make the errors smaller.
//
// A joint filter's D^ is that of the guide, and for each channel N is the sum of w g (v - m), v the
// values and m the middle of their range. As |v - m| <= m,
//   |N^ - N| <= E_N = m (S (e_g + eps (1 + e_g)) + rounding)
// where a filtered image's items, cosines times values, are rounded twice: cosines, then products.
struct CertifiedFit {
  LevelForm form;
  RangeSeries series;
  AxisMean across, down;
  AxisScale level_scale;        // of the cosines that columns sum
  AxisScale sum_scale;          // of the sums of columns, which rows sum
  double sigma = 1.0;           // sigma_range, in levels
  double weights = 1.0;         // S
  double of_weights = 0.0;      // E_D
  double of_differences = 0.0;  // E_N
  double error = 0.0;           // of every result, in levels, before rounding
};

inline constexpr int least_multirate_radius = 12;

// Returns the share of S below which D fails the certificate, where N is small; of a joint filter,
// where it is not.
template <class Fit>
double failing_share(const Fit& fit) {
  const double shift = fit.form.joint() ? 0.5 * value_middle : 0.0;
  return ((fit.of_differences + shift * fit.of_weights) / fit.form.limit + fit.of_weights) /
         fit.weights;
}

// What a pixel costs, apart from the starts of running sums.
struct CertifiedWork {
  double columns = 0.0, rows = 0.0;  // instructions for each vector of numbers
  double images = 1.0;               // sets of filtered images: of D, and of each averaged channel
  double taps = 0.0;                 // of pixels that fail, on average
};
CertifiedWork work_of(const CertifiedFit& fit);

// Sets the errors that follow from the rest of the fit.
void certify(CertifiedFit& fit);

// Returns the fit that costs least for a square window. The radius is least_multirate_radius..256,
// sigma_range at least 1 / 32.
CertifiedFit certified_fit(const WindowMean& step, const LevelForm& form = {});

}  // namespace selvage
