// SPDX-License-Identifier: Apache-2.0
#include "methods/fourier_range/certified_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "methods/fourier_range/fit.hpp"
#include "methods/fourier_range/fit_parts.hpp"
#include "methods/fourier_range/joint_level.hpp"

namespace selvage {
namespace {

using fourier::levels, fourier::rounding, fourier::total_of;

constexpr double largest_integer = std::numeric_limits<std::int32_t>::max();
// Integers for cosines; a joint filter's are less than 2^14, so that value_one leaves them as is.
constexpr double cosine_unit = 0x1p14, joint_unit = 0x1p14 - 1, fine_enough = 0x1p13;
constexpr double negligible_error = 1e-4;

// Returns the scale of integers up to `largest` that stand for numbers up to `bound`. Fewer,
// coarser ones are faster if none need be shifted.
AxisScale axis_scale(double largest, double bound, int radius) {
  const double whole = std::floor(largest_integer / parabola_weights(radius)) - 1.0;
  if (whole >= fine_enough) return {.unit = std::min(whole, largest) / bound};
  AxisScale scale{.unit = largest / bound};
  while ((std::ldexp(largest, -scale.shift) + 1.0) * parabola_weights(radius) > largest_integer)
    ++scale.shift;
  return scale;
}

// Returns a bound of the roundings of one axis that sums integers up to `largest`, relative to its
// sum: in single precision one for each addition, products included; the box and the parabola are
// exact, and the integers that the parabola drops count half a unit, since the mean of what is
// dropped is added again.
double axis_rounding(const AxisMean& axis, double largest, int shift) {
  const double sums =
      3.0 * axis.step + axis.reach + 1.0 + 4.0 + 8.0 + 2.0 * static_cast<double>(axis.ends.size());
  const double all = axis.coarse_mass + std::abs(axis.box) * (2.0 * axis.radius + 1.0) / axis.mass +
                     axis.parabola_mass + axis.ends_mass;
  return rounding * sums * all + axis.parabola_mass * 0.5 * std::ldexp(1.0, shift) / largest;
}

}  // namespace

void certify(CertifiedFit& fit) {
  const double mass = fit.weights, sigma = fit.sigma;
  const double across = 1.0 + fit.across.variation, down = 1.0 + fit.down.variation;
  const double variation = across * down - 1.0;
  // Of a filtered image, relative to S: cosines and sums of columns are rounded to integers. Before
  // that, a cosine of u16 is a sum of two products of cosines.
  const double of_cosine = fit.form.words ? 4.0 * rounding : 0.0;
  const double terms = static_cast<double>(fit.series.cosine.size());
  const double of_products = ((terms / 2.0 + 12.0) * rounding + of_cosine) * across * down;
  // The roundings of a sum; items are off by so many units.
  const auto rounded = [&](double of_items) {
    const double of_image =
        1.01 *
        (across * down * (of_cosine + of_items / fit.level_scale.unit) +
         across * axis_rounding(fit.down, fit.level_scale.unit, fit.level_scale.shift) +
         across * 0.5 / (fit.sum_scale.unit * fit.down.mass) +
         down * axis_rounding(fit.across, fit.sum_scale.unit * fit.down.mass, fit.sum_scale.shift));
    return (std::numbers::sqrt2 * of_image + of_products) * mass;
  };
  const double weights = total_of(fit.series.cosine), differences = total_of(fit.series.sine);
  const double largest_difference = sigma * std::exp(-0.5);
  const double of_kernel =
      mass * (fit.series.cosine_error + variation * (1.0 + fit.series.cosine_error));
  fit.of_weights = of_kernel + rounded(0.5) * weights + 2.0 * rounding * fit.series.constant * mass;
  fit.of_differences = fit.form.joint()
                           ? value_middle * (of_kernel + rounded(1.0) * weights)
                           : mass * (fit.series.sine_error +
                                     variation * (largest_difference + fit.series.sine_error)) +
                                 rounded(0.5) * differences;
  // Floats: |g'| <= exp(-1/2) / s and |h'| <= 1, and a difference is off by form.rounding() at
  // most.
  fit.of_weights += mass * fit.form.rounding() * std::exp(-0.5) / sigma;
  fit.of_differences += mass * fit.form.rounding();
  constexpr double last_steps = 8.0 * rounding * (levels + 1.0);  // quotient, sum, certificate
  fit.error = fit.form.limit + last_steps;
}

namespace {

// The form of the spatial means of a fit.
struct Grid {
  int step_x = 1, step_y = 1;
  bool ends = false;
};

// Returns the fit with these spatial means, without a series.
CertifiedFit spatial_fit(const WindowMean& step, const LevelForm& form, const Grid& grid) {
  CertifiedFit fit{
      .form = form,
      .series = {},
      .across = axis_mean(step.sigma_space, step.radius_x, grid.step_x, grid.ends),
      .down = {},
      .level_scale = axis_scale(form.joint() ? joint_unit : cosine_unit, 1.0, step.radius_y),
      .sum_scale = {},
      .sigma = levels * double{step.sigma_range}};
  const bool alike = step.radius_x == step.radius_y && grid.step_x == grid.step_y;
  fit.down =
      alike ? fit.across : axis_mean(step.sigma_space, step.radius_y, grid.step_y, grid.ends);
  fit.weights = fit.across.mass * fit.down.mass;
  // Sums of columns are integers up to `largest`, of which a row's box sums fit.
  const double largest = std::floor(largest_integer / (2.0 * fit.across.radius + 2.0));
  fit.sum_scale =
      axis_scale(largest, 1.05 * (1.0 + fit.down.variation) * fit.down.mass, fit.across.radius);
  return fit;
}

// Returns the cost in instructions on vectors of eight.
double cost_of(const CertifiedFit& fit) {
  const CertifiedWork work = work_of(fit);
  return static_cast<double>(fit.series.cosine.size()) / 4.0 * work.images *
             (work.columns + work.rows) +
         1.5 * work.taps;
}

CertifiedFit new_certified_fit(const WindowMean& step, const LevelForm& form) {
  const double sigma = levels * double{step.sigma_range};
  std::vector<RangeSeries> series;
  for (int terms = fourier_step; terms <= most_fourier_terms; terms += fourier_step) {
    series.push_back(fourier::series_of(sigma, terms, form));
    if (series.back().sine_error < negligible_error * form.limit / certified_limit * sigma) break;
  }
  const std::vector<int> steps_x = axis_steps(step.sigma_space, step.radius_x);
  const std::vector<int> steps_y = axis_steps(step.sigma_space, step.radius_y);
  CertifiedFit best;
  for (std::size_t i = 0; i < 2 * std::max(steps_x.size(), steps_y.size()); ++i) {
    CertifiedFit fit = spatial_fit(step, form,
                                   {.step_x = steps_x[std::min(i / 2, steps_x.size() - 1)],
                                    .step_y = steps_y[std::min(i / 2, steps_y.size() - 1)],
                                    .ends = i % 2 == 1});
    for (const RangeSeries& s : series) {
      fit.series = s;
      certify(fit);
      if (best.series.cosine.empty() || cost_of(fit) < cost_of(best)) best = fit;
    }
  }
  return best;
}

// Returns the share of pixels that fail on photos, relative to the square of failing_share. The
// wider the range kernel and the smaller the window, the larger is the part of a window's taps that
// resemble a pixel (docs/journal/0068, 0072).
double of_square(const CertifiedFit& fit) {
  if (fit.form.joint()) return 1.5;
  const double range = 0.1 * levels / fit.sigma;
  return 1.2 * range * range * std::clamp(fit.down.radius, 24, 48) / 24.0;
}

// Returns the share of pixels that fail on photos. Where D must nearly reach S, which it never
// exceeds, smooth areas fail, too (docs/journal/0092; measured without a guide).
double share_of_photos(const CertifiedFit& fit) {
  const double x = failing_share(fit);
  return x < 1.0 ? std::min(1.0, of_square(fit) * x * x + 0.6 * std::pow(x, 8)) : 1.0;
}

}  // namespace

CertifiedWork work_of(const CertifiedFit& fit) {
  // A sum of two cells, times a weight: processors add and multiply at the same time.
  const auto coarse = [](const AxisMean& axis) { return (axis.reach + 1.0) / axis.step; };
  // Cosines of u16 are computed: three for each row of a column, one for each pixel of a row.
  // A pair at the ends of a column takes two cosines, a sum, a conversion and a product.
  const double ends = static_cast<double>(fit.down.ends.size());
  const double of_columns = fit.form.words     ? 50.0 + 13.0 * ends
                            : fit.form.joint() ? 33.0 + 7.0 * ends  // and products with values
                                               : 30.0 + 5.0 * ends;
  const double of_rows = fit.form.words ? 38.0 : fit.form.joint() ? 26.0 : 30.0;
  return {.columns = of_columns + coarse(fit.down),
          .rows = of_rows + 4.0 * ends + coarse(fit.across),
          .images = 1.0 + fit.form.values,
          .taps = share_of_photos(fit) * (1.0 + 0.5 * fit.form.values) *
                  (2.0 * fit.across.radius + 1.0) * (2.0 * fit.down.radius + 1.0)};
}

CertifiedFit certified_fit(const WindowMean& step, const LevelForm& form) {
  return fourier::last_fit(new_certified_fit, step, form);
}

}  // namespace selvage
