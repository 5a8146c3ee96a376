// SPDX-License-Identifier: Apache-2.0
#include "core/samples.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/checked.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"

namespace selvage {
namespace {

// Calls f(b, z) for every slice of every image.
template <class F>
void for_each_slice(const ConstImageView& v, F&& f) {
  for (int b = 0; b < v.batch; ++b)
    for (int z = 0; z < v.depth; ++z) f(b, z);
}

// Calls f(x, y, c) for every sample of a slice.
template <class F>
void for_each_sample(const ConstImageView& v, F&& f) {
  for (int y = 0; y < v.height; ++y)
    for (int x = 0; x < v.width; ++x)
      for (int c = 0; c < v.channels; ++c) f(x, y, c);
}

void copy_slice(const ConstImageView& from, const ImageView& to) {
  if (rows_are_solid(from) && rows_are_solid(to)) {
    const std::size_t row = checked_mul(sample_bytes(from.type), from.channels, from.width);
    for (int y = 0; y < from.height; ++y) std::memcpy(to.at(0, y), from.at(0, y), row);
    return;
  }
  with_pixel_type(from.type, [&]<class T>() {  // makes a copy one load and one store
    for (int y = 0; y < from.height; ++y)
      for (int c = 0; c < from.channels; ++c) {
        const std::byte* source = from.at(0, y, c);
        std::byte* target = to.at(0, y, c);
        for (int x = 0; x < from.width; ++x)
          std::memcpy(target + x * to.stride.pixel, source + x * from.stride.pixel, sizeof(T));
      }
  });
}

}  // namespace

void copy_samples(const ConstImageView& from, const ImageView& to) {
  for_each_slice(from,
                 [&](int b, int z) { copy_slice(from.image(b).slice(z), to.image(b).slice(z)); });
}

double sample_extent(const ConstImageView& image, double also) {
  return with_pixel_type(image.type, [&]<class T>() {
    float low = 0.0f, high = 0.0f;  // with 0 between them, high - low is the larger of the two
    for_each_slice(image, [&](int b, int z) {
      const ConstImageView slice = image.image(b).slice(z);
      for_each_sample(slice, [&](int x, int y, int c) {
        const float value = read_sample<T>(slice.at(x, y, c));
        if (!std::isfinite(value)) return;
        low = std::min(low, value);
        high = std::max(high, value);
      });
    });
    const double unit = full_scale(image.type);
    return std::max(high / unit, also) - std::min(low / unit, also);
  });
}

double stored_value(double value, PixelType image, PixelType reads) {
  const double in_image = with_pixel_type(image, [&]<class T>() -> double {
    const T sample = round_sample<T>(value * full_scale(image));
    return read_sample<T>(reinterpret_cast<const std::byte*>(&sample));
  });
  return reads == image ? in_image : static_cast<float>(in_image / full_scale(image));
}

}  // namespace selvage
