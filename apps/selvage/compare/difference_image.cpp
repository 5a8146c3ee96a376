// SPDX-License-Identifier: Apache-2.0
#include "compare/difference_image.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "compare/drawing.hpp"
#include "compare/scale_bar.hpp"
#include "selvage/error.hpp"

namespace selvage::cli {
namespace {

constexpr Colour background{40, 40, 40}, ring{0, 255, 255}, ring_edge{0, 0, 0};

double pixel_distance(const SampleDistance& distance_at, int x, int y, int channels) {
  double largest = 0.0;
  for (int c = 0; c < channels; ++c) largest = std::max(largest, distance_at(x, y, c));
  return largest;
}

// Draws a ring with dark edges, seven dots around the pixel, which stays visible.
void draw_ring(const ImageView& image, int x, int y, int dot) {
  const double radius = 7.0 * dot, half = 0.75 * dot, edge = half + std::max(1.0, 0.5 * dot);
  const int reach = static_cast<int>(std::ceil(radius + edge));
  for (int dy = -reach; dy <= reach; ++dy)
    for (int dx = -reach; dx <= reach; ++dx) {
      const double off = std::fabs(std::hypot(dx, dy) - radius);
      if (off <= edge) draw_pixel(image, x + dx, y + dy, off <= half ? ring : ring_edge);
    }
}

// The drawing may exceed the limits for reading.
constexpr Limits no_limits{.max_pixels = std::numeric_limits<std::int64_t>::max(),
                           .max_side = std::numeric_limits<int>::max()};

}  // namespace

ConstImageView difference_image_shape(int width, int height) {
  constexpr int most = 1 << 30;  // keeps the sides of the whole from overflowing
  if (std::max(width, height) > most)
    throw Error(Errc::limit,
                fmt::format("no difference image is made of {}x{} pixels", width, height),
                fmt::format("a side has at most {} pixels", most));
  const BarLayout layout(width, height);
  return interleaved(static_cast<const void*>(nullptr), PixelType::u8, layout.width, layout.height,
                     3);
}

double difference_scale(const ConstImageView& a, const ConstImageView& b, const Difference& found) {
  double largest = found.max;
  if (std::isinf(found.max)) {
    const SampleDistance distance_at(a, b);
    largest = 0.0;
    for (int y = 0; y < a.height; ++y)
      for (int x = 0; x < a.width; ++x)
        for (int c = 0; c < a.channels; ++c)
          if (const double d = distance_at(x, y, c); std::isfinite(d))
            largest = std::max(largest, d);
  }
  return largest > 0.0 ? largest : 1.0;
}

Image difference_image(const ConstImageView& a, const ConstImageView& b, const Difference& found,
                       double scale) {
  const BarLayout layout(a.width, a.height);
  Image result(PixelType::u8, layout.width, layout.height, 3, false, 1, no_limits);
  const ImageView image = result.view();
  draw_rect(image, {0, 0, image.width, image.height}, background);
  const SampleDistance distance_at(a, b);
  for (int y = 0; y < a.height; ++y)
    for (int x = 0; x < a.width; ++x)
      draw_pixel(image, x, y, map_colour(pixel_distance(distance_at, x, y, a.channels) / scale));
  if (found.max > 0.0) draw_ring(image, found.x, found.y, layout.dot);
  draw_scale_bar(image, layout, scale);
  return result;
}

}  // namespace selvage::cli
