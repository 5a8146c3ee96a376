// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the errors of the direct candidates in single precision are made of. All are relative to R,
// the range of values in the window: full scale for integers; for floats the largest |sample| where
// the window's samples have one sign, else the range.

#include "core/planes.hpp"
#include "core/problem.hpp"

namespace selvage::planner {

inline constexpr double ulp = 0x1p-24;  // relative error of one rounding in single precision

// What the request `exact` allows: samples' unit for integers, relative to R for floats.
double exact_error(PixelType type);
// By which a convolution may make samples larger: max(1, |scale| sum |k|); 1 for means.
double largest_gain(const Filter& filter);

// Bits of the mean exponent: the largest sum of p_i e_i over n taps of weight 2^-e_i and share
// p_i = 2^-e_i / D. For a given mass D - 1 beside the centre it is largest with equal weights (the
// entropy is), so it is the maximum over D of (1 - 1/D) log2((n - 1) / (D - 1)).
double mean_exponent(double taps);

// How a candidate computes weights and sums.
struct SumsOfWeights {
  double weight = 0.0;      // relative error of a weight that does not depend on its exponent
  double roundings = 0.0;   // of the exponent, each relative to it
  double additions = 0.0;   // that a term goes through
  double last_steps = 4.0;  // roundings of product, quotient, scale and centre
};

//   weights    u R / 2 + v R / 2 * mean_exponent     |B^ - B| <= sum p_i |error_i| |x_i - B|
//   sums       2 m ulp R       each addition errs by one ulp of the partial sums of weights and of
//                              weight x (value - centre), both at most (sum of weights) x R
//   last steps
double sums_error(const SumsOfWeights& sums, double exponent);

// Distance planes that are themselves rounded shift differences by up to 2 ulp of full scale, whose
// effect on an exponent is 2 |d| shift / 2 sigma^2 ln 2. Where values follow the distance, |x - B|
// is at most a few sigma as well, and sigma cancels; luma says nothing about the value.
double rounded_planes_error(const Problem& problem, const PlaneLayout& layout, double exponent);

}  // namespace selvage::planner
