// SPDX-License-Identifier: Apache-2.0
#pragma once
// The bilateral of one channel of u8 by sums that all pixels share, and the proof of its error.

#include <string>
#include <vector>

#include "core/range_series.hpp"
#include "core/window_mean.hpp"

namespace selvage {

// Levels are those of u8. With d = f_q - f_p, w_q the spatial weights (w_p = 1), S their sum:
//   D = sum_q w_q g(d), N = sum_q w_q h(d), the result is f_p + N / D
// and by RangeSeries' cosines, with C_k, S_k the spatial means of cos(w k f) and sin(w k f) times
// S:
//   D^ = a_0 S + sum_k a_k (cos(w k f_p) C_k + sin(w k f_p) S_k)
//   N^ =         sum_k b_k (cos(w k f_p) S_k - sin(w k f_p) C_k)
// so that all pixels share 2 K filtered images, and numerator and denominator are made of the same
// ones. (The usual forms filter f times the cosines, too: [chaudhury2011, eq. 5].)
//
// The error, for every image. D >= 1, the centre's weight, so max(D^, 1) is as near to D as D^ is:
//   |N^ / max(D^, 1) - N / D| <= (E_N + |N / D| E_D) / max(1, D - E_D)
//   E_D = S (error of g^) + rounding_D,   E_N = S (error of h^) + rounding_N
// and, with D = 1 + t and M = S - 1, |N / D| <= s t sqrt(2 ln(M / t)) / (1 + t): for taps of
// weights p_q = w_q g(d_q) |d_q| is s sqrt(2 ln(w_q / p_q)), and x sqrt(-2 ln x) is concave
// (Jensen). The bound is the largest value of the right side over all t.
//
// Single precision: a spatial mean adds a product for each tap, from both ends of a row or column
// to its middle, so that it errs by one rounding (2^-24) of each partial sum, which
// series_roundings counts for weights that add up to 1. Weights, cosines and, where a processor
// does not fuse them, products are rounded once.
struct SeriesFit {
  RangeSeries series;
  double weights = 0.0;  // S
  double error = 0.0;    // levels, before rounding
};

// Terms are taken by eights of numbers (a cosine and a sine each).
inline constexpr int series_step = 4;
inline constexpr int most_series_terms = 32;

// Weights of the taps 0..radius, the centre's is 1.
std::vector<double> series_weights(double sigma_space, int radius);
// What one spatial mean along a row or a column errs by, relative to the sum of its weights, in
// roundings of a partial sum.
double series_roundings(const std::vector<double>& weights);

// The error of a series for the step's window, in levels.
double series_error(const RangeSeries& series, double sigma, const WindowMean& step);

// The fewest terms with an error of at most 0.45 levels; where rounding alone makes it larger, the
// fewest that add little to that. For a square window and sigma_range of at least 1 / 32.
SeriesFit series_fit(const WindowMean& step);
inline constexpr double least_series_sigma = 1.0 / 32.0;  // of full scale

}  // namespace selvage
