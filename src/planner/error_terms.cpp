// SPDX-License-Identifier: Apache-2.0
#include "planner/error_terms.hpp"

#include <algorithm>
#include <cmath>

#include "filters/mean_passes.hpp"

namespace selvage::planner {

double exact_error(PixelType type) {
  switch (type) {
    case PixelType::u8: return 0.02 / 255.0;
    case PixelType::u16: return 0.2 / 65535.0;
    case PixelType::f16:
    case PixelType::f32: return 4e-6;
  }
  return 0.0;
}

double largest_gain(const Filter& filter) {
  const auto magnitude = [](const std::vector<float>& values) {
    double sum = 0.0;
    for (const float v : values) sum += std::fabs(double{v});
    return sum;
  };
  if (const auto* f = std::get_if<Convolution>(&filter))
    return std::max(1.0, std::fabs(double{f->scale}) * magnitude(f->kernel));
  if (const auto* f = std::get_if<SeparableConvolution>(&filter))
    return std::max(1.0, std::fabs(double{f->scale}) * magnitude(f->row) * magnitude(f->column));
  return 1.0;
}

double mean_exponent(double taps) {
  double largest = 0.0;
  for (double d = 1.25; d < taps; d *= 1.25)
    largest = std::max(largest, (1.0 - 1.0 / d) * std::log2((taps - 1.0) / (d - 1.0)));
  return largest;
}

double sums_error(const SumsOfWeights& sums, double exponent) {
  const double v = std::log(2.0) * sums.roundings * ulp;
  return (sums.weight + v * exponent) / 2.0 + 2.0 * sums.additions * ulp + sums.last_steps * ulp;
}

double weighted_exponent(double taps) {
  return 56.0 + std::log2(taps);
}

double weighted_error(const SumsOfWeights& sums, double exponent) {
  const double weights = sums_error(
      {.weight = sums.weight, .roundings = sums.roundings, .additions = 0.0, .last_steps = 0.0},
      exponent);
  return sums_error(sums, exponent) + weights + 4.0 * ulp;
}

double rounded_planes_error(const Problem& p, const PlaneLayout& layout, double exponent) {
  const double shift = 2.0 * ulp * layout.distance_planes;
  double error = 2.0 * shift * exponent;
  if (layout.distance == PlaneLayout::Distance::lab) error += 8.0 * shift * exponent;
  const bool unrelated = layout.distance == PlaneLayout::Distance::luma ||
                         layout.value_planes > p.channels - (p.alpha ? 1 : 0);
  if (unrelated) error += shift * std::sqrt(2.0 * exponent) / double{main_step(p).sigma_range};
  return error;
}

}  // namespace selvage::planner
