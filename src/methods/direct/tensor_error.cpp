// SPDX-License-Identifier: Apache-2.0
// Let w_i and x_i be a tap's weight and value, p_i = w_i / sum w and B = sum p_i x_i; a hat marks
// computed values and R the range of values. If |w^_i / (c w_i) - 1| <= e for one constant c of the
// pixel, then
//   |B^ - B| <= e / (1 - e) sum p_i |x_i - B|
// and sum p_i |x_i - B| <= R / 2. If the planes are the values and k is the exponent's factor of
// |f(p) - f(q)|^2, then also sum p_i |x_i - x_p| <= sqrt(sum p_i |x_i - x_p|^2) <=
// sqrt(mean_exponent / k) (Jensen; mean_exponent bounds sum p_i e_i, error_terms.hpp), and
// |x_i - B| <= |x_i - x_p| + |x_p - B| at most doubles it.
//
// The error e has three parts. Let T be the largest magnitude of a term of an exponent.
//   e_poly   Of the weights by the polynomial, over all 1024 fractions and both ends of the cell
//            that each stands for; tensor_error_test.cpp evaluates it bit by bit. Weights by the
//            special-function unit err less: 2^-22 and one rounding to a half. All weights of a
//            pixel come from one of the two, so their biases are part of c.
//   halves   n(q), 2k f and 2m q are sums of two halves, which leaves 2^-22 of them, and have three
//            roundings in single precision, 2^-24 each; low parts leave 2^-22 of f twice.
//   sums     A matrix instruction adds 17 terms that are cut off below the last bit of the largest,
//            at 2^-23 of it or less [khattak2025]; the largest is at most 2 T + 64, the bias
//            included.
// What is constant for a pixel cancels in c.
//
// The sums of weights x values and of weights pass through one instruction for each unit of taps,
// each of which cuts 17 terms off at 2^-23 of at most (sum of weights) x R / 2. The polynomial errs
// by at most 2^-28 of the largest weight where weights are below that, for each of the 16 taps of a
// unit; a penalty makes a weight of
// either kind exactly 0, so taps outside a window do not show. With low parts n(p) is rounded to a
// half below it, at most T / 1000 away, and all weights of the pixel are smaller by that.
#include "methods/direct/tensor_error.hpp"

#include <algorithm>
#include <cmath>

#include "filters/exponent_scale.hpp"
#include "filters/mean_passes.hpp"
#include "filters/window.hpp"
#include "methods/direct/gpu_means.hpp"
#include "methods/direct/tensor_form.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

constexpr double polynomial_error = 2.46e-3;
constexpr double least_weight = 0x1p-28;
constexpr double cut_off = 17.0 * 0x1p-23;  // of one instruction, relative to the largest term

}  // namespace

double tensor_term(const Problem& p, const TensorTile& tile) {
  const WindowMean step = main_step(p);
  const PixelForm form = form_of(p);
  const double x = TensorTile::width / 2.0 + step.radius_x;
  const double y = tile.height() / 2.0 + step.radius_y;
  return feature_exponent(form, step) * tensor_form(form).largest_term +
         exponent_scale(step.sigma_space) * (x * x + y * y);
}

double tensor_error(const Problem& p, const TensorTile& tile, std::size_t units) {
  const WindowMean step = main_step(p);
  const PixelForm form = form_of(p);
  const TensorForm features = tensor_form(form);
  const double exponent = mean_exponent(window_taps(step)), term = tensor_term(p, tile);
  const double halves =
      term * (3.0 * (0x1p-22 + 3.0 * 0x1p-24) + (features.low_parts ? 2.0 * 0x1p-22 : 0.0));
  const double sums = cut_off * (2.0 * term + 64.0);
  const double weight = polynomial_error + std::log(2.0) * (halves + sums);
  if (weight >= 0.5) return 1.0;
  double spread = 0.5;  // of values around their mean, relative to R
  if (!features.separate_values)
    spread = std::min(spread, 2.0 * std::sqrt(exponent / feature_exponent(form, step)) / 255.0);
  const double least = least_weight * (features.low_parts ? std::exp2(1e-3 * term) : 1.0);
  const auto count = static_cast<double>(units);
  return weight / (1.0 - weight) * spread + count * cut_off + 16.0 * count * least + 9.0 * ulp +
         (form.makes_guide() ? rounded_planes_error(p, form.layout, exponent) : 0.0);
}

}  // namespace selvage::planner
