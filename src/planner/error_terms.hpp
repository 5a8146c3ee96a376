// SPDX-License-Identifier: Apache-2.0
#pragma once
// Error terms of the candidates in single precision. All are relative to R, the range of values in
// the window: full scale for integers; for floats the largest |sample| if the window's samples have
// one sign, else the range.

#include "filters/planes.hpp"
#include "filters/problem.hpp"

namespace selvage::planner {

inline constexpr double ulp = 0x1p-24;  // relative error of one rounding in single precision

// Returns the largest relative error of a weight that the CPU's vector loops compute as 2^e by a
// polynomial of this degree (backends/cpu/simd_exp2-inl.h, whose test measures it).
constexpr double exp2_error(int degree) {
  return degree == 3 ? 7.5e-5 : degree == 4 ? 2.8e-6 : 2.4e-7;
}

// Returns the error that the request `exact` allows: in the samples' unit for integers, relative to
// R for floats.
double exact_error(PixelType type);
// Returns the largest factor by which a convolution amplifies samples, max(1, |scale| sum |k|); 1
// for means.
double largest_gain(const Filter& filter);

// Returns the bits of the mean exponent: the largest sum of p_i e_i over n taps of weight 2^-e_i
// and fraction p_i = 2^-e_i / D. For a given mass D - 1 around the centre, equal weights maximise
// it (they maximise the entropy), so it is the maximum over D of (1 - 1/D) log2((n - 1) / (D - 1)).
double mean_exponent(double taps);

// Returns the roundings of a term in summation blocks of this many taps that Kahan's sum adds:
// those of its block, 1 of the last term, and the 2 by which Kahan's sum errs.
constexpr double kahan_roundings(int block) {
  return block + 3.0;
}

// The error terms of a candidate's weights and sums.
struct SumsOfWeights {
  double weight = 0.0;      // relative error of a weight that does not depend on its exponent
  double roundings = 0.0;   // roundings of the exponent, each relative to it
  double additions = 0.0;   // additions that a term goes through
  double last_steps = 4.0;  // roundings of product, quotient, scale and centre
};

//   weights    u R / 2 + v R / 2 * mean_exponent     |B^ - B| <= sum p_i |error_i| |x_i - B|
//   sums       2 m ulp R       each addition errs by one ulp of the partial sums of weights and of
//                              weight x (value - centre), both at most (sum of weights) x R
//   last steps
double sums_error(const SumsOfWeights& sums, double exponent);

// The error of a mean that alpha weighs, if its sums are those of products and not of differences
// from the centre. Tap i has the fraction p_i = w_i a_i / sum w a, whatever its exponent e_i:
//   colour   |C^ - C| <= sum p_i |error_i| |c_i - C| + m ulp |c| of either sum, as in sums_error
// Of the taps that count, none has a fraction below 2^-24 / n, and alpha, sum w a / sum w with
// sum w >= 1, is at least 2^-32 (least_alpha). So e_i <= 56 + log2 n takes the place of the mean
// exponent. Products and the quotient add 4 roundings. Colours of both signs may differ by twice
// the largest, which doubles the term of the weights.
double weighted_exponent(double taps);
double weighted_error(const SumsOfWeights& sums, double exponent);

// Rounded distance planes shift differences by up to 2 ulp of full scale, which changes an exponent
// by 2 |d| shift / 2 sigma^2 ln 2. If values follow the distance, |x - B| is at most a few sigma as
// well, and sigma cancels; luma does not bound the value.
double rounded_planes_error(const Problem& problem, const PlaneLayout& layout, double exponent);

}  // namespace selvage::planner
