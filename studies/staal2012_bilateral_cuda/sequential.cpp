// SPDX-License-Identifier: Apache-2.0
#include "staal2012_bilateral_cuda/sequential.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>

namespace selvage::studies::staal {
namespace {

constexpr float two_pi = 2.0f * std::numbers::pi_v<float>;

// The exponent 2 as the listings have it: a compiler may make products of the powers. The other
// kind is a float that no compiler knows, so that the powers stay powers (gaussian.h).
struct LiteralTwo {
  constexpr operator float() const { return 2.0f; }
};

template <class Two>
float gaussian_1d(float x, float sigma, Two two) {
  const float variance = std::pow(sigma, float{two});
  return std::exp(-std::pow(x, float{two}) / (2.0f * variance)) / std::sqrt(two_pi * variance);
}

template <class Two>
float gaussian_2d(float x, float y, float sigma, Two two) {
  const float variance = std::pow(sigma, float{two});
  return std::exp(-(std::pow(x, float{two}) + std::pow(y, float{two})) / (2.0f * variance)) /
         (two_pi * variance);
}

int mirror(int i, int size) {
  if (i < 0) i = -i;
  if (i > size - 1) i = 2 * (size - 1) - i;
  return i;
}

template <class Two>
void filter_pixel(const float* in, float* out, const StaalArguments& a, Two two, int x, int y) {
  const auto pixel = [&](int px, int py) { return in + std::ptrdiff_t{rgb} * (py * a.width + px); };
  const float* centre = pixel(x, y);
  float values[rgb] = {}, weights[rgb] = {};
  for (int i = -a.radius; i <= a.radius; ++i)
    for (int j = -a.radius; j <= a.radius; ++j) {
      const float* tap = pixel(mirror(x + i, a.width), mirror(y + j, a.height));
      const float space =
          gaussian_2d(static_cast<float>(i), static_cast<float>(j), a.sigma_space, two);
      for (int c = 0; c < rgb; ++c) {
        const float weight = space * gaussian_1d(centre[c] - tap[c], a.sigma_range, two);
        weights[c] += weight;
        values[c] += tap[c] * weight;
      }
    }
  for (int c = 0; c < rgb; ++c) out[rgb * (y * a.width + x) + c] = values[c] / weights[c];
}

template <class Two>
void filter(const ConstImageView& in, const ImageView& out, const StaalArguments& arguments,
            Two two, int first, int last) {
  for (int y = first; y < last; ++y)
    for (int x = 0; x < arguments.width; ++x)
      filter_pixel(reinterpret_cast<const float*>(in.data), reinterpret_cast<float*>(out.data),
                   arguments, two, x, y);
}

}  // namespace

void filter_rows(const ConstImageView& in, const ImageView& out, const StaalArguments& arguments,
                 bool listed, int first, int last) {
  if (listed)
    filter(in, out, arguments, LiteralTwo{}, first, last);
  else
    filter(in, out, arguments, arguments.two, first, last);
}

}  // namespace selvage::studies::staal
