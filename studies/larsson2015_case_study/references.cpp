// SPDX-License-Identifier: Apache-2.0
#include "larsson2015_case_study/references.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "larsson2015_case_study/settings.hpp"
#include "reference/bilateral.hpp"
#include "reference/colour.hpp"
#include "reference/reference.hpp"

namespace selvage::studies::larsson {
namespace {

using Triple = std::array<double, 3>;

double square(double v) {
  return v * v;
}

double gaussian(double squared, double sigma) {
  return std::exp(-squared / (2.0 * sigma * sigma));
}

double byte_at(const ConstImageView& image, int x, int y, int c) {
  return static_cast<double>(*image.at(x, y, c));
}

Image copy_of(const ConstImageView& image) {
  Image copy(PixelType::u8, image.width, image.height, 3);
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      for (int c = 0; c < 3; ++c) *copy.view().at(x, y, c) = *image.at(x, y, c);
  return copy;
}

// Writes of(x, y) to every pixel whose window lies inside the image.
template <class Of>
Image filtered(const ConstImageView& image, int radius, Of of) {
  Image result = copy_of(image);
  for (int y = radius; y < image.height - radius; ++y)
    for (int x = radius; x < image.width - radius; ++x) {
      const Triple mean = of(x, y);
      for (int c = 0; c < 3; ++c)
        *result.view().at(x, y, c) = static_cast<std::byte>(
            std::lround(std::clamp(mean[static_cast<std::size_t>(c)], 0.0, 255.0)));
    }
  return result;
}

// From L*, a*, b* to sRGB, 0..255, D65.                                     [IEC 61966-2-1; CIE 15]
Triple rgb_of(const Triple& lab) {
  const auto inverse = [](double f) {
    constexpr double edge = 6.0 / 29.0;
    return f > edge ? f * f * f : 3.0 * edge * edge * (f - 4.0 / 29.0);
  };
  const double fy = (lab[0] + 16.0) / 116.0;
  const double x = 0.950456 * inverse(fy + lab[1] / 500.0);
  const double y = inverse(fy);
  const double z = 1.088754 * inverse(fy - lab[2] / 200.0);
  Triple linear{3.2404542 * x - 1.5371385 * y - 0.4985314 * z,
                -0.9692660 * x + 1.8760108 * y + 0.0415560 * z,
                0.0556434 * x - 0.2040259 * y + 1.0572252 * z};
  for (double& v : linear)
    v = 255.0 *
        (v <= 0.0031308 ? 12.92 * std::max(v, 0.0) : 1.055 * std::pow(v, 1.0 / 2.4) - 0.055);
  return linear;
}

// The bilateral mean of one channel at (x, y) whose weights of range are those of `value`.
double mean_for(const ConstImageView& image, const Window& window, int x, int y, int c,
                double value) {
  double sum = 0.0, total = 0.0;
  for (int dy = -window.radius; dy <= window.radius; ++dy)
    for (int dx = -window.radius; dx <= window.radius; ++dx) {
      const double tap = byte_at(image, x + dx, y + dy, c);
      const double w = gaussian(dx * dx + dy * dy, window.sigma_space) *
                       gaussian(square(tap - value), window.sigma_range);
      sum += w * tap;
      total += w;
    }
  return sum / total;
}

}  // namespace

Image reference_mean(const ConstImageView& image, const Window& window) {
  return reference::rounded(reference::bilateral(product_filter(window), image), image);
}

Image reference_separable(const ConstImageView& image, const Window& window) {
  const Image whole =
      reference::rounded(reference::separable_bilateral(product_filter(window), image), image);
  return filtered(image, window.radius, [&](int x, int y) {
    return Triple{byte_at(whole, x, y, 0), byte_at(whole, x, y, 1), byte_at(whole, x, y, 2)};
  });
}

Image reference_lab(const ConstImageView& image, const Window& window) {
  std::vector<Triple> lab;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      lab.push_back(reference::lab(byte_at(image, x, y, 0) / 255.0, byte_at(image, x, y, 1) / 255.0,
                                   byte_at(image, x, y, 2) / 255.0));
      lab.back()[0] *= 2.55;
    }
  const auto at = [&](int x, int y) -> const Triple& {
    return lab[static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
               static_cast<std::size_t>(x)];
  };
  return filtered(image, window.radius, [&](int x, int y) {
    const Triple& centre = at(x, y);
    Triple mean{};
    double total = 0.0;
    for (int dy = -window.radius; dy <= window.radius; ++dy)
      for (int dx = -window.radius; dx <= window.radius; ++dx) {
        const Triple& tap = at(x + dx, y + dy);
        const double d2 =
            square(tap[0] - centre[0]) + square(tap[1] - centre[1]) + square(tap[2] - centre[2]);
        const double w =
            gaussian(dx * dx + dy * dy, window.sigma_space) * gaussian(d2, window.sigma_range);
        for (std::size_t c = 0; c < 3; ++c) mean[c] += w * tap[c];
        total += w;
      }
    return rgb_of({mean[0] / total / 2.55, mean[1] / total, mean[2] / total});
  });
}

Image reference_piecewise(const ConstImageView& image, const Window& window, int levels) {
  const double step = 255.0 / (levels - 1);
  return filtered(image, window.radius, [&](int x, int y) {
    Triple result{};
    for (int c = 0; c < 3; ++c) {
      const double value = byte_at(image, x, y, c);
      const int below = std::min(static_cast<int>(value / step), levels - 2);
      const double part = value / step - below;
      result[static_cast<std::size_t>(c)] =
          (1.0 - part) * mean_for(image, window, x, y, c, below * step) +
          part * mean_for(image, window, x, y, c, (below + 1) * step);
    }
    return result;
  });
}

Image reference_of(int rung, const ConstImageView& image, const Window& window, int levels) {
  switch (rung) {
    case 13: return reference_lab(image, window);
    case 14: return reference_separable(image, window);
    case 15: return reference_piecewise(image, window, levels);
    default: return reference_mean(image, window);
  }
}

}  // namespace selvage::studies::larsson
