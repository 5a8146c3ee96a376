// SPDX-License-Identifier: Apache-2.0
#include "pipeline/background.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "selvage/io.hpp"

namespace selvage::cli {
namespace {

// Composites a row of floats; `to` has one channel less.
void composite(const float* from, float* to, int pixels, int channels, const Background& background,
               bool premultiplied) {
  for (int x = 0; x < pixels; ++x, from += channels, to += channels - 1) {
    const double alpha = std::clamp(double{from[channels - 1]}, 0.0, 1.0);
    for (int c = 0; c < channels - 1; ++c) {
      const double own = premultiplied ? double{from[c]} : alpha * double{from[c]};
      const double behind = background.rgb.at(static_cast<std::size_t>(c));
      to[c] = static_cast<float>(own + (1.0 - alpha) * behind);
    }
  }
}

}  // namespace

Image over_background(const ConstImageView& image, const Background& background,
                      bool premultiplied) {
  const Limits unlimited{.max_pixels = INT64_MAX, .max_side = INT64_MAX};
  Image result(image.type, image.width, image.height, image.channels - 1, false, 1, unlimited);
  Image row(PixelType::f32, image.width, 1, image.channels - 1, false, 1, unlimited);
  for (int y = 0; y < image.height; ++y) {
    const Image floats = convert(image.region({0, y, image.width, 1}), PixelType::f32);
    composite(reinterpret_cast<const float*>(floats.view().data),
              reinterpret_cast<float*>(row.view().data), image.width, image.channels, background,
              premultiplied);
    const Image stored = convert(row, image.type);
    std::memcpy(result.view().at(0, y), stored.view().data, stored.bytes());
  }
  return result;
}

}  // namespace selvage::cli
