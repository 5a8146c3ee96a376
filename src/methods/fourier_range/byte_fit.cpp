// SPDX-License-Identifier: Apache-2.0
// The certificate is that of certified_fit.hpp. What an image of cosines errs by, in units of 1:
//   1/2 a unit of 1 / largest_wave: the table's cosines; of u16, which two tables give, also the
//   roundings of a sum of two products; of floats as well, which are rounded to 16 bits; of joint
//   filters the sum of a constant and a product of a cosine in single precision is rounded, once
//   lower_error of both sums, and 1/2 a unit of the column's mean, relative to what stands for 1
//   1/2 a unit of 512 in a row's sum, and roundings in single precision, of numbers up to 2^23
//   units of 512: what makes a cosine of a row's sum
// Integers are exact otherwise. Weights are not negative, so no error grows in a later mean.
#include "methods/fourier_range/byte_fit.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "methods/fourier_range/certified_fit.hpp"
#include "methods/fourier_range/fit.hpp"
#include "methods/fourier_range/fit_parts.hpp"
#include "methods/fourier_range/joint_level.hpp"

namespace selvage {
namespace {

using fourier::levels, fourier::rounding, fourier::total_of;

constexpr double largest_weight = 65535.0, largest_mean = 65535.0;
constexpr double dropped = 512.0;  // a row's sum loses its nine lowest bits
constexpr double two_32 = 0x1p32;
constexpr double word_cosine = 6.0 * rounding;  // of 16 bits: table, products, sum
// Sums are at most 256 times the total of the weights and stay below 2^32.
constexpr double largest_total = 0x1p24 - 0x1p17;

}  // namespace

// For 512 sums of each of the two kernels (docs/journal/0098).
double byte_sum_cycles(const ByteFit& fit) {
  constexpr double row_block = 33.0;
  const bool words = fit.form.words;  // their cosines are computed, not looked up
  // The 35 cycles of missing taps are counted, not measured.
  const double column_block =
      (words ? 111.0 : 64.0) + (fit.form.floats ? 85.0 : 0.0) + (fit.form.holes ? 35.0 : 0.0);
  const double term = words ? 419.0 : 313.0;
  return fit.form.sets() * fit.series.terms() *
         (column_block * byte_blocks(fit.down.radius) + row_block * byte_blocks(fit.across.radius) +
          term) /
         512.0;
}

// Measured where many pixels fail (docs/journal/0099), without holes; floats with holes in an
// earlier form. Holes of integers, and floats of several channels, which take as long as those with
// holes, are not counted.
double byte_repair_cycles(const ByteFit& fit) {
  const double of_floats = !fit.form.floats ? 0.0 : fit.form.holes ? 1.0 : 0.4;
  const double tap = 0.16 + 0.08 * fit.form.values + of_floats;
  constexpr double pixel = 2800.0;
  return pixel + tap * (2.0 * fit.across.radius + 1.0) * (2.0 * fit.down.radius + 1.0);
}

namespace {

// Sets the scales of sums and returns the error of a filtered image.
double scale_sums(ByteFit& fit) {
  const ByteAxis &down = fit.down, &across = fit.across;
  const double largest_sum = down.total * 2.0 * largest_wave / 256.0 + 2.0 * down.lower_error + 2.0;
  fit.column_scale = static_cast<std::uint32_t>(std::floor(largest_mean * two_32 / largest_sum));
  const double scale = fit.column_scale / two_32;
  const double half = std::floor(0.5 / scale);  // rounds to the nearest
  const auto offset = std::int64_t{down.lower_products} + static_cast<std::int64_t>(half);
  fit.column_origin = offset * fit.column_scale;
  const double one = fit.form.joint() ? largest_joint_wave : largest_wave;
  const double one_of_sum = one * down.total / 256.0;  // what stands for a cosine of 1
  const double one_of_mean = one_of_sum * scale;
  const double one_of_row = one_of_mean * across.total / 256.0;
  fit.row_scale = dropped / one_of_row;
  fit.row_shift = largest_wave / one - fit.row_scale * (0.5 + across.lower_products / dropped);
  const double mean_error = std::max(0.5, 1.0 - half * scale) + 0.001;
  return 0.5 / one + down.lower_error / one_of_sum + mean_error / one_of_mean +
         (across.lower_error + 0.5 * dropped) / one_of_row +
         (0x1p23 * fit.row_scale + 16.0) * rounding;
}

void certify(ByteFit& fit, double sigma, double of_image) {
  const double mass = fit.weights;
  const double variation = (1.0 + fit.across.variation) * (1.0 + fit.down.variation) - 1.0;
  const double of_cosine = fit.form.words || fit.form.joint() ? word_cosine : 0.0;
  const double of_products = (2.0 * fit.series.terms() + 16.0) * rounding + of_cosine;
  const double rounded = 1.01 * (std::numbers::sqrt2 * (of_image + of_cosine) + of_products) * mass;
  const RangeSeries& series = fit.series;
  const double largest_difference = sigma * std::exp(-0.5);
  const double of_kernel = mass * (series.cosine_error + variation * (1.0 + series.cosine_error)) +
                           rounded * total_of(series.cosine);
  fit.of_weights = of_kernel + of_products * series.constant * mass;
  fit.of_differences =
      fit.form.joint()
          ? value_middle * of_kernel
          : mass * (series.sine_error + variation * (largest_difference + series.sine_error)) +
                rounded * total_of(series.sine);
  // Floats, as in certified_fit.cpp.
  fit.of_weights += mass * fit.form.rounding() * std::exp(-0.5) / sigma;
  fit.of_differences += mass * fit.form.rounding();
  constexpr double last_steps = 16.0 * rounding * (levels + 1.0);  // quotient, sum, certificate
  fit.error = fit.form.limit + last_steps;
}

ByteFit new_byte_fit(const WindowMean& step, const LevelForm& form) {
  const double sigma = levels * double{step.sigma_range};
  ByteFit fit{.form = form,
              .series = {},
              .across = byte_axis(step.sigma_space, step.radius_x),
              .down = byte_axis(step.sigma_space, step.radius_y)};
  fit.weights = fit.across.mass * fit.down.mass;
  const double of_image = scale_sums(fit);
  ByteFit best;
  for (int terms = form.constant_term() ? 4 : 3; terms <= most_fourier_terms; ++terms) {
    fit.series = fourier::series_of(sigma, terms, form);
    certify(fit, sigma, of_image);
    if (best.series.cosine.empty() || byte_cycles(fit) < byte_cycles(best)) best = fit;
  }
  return best;
}

}  // namespace

std::uint32_t wave_integer(double cosine) {
  return static_cast<std::uint32_t>(std::lround((cosine + 1.0) * largest_wave));
}

ByteAxis byte_axis(double sigma, int radius) {
  const std::vector<double> weights = fourier_weights(sigma, radius);
  ByteAxis axis;
  axis.radius = radius;
  axis.mass = 2.0 * total_of(weights) - weights.front();
  const double unit = std::min(largest_weight, std::floor(largest_total / (axis.mass + 1.0)));
  for (const double w : weights) axis.weights.push_back(static_cast<int>(std::lround(unit * w)));
  double total = 0.0, lower = 0.0;
  const auto over_window = [&](const auto& visit) {
    for (int t = -radius; t <= radius; ++t) visit(static_cast<std::size_t>(std::abs(t)));
  };
  over_window([&](std::size_t t) {
    total += axis.weights[t];
    lower += axis.weights[t] % 256;
  });
  axis.total = total;
  over_window([&](std::size_t t) {
    axis.variation += std::abs(axis.weights[t] / total - weights[t] / axis.mass);
  });
  const double middle = lower * 127.5 / 256.0;
  axis.lower_products = static_cast<std::uint32_t>(std::lround(middle));
  axis.lower_error = middle + 0.5;
  return axis;
}

double repaired_share(const ByteFit& fit) {
  const double share = failing_share(fit), of_square = fit.form.joint() ? 1.5 : 3.0;
  return std::min(1.0, of_square * share * share);
}

double byte_cycles(const ByteFit& fit) {
  return byte_sum_cycles(fit) + repaired_share(fit) * byte_repair_cycles(fit);
}

ByteFit byte_fit(const WindowMean& step, const LevelForm& form) {
  return fourier::last_fit(new_byte_fit, step, form);
}

}  // namespace selvage
