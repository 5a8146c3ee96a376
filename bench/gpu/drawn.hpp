// SPDX-License-Identifier: Apache-2.0
#pragma once
// Draws images for measurements.

#include <cmath>
#include <cstdint>

#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "gpu/gpu_cases.hpp"
#include "selvage/image.hpp"

namespace selvage::bench {

// Draws value(x, y, c) of full scale plus noise between 0 and `noise`.
template <class Value>
Image drawn(PixelType type, const Size& size, int channels, double noise, Value value) {
  Image image(type, size.width, size.height, channels, false, 1, {.max_pixels = INT64_MAX});
  std::uint32_t state = 1;
  with_pixel_type(type, [&]<class T>() {
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x)
        for (int c = 0; c < channels; ++c) {
          state = state * 1664525u + 1013904223u;
          const double v = value(x, y, c) + noise * (state >> 8) * 0x1p-24;
          write_sample(image.view().at(x, y, c), round_sample<T>(v * double{sample_scale<T>}));
        }
  });
  return image;
}

// Waves and noise: neither flat nor without structure.
inline Image drawn_waves(PixelType type, const Size& size, int channels) {
  return drawn(type, size, channels, 0.1, [](int x, int y, int c) {
    return 0.4 + 0.3 * std::sin(0.01 * x + c) * std::cos(0.013 * y);
  });
}

}  // namespace selvage::bench
