// SPDX-License-Identifier: Apache-2.0
#include "methods/fourier_range/range_series.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>

namespace selvage {
namespace {

// Terms fall ever faster, so all that follow such a term add less than it.
constexpr double negligible = 1e-20;

double gaussian(double d, double sigma) {
  return std::exp(-0.5 * d * d / (sigma * sigma));
}

struct Coefficients {
  double cosine, sine;
};

Coefficients coefficients(double sigma, double period, int k) {
  const double at = 2.0 * std::numbers::pi / period * k * sigma;
  const double cosine =
      2.0 * sigma * std::sqrt(2.0 * std::numbers::pi) / period * std::exp(-0.5 * at * at);
  return {cosine, sigma * at * cosine};
}

// Returns the errors of a series with this many terms.
Coefficients errors(double sigma, double range, double period, int terms) {
  Coefficients sum{0.0, 0.0};
  for (int k = terms + 1;; ++k) {
    const Coefficients left_out = coefficients(sigma, period, k);
    sum.cosine += left_out.cosine;
    sum.sine += left_out.sine;
    if (left_out.cosine < negligible) break;
  }
  for (int m = 1;; ++m) {
    for (const double d : {m * period - range, m * period}) {
      sum.cosine += gaussian(d, sigma);
      sum.sine += d * gaussian(d, sigma);
    }
    if (gaussian(m * period - range, sigma) < negligible) break;
  }
  return sum;
}

}  // namespace

RangeSeries range_series(double sigma, double range, int terms) {
  // A longer period omits more, a shorter one repeats more. Beyond range + sigma, h falls.
  double low = range + sigma, high = 2.0 * range + 40.0 * sigma;
  for (int i = 0; i < 30; ++i) {
    const double third = (high - low) / 3.0;
    if (errors(sigma, range, low + third, terms).sine <
        errors(sigma, range, high - third, terms).sine)
      high -= third;
    else
      low += third;
  }
  const double period = 0.5 * (low + high);
  const Coefficients error = errors(sigma, range, period, terms);
  RangeSeries series{.frequency = 2.0 * std::numbers::pi / period,
                     .constant = sigma * std::sqrt(2.0 * std::numbers::pi) / period,
                     .cosine = {},
                     .sine = {},
                     .cosine_error = error.cosine,
                     .sine_error = error.sine};
  for (int k = 1; k <= terms; ++k) {
    const Coefficients c = coefficients(sigma, period, k);
    series.cosine.push_back(c.cosine);
    series.sine.push_back(c.sine);
  }
  return series;
}

RangeSeries with_constant_term(RangeSeries series) {
  series.cosine.insert(series.cosine.begin(), series.constant);
  series.sine.insert(series.sine.begin(), 0.0);
  series.constant = 0.0;
  series.lowest = 0;
  return series;
}

}  // namespace selvage
