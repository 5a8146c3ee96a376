// SPDX-License-Identifier: Apache-2.0
#include "staal2012_bilateral_cuda/listed_border.hpp"

#include <algorithm>
#include <cmath>

#include "staal2012_bilateral_cuda/document.hpp"

namespace selvage::studies::staal {
namespace {

double weight(double distance2, float sigma) {
  return std::exp(-distance2 / (2.0 * double{sigma} * double{sigma}));
}

float filtered(const Settings& s, const ConstImageView& image, int x, int y, int c) {
  const auto sample = [&](int px, int py) {
    return double{*reinterpret_cast<const float*>(image.at(px, py, c))};
  };
  const auto index = [](int centre, int offset, int size) {
    return std::clamp(listed_border(centre, offset, size), 0, size - 1);
  };
  const double centre = sample(x, y);
  double weights = 0.0, values = 0.0;
  for (int j = -s.radius; j <= s.radius; ++j)
    for (int i = -s.radius; i <= s.radius; ++i) {
      const double tap = sample(index(x, i, image.width), index(y, j, image.height));
      const double w = weight(i * i + j * j, s.sigma_space) *
                       weight((centre - tap) * (centre - tap), s.sigma_range);
      weights += w;
      values += tap * w;
    }
  return static_cast<float>(values / weights);
}

}  // namespace

Image with_listed_border(const Settings& settings, const ConstImageView& image) {
  Image out(PixelType::f32, image.width, image.height, rgb);
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      for (int c = 0; c < rgb; ++c)
        *reinterpret_cast<float*>(out.view().at(x, y, c)) = filtered(settings, image, x, y, c);
  return out;
}

}  // namespace selvage::studies::staal
