// SPDX-License-Identifier: Apache-2.0
#include "d3d11_compute_chapter/judge.hpp"

#include <cstddef>
#include <stdexcept>
#include <variant>

#include "d3d11_compute_chapter/images.hpp"
#include "d3d11_compute_chapter/weights.hpp"
#include "reference/reference.hpp"

namespace selvage::studies::d3d11 {
namespace {

Bilateral bilateral_of(const Parameters& p, Norm norm) {
  return {.sigma_space = static_cast<float>(p.space()),
          .sigma_range = static_cast<float>(p.sigma_range),
          .radius = p.radius,
          .norm = norm,
          .border = Border::constant,
          .alpha = Alpha::filter};
}

}  // namespace

Filter filter_of(Kind kind, const Parameters& p) {
  if (is_gaussian(kind))
    return Gaussian{.sigma_space = static_cast<float>(p.space()),
                    .radius = p.radius,
                    .border = kind == Kind::gaussian ? Border::constant : Border::shrink,
                    .alpha = Alpha::filter};
  return bilateral_of(p, kind == Kind::luminance ? Norm::luma : Norm::per_channel);
}

Image truth(Kind kind, const Parameters& p, const ConstImageView& image) {
  ConstImageView in = image;
  in.alpha = true;  // luma is of three channels
  if (kind == Kind::rows_then_columns)
    return rounded(reference::separable_bilateral(bilateral_of(p, Norm::per_channel), in), in);
  if (kind == Kind::columns_then_rows) {
    const Image turned = transposed(image);
    return transposed(truth(Kind::rows_then_columns, p, turned));
  }
  return rounded(reference::run(filter_of(kind, p), {.image = in}), in);
}

Image renormalised(Kind kind, const Parameters& p, const ConstImageView& image) {
  Filter filter = filter_of(kind, p);
  if (auto* gaussian = std::get_if<Gaussian>(&filter)) gaussian->border = Border::shrink;
  if (auto* bilateral = std::get_if<Bilateral>(&filter)) bilateral->border = Border::shrink;
  return rounded(reference::run(filter, {.image = image}), image);
}

// A sum of n taps of values up to 1.3 (noise included), one after another, with its products. A
// mean has two such sums, and weights whose error is a third's, since a weight falls faster than
// its exponent's error grows.
//   separable: the first pass's error e is one of the second pass's differences d. That moves the
//     mean by e w d^2 / sigma^2, where w d^2 / sigma^2 <= 2 / e, and divides it by the sum of the
//     weights, which is the centre's or more.
//   luminance: three roundings of d move the weight by d / sigma^2 w <= 0.61 / sigma, and the mean
//   by
//     that times a difference of colour.
double tolerance(Kind kind, const Parameters& p) {
  constexpr double ulp = 0x1p-24, largest = 1.3;
  const auto sum = [](int taps) { return 2.0 * taps * ulp * largest; };
  const int side = 2 * p.radius + 1;
  const double centre = row_weights(p)[static_cast<std::size_t>(p.radius)];
  switch (kind) {
    case Kind::gaussian: return sum(side * side);
    // Each pass divides two sums of fewer taps.
    case Kind::gaussian_border: return 2.0 * 3.0 * sum(side);
    case Kind::bilateral: return 3.0 * sum(side * side);
    case Kind::rows_then_columns:
    case Kind::columns_then_rows: return 3.0 * sum(side) * (2.0 + 0.74 / centre);
    case Kind::luminance:
      return 3.0 * sum(side * side) +
             0.61 / p.sigma_range * 3.0 * ulp * largest / (centre * centre);
  }
  throw std::logic_error("a kind without a tolerance");
}

}  // namespace selvage::studies::d3d11
