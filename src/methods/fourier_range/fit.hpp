// SPDX-License-Identifier: Apache-2.0
#pragma once
// The fit of a Fourier range kernel (shiftable bilateral filter) for one channel of u8, and the
// proof of its error.

#include <string>
#include <vector>

#include "filters/window_mean.hpp"
#include "methods/fourier_range/level_form.hpp"
#include "methods/fourier_range/range_series.hpp"

namespace selvage {

// Levels are those of u8. Let d = f_q - f_p, w_q the spatial weights (w_p = 1) and S their sum:
//   D = sum_q w_q g(d), N = sum_q w_q h(d), and the result is f_p + N / D
// With the cosines of RangeSeries, and C_k, S_k the spatial means of cos(w k f) and sin(w k f)
// times S:
//   D^ = a_0 S + sum_k a_k (cos(w k f_p) C_k + sin(w k f_p) S_k)
//   N^ =         sum_k b_k (cos(w k f_p) S_k - sin(w k f_p) C_k)
// So all pixels share 2 K filtered images, which serve both numerator and denominator. (The usual
// forms also filter f times the cosines [chaudhury2011, eq. 5].)
//
// The error holds for every image. D >= 1, the centre's weight, so max(D^, 1) is at least as near
// to D as D^ is:
//   |N^ / max(D^, 1) - N / D| <= (E_N + |N / D| E_D) / max(1, D - E_D)
//   E_D = S (error of g^) + rounding_D,   E_N = S (error of h^) + rounding_N
// With D = 1 + t and M = S - 1, |N / D| <= s t sqrt(2 ln(M / t)) / (1 + t): a tap of weight p_q =
// w_q g(d_q) has |d_q| = s sqrt(2 ln(w_q / p_q)), and x sqrt(-2 ln x) is concave (Jensen). The
// bound is the maximum of the right side over all t. Missing taps only make M smaller.
//
// In single precision, a spatial mean adds a product for each tap, from both ends of a row or
// column to its middle. So it errs by one rounding (2^-24) of each partial sum, which
// fourier_roundings counts for weights that add up to 1. Weights, cosines and, if the processor
// does not fuse them, products are rounded once.
struct FourierFit {
  RangeSeries series;
  double weights = 0.0;  // S
  double error = 0.0;    // in levels, before rounding
};

// Terms are added by four, that is by eight coefficients (a term has a cosine and a sine).
inline constexpr int fourier_step = 4;
inline constexpr int most_fourier_terms = 32;

// Returns the weights of the taps 0..radius; the centre's is 1.
std::vector<double> fourier_weights(double sigma_space, int radius);
// Returns the error of one spatial mean along a row or a column, relative to the sum of its
// weights, in roundings of a partial sum.
double fourier_roundings(const std::vector<double>& weights);

// Returns the error of a series for the step's window, in levels.
double fourier_error(const RangeSeries& series, double sigma, const WindowMean& step);

// Returns the fit with the fewest terms that has an error of at most form.limit; if rounding alone
// exceeds that, the fewest that add little to it. Serves square windows and a sigma_range of at
// least 1 / 32.
FourierFit fourier_fit(const WindowMean& step, const LevelForm& form = {});
inline constexpr double least_fourier_sigma = 1.0 / 32.0;  // fraction of full scale

}  // namespace selvage
