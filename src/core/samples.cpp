// SPDX-License-Identifier: Apache-2.0
#include "core/samples.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/dispatch.hpp"
#include "core/sample.hpp"

namespace selvage {
namespace {

// Calls f(x, y, c, b) for every sample.
template <class F>
void for_each_sample(const ConstImageView& v, F&& f) {
  for (int b = 0; b < v.batch; ++b)
    for (int y = 0; y < v.height; ++y)
      for (int x = 0; x < v.width; ++x)
        for (int c = 0; c < v.channels; ++c) f(x, y, c, b);
}

bool rows_are_solid(const ConstImageView& v) {
  const auto sample = static_cast<std::ptrdiff_t>(sample_bytes(v.type));
  return v.stride.channel == sample && v.stride.pixel == sample * v.channels;
}

}  // namespace

void copy_samples(const ConstImageView& from, const ImageView& to) {
  const std::size_t sample = sample_bytes(from.type);
  if (rows_are_solid(from) && rows_are_solid(to)) {
    const std::size_t row = sample * static_cast<std::size_t>(from.channels * from.width);
    for (int b = 0; b < from.batch; ++b)
      for (int y = 0; y < from.height; ++y)
        std::memcpy(to.at(0, y, 0, b), from.at(0, y, 0, b), row);
    return;
  }
  for_each_sample(from, [&](int x, int y, int c, int b) {
    std::memcpy(to.at(x, y, c, b), from.at(x, y, c, b), sample);
  });
}

double sample_extent(const ConstImageView& image) {
  return with_pixel_type(image.type, [&]<class T>() {
    float low = 0.0f, high = 0.0f;  // with 0 between them, high - low is the larger of the two
    for_each_sample(image, [&](int x, int y, int c, int b) {
      const float value = read_sample<T>(image.at(x, y, c, b));
      if (!std::isfinite(value)) return;
      low = std::min(low, value);
      high = std::max(high, value);
    });
    return (static_cast<double>(high) - static_cast<double>(low)) / full_scale(image.type);
  });
}

}  // namespace selvage
