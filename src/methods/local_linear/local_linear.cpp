// SPDX-License-Identifier: Apache-2.0
// What the local linear models serve, and their error.
#include "methods/local_linear/local_linear.hpp"

#include <cmath>

#include "methods/local_linear/local_linear_shape.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

// Returns the guide's largest distance from its centre, squared, over epsilon. For floats this is
// the limit up to which the bound holds (docs/filters/guided.md): |guide - 1/2| <= 300
// sqrt(epsilon).
double largest_guide(const Problem& p) {
  if (is_integer(guide_type(p))) return 0.25 / double{guided_of(p).epsilon};
  return 9e4;
}

}  // namespace

bool is_guided(const Filter& filter) {
  return std::holds_alternative<Guided>(filter) || std::holds_alternative<GuidedUpsampling>(filter);
}

std::vector<Pass> local_linear_passes(const Problem& p) {
  Pass pass{.name = name(p.filter), .reads = p.type, .writes = p.type};
  if (const auto* up = std::get_if<GuidedUpsampling>(&p.filter))
    pass.step = *up;
  else
    pass.step = std::get<Guided>(p.filter);
  return {pass};
}

// All in double precision, with u = 2^-53, or in pairs of floats (below). G: the largest |guide -
// centre|, P: the largest |value|, n: the guide's channels, rho = G^2 / epsilon, D: the additions
// of a term in a window's sum. An error of a model, with m the mean of the guide over its window,
// is
//   out = mean of (a (I - m) + mean of values),  |I - m| <= 2 G sqrt(n)
//
//   sums       Integers in stored units have products of at most 33 bits, halves of the centre
//              included, and windows at most 2^21 pixels: their sums are exact, D = 0. Terms of
//              floats have the roundings of the difference from the centre and of the product.
//   moments    (D + 4) u G P of the mean product, (2 D + 7) u G P of the product of means (sums,
//              reciprocal and product of each, and their own), u G P of the difference.
//   solution   (C + epsilon) a = c by L D L^T. Backward errors of an entry of the matrix are at
//   most
//              (3 n + 2) u (G^2 + epsilon), since |L| |D| |L^T| <= G^2 + epsilon by entries.
//              Together every entry of C has the error k G^2, each of c has k' G P, with
//              k = (3 D + 3 n + 16) u, k' = (3 D' + 16) u; D counts for float guides, D' where
//              guide or values are floats. With w = (C + epsilon)^-1 (I - m), |w| <= 2 G sqrt(n) /
//              epsilon; and |a| <= s P / sqrt(epsilon), since a_i = c_i / (l_i + epsilon) in the
//              basis of the eigenvectors, |c_i| <= sqrt(l_i) deviation(values) and
//              sqrt(l) / (l + epsilon) <= 1 / (2 sqrt(epsilon)). The deviation is at most P, or P /
//              2 for integers, which are not negative: s = 1/2 or 1/4. So the error of out is at
//              most
//                sum |w_i| k' G P + sum |w_i| |a_j| k G^2 <= (2 n rho k' + 2 n^1.5 s rho^1.5 k) P.
//              Pivots are at least epsilon, and raised to it where rounding lowers them. Terms in
//              k^2 rho and above are below a thousandth of these, which the factor 1.01 covers.
//   b, means   |b| and |a I| are at most P (1 + sqrt(n rho)) each: n + 3 roundings of b, D + 4 of
//              the means, n + 2 of the result. Interpolation: a share on each axis is one rounding,
//              its product and sum are two more, so 6 of each term, 6 of the sum of weights, which
//              may be far below 1, and 2 of their quotient.
//   upsampling The guide at the result's pixel is any sample of the guide: |I - m| is bounded as
//              above.
//   result     one rounding to single precision.
//
// Pairs of floats (kernels/numbers.h), with v = 2^-24: sums err by 3 v^2 and products by 5 v^2
// [joldes2017, alg. 6 and 12], so u = 5 v^2. Whole numbers below 2^48 are exact, and so are their
// sums, whose two parts are floats of whole numbers: bytes have products of 16 bits, in quarters
// where the centre is subtracted twice, and sums below 2^39 of these quarters.
//   reciprocal The quotient of floats y errs by d <= 6 v: 1 of x's first part, 5 of OpenCL's
//              division. 1 - x y is -d, and is found within 5 v^2 of the product, 6 v^2 of its
//              first part; y (1 - x y) is rounded, 6 v^2. The sum y + y (1 - x y) is exact, so the
//              result errs by d^2 + 17 v^2 <= 53 v^2, which 13 u = 65 v^2 covers. The moments have
//              three reciprocals, L D L^T and its solution two for each column, and two more:
//              3 + 2 n in k, 3 in k', and of the last steps one of b's mean, one of the sum of
//              models, two of shares, one of the sum of weights: 5.
//   underflow  A rest below 2^-126 may become 0: errors of 2^-124 in moments, which |w| multiplies
//              by less than 10^6. Samples of 10^-24 and more lose nothing that counts.
double local_linear_error(const Problem& p, const LinearArithmetic& arithmetic) {
  const LinearPlanes planes(p);
  const double n = planes.guides, rho = largest_guide(p);
  const BinarySum sum(2 * grid_radius(guided_of(p)) + 1);
  const double additions = 2.0 * sum.additions();
  const auto is_exact = [&](PixelType type) {
    return type == PixelType::u8 || (type == PixelType::u16 && arithmetic.holds_u16) ||
           arithmetic.holds_floats;
  };
  const bool exact_guide = is_exact(guide_type(p));
  const bool exact = exact_guide && is_exact(p.type);
  const double u = arithmetic.rounding, more = arithmetic.reciprocal - 1.0;
  const double share = is_integer(p.type) ? 0.25 : 0.5;
  const double matrix =
      (3.0 * (exact_guide ? 0.0 : additions) + 3.0 * n + 16.0 + (3.0 + 2.0 * n) * more) * u;
  const double side = (3.0 * (exact ? 0.0 : additions) + 16.0 + 3.0 * more) * u;
  const double solution =
      1.01 * (2.0 * n * rho * side + 2.0 * std::pow(n, 1.5) * share * std::pow(rho, 1.5) * matrix);
  const double last =
      (additions + 2.0 * n + 23.0 + 5.0 * more) * u * 2.0 * (1.0 + std::sqrt(n * rho));
  return solution + last + ulp;
}

}  // namespace selvage::planner
