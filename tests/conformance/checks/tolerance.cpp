// SPDX-License-Identifier: Apache-2.0
#include "conformance/checks/tolerance.hpp"

#include <algorithm>
#include <cmath>

#include "conformance/cases/filter_of.hpp"

namespace selvage::testing {
namespace {

// Returns the most that D changes when every sample changes by one.
double steepness(const Case& c) {
  switch (c.norm) {
    case Norm::l2: return std::sqrt(c.channels);
    case Norm::l1: return c.channels;
    case Norm::per_channel:
    case Norm::luma: return 1;
    // The cube root of the linearised sample is steepest (1.2) near 0.04; L*, a* and b* over 100
    // are 1.16, 5 and 2 times that, the latter two for two samples: 1.2 |(1.16, 10, 4)|.
    case Norm::lab: return 13.1;
  }
  return 0;
}

// Returns a bound of the mean of t^2 / 2 over the taps of a window, weighted by w.
double mean_exponent(const Case& c) {
  const double side = 2.0 * radius_of(c) + 1;
  const double slices = c.depth > 1 ? 2.0 * radius_depth(filter_of(c)) + 1 : 1.0;
  const double taps = side * side * slices;
  // Where alpha weighs, far taps may have all of it: t^2 / 2 <= ln 2 (56 + log2 n).
  if (c.alpha == AlphaUse::weight) return std::log(2.0) * 56 + std::log(taps);
  return std::log(taps) + 1;
}

// A step's result changes by at most this times e when every sample changes by at most e.
//   out = sum w x / sum w,  w = g exp(-t^2 / 2),  t = D / sigma_range,  |d D| <= 2 S e
//   |d out| <= e + (2 S e / sigma_range) mean(t |x - out|),  the mean weighted by w.
// Where |x - centre| <= D (all norms but luma and lab), |x - out| <= sigma_range (t + mean(t)), so
// that |d out| <= e (1 + 4 S mean(t^2)). Else |x - out| <= 2 largest. Over n taps and a centre of
// weight 1, mean(t^2) is largest when all taps share t^2 = 2 ln n, about, and then below 2 ln n
// + 2. Alpha does not follow D.
double amplification(const Case& c, double largest) {
  const double mean_square = 2 * mean_exponent(c);
  const double s = steepness(c);
  if (c.norm == Norm::luma || c.norm == Norm::lab || c.alpha == AlphaUse::weight)
    return 1 + 4 * s * largest / static_cast<double>(c.sigma_range) * std::sqrt(mean_square);
  return 1 + 4 * s * mean_square;
}

// Returns the largest factor by which a convolution enlarges samples: |scale| times the sum of |k|,
// or 1 where that is less.
double gain(const Filter& filter) {
  const auto magnitude = [](const std::vector<float>& values) {
    double sum = 0;
    for (const float v : values) sum += std::abs(double{v});
    return sum;
  };
  double sum = 1;
  if (const auto* f = std::get_if<Convolution>(&filter))
    sum = std::abs(double{f->scale}) * magnitude(f->kernel);
  if (const auto* f = std::get_if<SeparableConvolution>(&filter))
    sum = std::abs(double{f->scale}) * magnitude(f->row) * magnitude(f->column);
  return std::max(1.0, sum);
}

// Returns the error after `steps` steps. Each makes `bound` and multiplies the error before it by
// `growth`.
double after(int steps, double growth, double bound, double largest) {
  const double rounding = 0x1p-23 * largest;  // of an intermediate, here and in the reference
  double error = bound;
  for (int i = 1; i < steps; ++i) error = growth * (error + rounding) + bound;
  return error;
}

// Alpha errs relative to itself, by `bound` and a rounding in each step, and a colour by twice as
// much of the largest sample.
double by_alpha(int steps, double bound, double largest) {
  return 2 * steps * (bound + 0x1p-23 * largest);
}

// Rolling guidance: an error of the guide moves weights, but values do not follow the guide, so
// that |x - out| <= 2 largest.
double through_guide(const Case& c, double largest) {
  const double mean_square = 2 * mean_exponent(c);
  return 4 * steepness(c) * largest / static_cast<double>(c.sigma_range) * std::sqrt(mean_square);
}

}  // namespace

double allowed_bound(const Case& c, const Filter& filter) {
  if (!is_integer(c.type)) return 4e-6 * gain(filter);
  if (!c.exact) return 0.5 / full_scale(c.type);
  return (c.type == PixelType::u8 ? 0.02 : 0.2) / full_scale(c.type) * gain(filter);
}

double propagated(double bound, const Case& c, double largest) {
  const int steps = c.kind == Kind::rolling ? 1 : c.iterations;  // rolling takes the image's alpha
  if (c.alpha == AlphaUse::weight && steps > 1) bound += by_alpha(steps, bound, largest);
  switch (c.kind) {
    case Kind::bilateral: return after(c.iterations, amplification(c, largest), bound, largest);
    case Kind::rolling: return after(c.iterations + 1, through_guide(c, largest), bound, largest);
    case Kind::gaussian:
    case Kind::box: return after(c.iterations, 1.0, bound, largest);
    default: return bound;
  }
}

double propagated_twice(double bound, const Case& c, double largest) {
  return after(2 * c.iterations, amplification(c, largest), bound, largest);
}

}  // namespace selvage::testing
