// SPDX-License-Identifier: Apache-2.0
#include "staal2012_bilateral_cuda/sequential.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>

namespace selvage::studies::staal {
namespace {

constexpr float two_pi = 2.0f * std::numbers::pi_v<float>;

// The exponent is an argument, so that the powers stay powers (gaussian.h).
float gaussian_1d(float x, float sigma, float two) {
  const float variance = std::pow(sigma, two);
  return std::exp(-std::pow(x, two) / (2.0f * variance)) / std::sqrt(two_pi * variance);
}

float gaussian_2d(float x, float y, float sigma, float two) {
  const float variance = std::pow(sigma, two);
  return std::exp(-(std::pow(x, two) + std::pow(y, two)) / (2.0f * variance)) / (two_pi * variance);
}

int mirror(int i, int size) {
  if (i < 0) i = -i;
  if (i > size - 1) i = 2 * (size - 1) - i;
  return i;
}

void filter_pixel(const float* in, float* out, const StaalArguments& a, int x, int y) {
  const auto pixel = [&](int px, int py) { return in + std::ptrdiff_t{rgb} * (py * a.width + px); };
  const float* centre = pixel(x, y);
  float values[rgb] = {}, weights[rgb] = {};
  for (int i = -a.radius; i <= a.radius; ++i)
    for (int j = -a.radius; j <= a.radius; ++j) {
      const float* tap = pixel(mirror(x + i, a.width), mirror(y + j, a.height));
      const float space =
          gaussian_2d(static_cast<float>(i), static_cast<float>(j), a.sigma_space, a.two);
      for (int c = 0; c < rgb; ++c) {
        const float weight = space * gaussian_1d(centre[c] - tap[c], a.sigma_range, a.two);
        weights[c] += weight;
        values[c] += tap[c] * weight;
      }
    }
  for (int c = 0; c < rgb; ++c) out[rgb * (y * a.width + x) + c] = values[c] / weights[c];
}

}  // namespace

void filter_rows(const ConstImageView& in, const ImageView& out, const StaalArguments& arguments,
                 int first, int last) {
  for (int y = first; y < last; ++y)
    for (int x = 0; x < arguments.width; ++x)
      filter_pixel(reinterpret_cast<const float*>(in.data), reinterpret_cast<float*>(out.data),
                   arguments, x, y);
}

}  // namespace selvage::studies::staal
