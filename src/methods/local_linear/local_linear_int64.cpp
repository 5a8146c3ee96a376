// SPDX-License-Identifier: Apache-2.0
// What sums in 64-bit fixed point serve, and their error.
#include <algorithm>
#include <cmath>

#include "methods/local_linear/int64_shape.hpp"
#include "methods/local_linear/local_linear.hpp"
#include "planner/error_terms.hpp"

namespace selvage {
namespace {

constexpr double half_guide_range = 0.75;   // floats: guides from -1/4 to 5/4
constexpr double least_value_range = 2.0;   // floats: at least values from -2 to 2
constexpr double most_value_range = 256.0;  // and at most from -256 to 256
constexpr double most_least_value = 0x1p-10;

// Returns the least power of two that is at least x.
double power_above(double x) {
  return std::exp2(std::ceil(std::log2(x)));
}

}  // namespace

// In scaled samples, with G: the largest |guide|, 1: the largest |value|, n: the guide's channels,
// d = 2^-bits: products, values and guides err by at most d each, half a unit and what products
// without a fused addition are rounded by, 2^-53. So do their means, which are exact otherwise. As
// for double precision (local_linear.cpp), with the same w, a, s and m:
//   moments    entries of the matrix err by d (1 + 2 G), those of the right side by d (2 + G):
//              the mean product, and the product of means, each of which errs by d
//   solution   sum |w_i| d (2 + G) + sum |w_i| |a_j| d (1 + 2 G),  |w| <= 2 G sqrt(n) / epsilon,
//              |a| <= s / sqrt(epsilon); a sum over n entries is at most sqrt(n) times the norm
//   means      of a (I - m) + value: d (1 + sqrt(n) s / sqrt(epsilon))
//   models     half a unit of each a times |guide|, and of b
// Errors of second order are as small as in double precision: the factor 1.01.
Int64Scale::Int64Scale(const Problem& p) {
  const Guided filter = fitting_filter(p.filter);
  const PixelType type = guide_type(p);
  const bool whole_guide = is_integer(type), whole = is_integer(p.type);
  const double n = guide_colours(p), full = full_scale(type);
  const double window = std::pow(2.0 * filter.radius + 1.0, 2);
  const int room = 62 - static_cast<int>(std::ceil(std::log2(window)));  // bits of a term
  // Integers, less half of an odd full scale, are halves: 9 or 17 bits, and products twice as many.
  bits = std::min(51, room);
  const auto digits = [](PixelType t) { return t == PixelType::u8 ? 8 : 16; };
  exact_matrix = whole_guide && 2 * digits(type) <= bits;
  exact = exact_matrix && whole && digits(type) + digits(p.type) <= bits;

  guide = whole_guide ? 2.0 / (full + 1.0) : 1.0;
  guide_centre = guide * selvage::guide_centre(type);
  guide_limit = whole_guide ? 1.0 : half_guide_range;
  epsilon = double{filter.epsilon} * full * full * guide * guide;
  value = whole ? 1.0 / (full_scale(p.type) + 1.0) : 1.0 / least_value_range;

  const double d = std::exp2(-bits), g = guide_limit, share = whole ? 0.25 : 0.5;
  const double matrix = exact_matrix ? 0.0 : d * (1.0 + 2.0 * g);
  const double side = exact ? 0.0 : d * (2.0 + g);
  const double means = exact ? 0.0 : d;
  const double largest_a = share / std::sqrt(epsilon),
               largest_b = 1.0 + std::sqrt(n) * g * largest_a;
  const double w = 2.0 * g * std::sqrt(n) / epsilon;
  // Models err by far less than 1 part in 1000.
  const double units = std::exp2(std::min(50, room));
  a_unit = power_above(1.001 * largest_a) / units;
  b_unit = power_above(1.001 * largest_b) / units;
  rounding = 1.01 * (w * std::sqrt(n) * (side + matrix * std::sqrt(n) * largest_a) +
                     means * (1.0 + std::sqrt(n) * largest_a)) +
             0.5 * (n * g * a_unit + b_unit);
  if (whole_guide && whole) return;

  least_guide = whole_guide ? 0.0 : 0.5 - half_guide_range;
  most_guide = whole_guide ? full : 0.5 + half_guide_range;
  if (whole) {
    most_value = full_scale(p.type);
    return;
  }
  // The range of values is the largest one whose least value is small enough.
  if (p.shapes.guide.width > 0)
    while (1.0 / value < most_value_range &&
           2.0 * rounding / (value * int64_share) <= most_least_value)
      value *= 0.5;
  most_value = p.shapes.guide.width > 0 ? 1.0 / value : most_guide;
  const double factor = p.shapes.guide.width > 0 ? value : std::min(value, guide);
  least_value = rounding / (factor * int64_share);
}

namespace planner {

std::string int64_sums_unsupported(const Problem& p) {
  if (upsamples(p.filter)) return "sums in fixed point do not support upsampling";
  const Guided filter = guided_of(p);
  if (p.mask || filter.invalid || filter.fill || filter.border == Border::shrink ||
      filter.border == Border::copy || filter.subsample > 1)
    return "sums in fixed point support neither holes, nor pixels outside that do not count, nor "
           "`subsample`";
  const Int64Scale scale(p);
  if (scale.checks() && scale.least_value > most_least_value)
    return "fixed point of 64 bits is too coarse for this epsilon and radius";
  return {};
}

// Where samples of floats leave the limits, results come from double precision.
double int64_sums_error(const Problem& p) {
  const Int64Scale scale(p);
  const double exact_sums = local_linear_error(p, exact_arithmetic);
  const double fixed =
      is_integer(p.type) ? scale.rounding / (scale.value * full_scale(p.type)) : int64_share;
  return std::max(scale.checks() ? local_linear_error(p) : 0.0, exact_sums + fixed);
}

}  // namespace planner
}  // namespace selvage
