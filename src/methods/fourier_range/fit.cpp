// SPDX-License-Identifier: Apache-2.0
#include "methods/fourier_range/fit.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "methods/fourier_range/fit_parts.hpp"

namespace selvage {
namespace {

using fourier::levels, fourier::rounding, fourier::total_of;

double both_sides(const std::vector<double>& weights) {
  return 2.0 * total_of(weights) - weights.front();
}

// The facts that hold for every pixel's sums.
struct Sums {
  double mass = 1.0;            // S
  double sigma = 1.0;           // levels
  double of_weights = 0.0;      // E_D
  double of_differences = 0.0;  // E_N
};

// Returns the largest error of N^ / max(D^, 1) if the taps around the centre weigh low..high.
double error_between(const Sums& sums, double low, double high) {
  const double others = sums.mass - 1.0;
  const double from = low > 0.0 ? low : high;  // t sqrt(ln(M / t)) grows from 0
  const double shift =
      std::min(levels, sums.sigma * high * std::sqrt(2.0 * std::log(others / from)) / (1.0 + low));
  return (sums.of_differences + shift * sums.of_weights) /
         std::max(1.0, 1.0 + low - sums.of_weights);
}

double largest_error(const Sums& sums) {
  const double others = sums.mass - 1.0;
  if (others <= 0.0) return sums.of_differences;
  constexpr double step = 1.05, least = 1e-6;
  double error = 0.0, high = others;
  for (; high > least * others; high /= step)
    error = std::max(error, error_between(sums, high / step, high));
  return std::max(error, error_between(sums, 0.0, high));
}

FourierFit new_fit(const WindowMean& step, const LevelForm& form) {
  const double sigma = levels * double{step.sigma_range};
  FourierFit fit;
  fit.weights = both_sides(fourier_weights(step.sigma_space, step.radius_x)) *
                both_sides(fourier_weights(step.sigma_space, step.radius_y));
  for (int terms = fourier_step; terms <= most_fourier_terms; terms += fourier_step) {
    fit.series = fourier::series_of(sigma, terms, form);
    fit.error = fourier_error(fit.series, sigma, step);
    if (fit.error <= form.limit) break;
    RangeSeries rounded = fit.series;
    rounded.cosine_error = rounded.sine_error = 0.0;
    if (fit.error <= 1.1 * fourier_error(rounded, sigma, step)) break;
  }
  return fit;
}

}  // namespace

std::vector<double> fourier_weights(double sigma_space, int radius) {
  std::vector<double> weights;
  for (int t = 0; t <= radius; ++t)
    weights.push_back(std::exp(-0.5 * t * t / (sigma_space * sigma_space)));
  return weights;
}

double fourier_roundings(const std::vector<double>& weights) {
  double sum = 0.0, partial_sums = 0.0;
  for (std::size_t t = weights.size() - 1; t > 0; --t) {
    sum += weights[t];
    partial_sums += 2.0 * sum;  // on either side
  }
  const double all = both_sides(weights);
  return (partial_sums + sum + weights.front() + all) / all;  // the centre, and both sides' sum
}

double fourier_error(const RangeSeries& series, double sigma, const WindowMean& step) {
  const std::vector<double> across = fourier_weights(step.sigma_space, step.radius_x);
  const std::vector<double> down = fourier_weights(step.sigma_space, step.radius_y);
  const double mass = both_sides(across) * both_sides(down);
  // Roundings of a filtered image: both means, cosines, weights, and products that are not fused.
  // Roundings of the products with the centre's cosines, which are rounded, too: one addition for
  // each element of a lane if vectors have four lanes, and the sum over lanes.
  const double of_image = fourier_roundings(across) + fourier_roundings(down) + 5.0;
  const double of_products = static_cast<double>(series.cosine.size()) / 2.0 + 10.0;
  const double rounded = 1.01 * rounding * (std::numbers::sqrt2 * of_image + of_products) * mass;
  const double weights = total_of(series.cosine), differences = total_of(series.sine);
  const double last_steps = 4.0 * rounding * (levels + 1.0);  // quotient, sum with the centre
  return last_steps +
         largest_error({.mass = mass,
                        .sigma = sigma,
                        .of_weights = mass * series.cosine_error + rounded * weights +
                                      2.0 * rounding * series.constant * mass,
                        .of_differences = mass * series.sine_error + rounded * differences});
}

FourierFit fourier_fit(const WindowMean& step, const LevelForm& form) {
  return fourier::last_fit(new_fit, step, form);
}

}  // namespace selvage
