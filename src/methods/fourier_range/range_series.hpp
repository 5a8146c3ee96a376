// SPDX-License-Identifier: Apache-2.0
#pragma once
// A Gaussian of differences as a sum of cosines, with its error.

#include <vector>

namespace selvage {

// Let g(d) = exp(-d^2 / 2 s^2), h(d) = d g(d) and w = 2 pi / T:
//   g^(d) = a_0 + sum_k a_k cos(w k d)   a_0 = s sqrt(2 pi) / T, a_k = 2 a_0 exp(-(w k s)^2 / 2)
//   h^(d) =       sum_k b_k sin(w k d)   b_k = s^2 w k a_k, since h = -s^2 g'
// The whole series is the Fourier series of the Gaussian repeated with period T (Poisson's sum). So
// |g^ - g| for |d| <= range is at most the omitted part, the sum of a_k beyond the last term, plus
// the part that the repetitions add, g(mT - range) + g(mT) for m = 1, 2, ...; likewise for h, where
// it falls.
struct RangeSeries {
  double frequency = 0.0;      // w
  int lowest = 1;              // the harmonic k of the first term
  double constant = 0.0;       // a_0
  std::vector<double> cosine;  // a_1, a_2, ...
  std::vector<double> sine;    // b_1, b_2, ...
  double cosine_error = 0.0;   // |g^ - g| at most
  double sine_error = 0.0;     // |h^ - h| at most, in the unit of d

  int terms() const { return static_cast<int>(cosine.size()); }
};

// Returns the series with the period that minimises sine_error, the larger of the two errors
// relative to the sums of weights that they apply to. sigma, range > 0; terms >= 1.
RangeSeries range_series(double sigma, double range, int terms);

// Returns the series with its constant as the first term, of harmonic 0: where taps may be missing,
// the sum of their weights is one more filtered image.
RangeSeries with_constant_term(RangeSeries series);

}  // namespace selvage
