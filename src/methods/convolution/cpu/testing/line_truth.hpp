// SPDX-License-Identifier: Apache-2.0
#pragma once
// Linear filters by their definition, for the tests of the candidates that work row by row.

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/border.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "filters/linear_step.hpp"

namespace selvage::cpu {

inline double sample_of(const ConstImageView& image, int x, int y, int c) {
  return with_pixel_type(image.type, [&]<class T>() {
    return double{read_sample<T>(image.at(x, y, c))} / full_scale(image.type);
  });
}

// Returns every channel of an image without alpha, pixel by pixel; nothing for copied pixels.
// Pixels with a sample that is not finite are invalid.
inline std::vector<std::optional<double>> truth(const LinearStep& step,
                                                const ConstImageView& image) {
  std::vector<double> samples;
  std::vector<bool> finite;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      finite.push_back(true);
      for (int c = 0; c < image.channels; ++c) {
        samples.push_back(sample_of(image, x, y, c));
        if (!std::isfinite(samples.back())) finite.back() = false;
      }
    }
  const auto pixel = [&](int x, int y) { return static_cast<std::size_t>(y * image.width + x); };
  const auto sample = [&](int x, int y, int c) {
    return samples[pixel(x, y) * static_cast<std::size_t>(image.channels) +
                   static_cast<std::size_t>(c)];
  };
  const auto weight = [&](int dx, int dy) {
    const int x = dx + step.radius_x, y = dy + step.radius_y;
    return step.separable ? step.separable->row[static_cast<std::size_t>(x)] *
                                step.separable->column[static_cast<std::size_t>(y)]
                          : step.stencil.at(x, y);
  };
  std::vector<std::optional<double>> result;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      for (int c = 0; c < image.channels; ++c) {
        double sum = 0.0, weights = 0.0;
        bool computed = finite[pixel(x, y)] || step.fill;
        for (int dy = -step.radius_y; dy <= step.radius_y; ++dy)
          for (int dx = -step.radius_x; dx <= step.radius_x; ++dx) {
            const int column = border_index(x + dx, image.width, step.border);
            const int row = border_index(y + dy, image.height, step.border);
            const bool away = column == outside || row == outside;
            computed &= !(away && step.border == Border::copy);
            if (away && step.border != Border::constant) continue;
            if (!away && !finite[pixel(column, row)]) continue;
            const double w = weight(dx, dy);
            sum += w * (away ? double{step.border_value} : sample(column, row, c));
            weights += w;
          }
        if (!computed || (step.mean && weights == 0.0))
          result.emplace_back();
        else
          result.emplace_back(step.mean ? sum / weights : step.offset + step.scale * sum);
      }
  return result;
}

}  // namespace selvage::cpu
