// SPDX-License-Identifier: Apache-2.0
#include "compare.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace selvage::cli {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class Sample>
double stored(const std::byte* at) {
  Sample sample;
  std::memcpy(&sample, at, sizeof sample);
  return static_cast<double>(sample);
}

using Read = double (*)(const std::byte*);

Read reader(PixelType type) {
  switch (type) {
    case PixelType::u8: return stored<std::uint8_t>;
    case PixelType::u16: return stored<std::uint16_t>;
    case PixelType::f32: return stored<float>;
    case PixelType::f16: break;
  }
  throw std::logic_error("no file holds f16 samples");
}

double distance(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0.0;  // also equal infinities
  const double d = std::fabs(a - b);
  return std::isnan(d) ? infinity : d;
}

}  // namespace

Difference difference(const ConstImageView& a, const ConstImageView& b, double tolerance) {
  const Read read_a = reader(a.type), read_b = reader(b.type);
  // Equal types are compared as stored, so that n steps are exactly n / full scale.
  const bool same_type = a.type == b.type;
  const double scale_a = same_type ? 1.0 : full_scale(a.type);
  const double scale_b = same_type ? 1.0 : full_scale(b.type);
  const double unit = same_type ? full_scale(a.type) : 1.0;
  Difference result;
  double sum = 0.0, squares = 0.0;
  for (int y = 0; y < a.height; ++y)
    for (int x = 0; x < a.width; ++x) {
      bool differs = false;
      for (int c = 0; c < a.channels; ++c) {
        const double d =
            distance(read_a(a.at(x, y, c)) / scale_a, read_b(b.at(x, y, c)) / scale_b) / unit;
        sum += d;
        squares += d * d;
        if (d > result.max) {
          result.max = d;
          result.x = x, result.y = y, result.channel = c;
        }
        if (d > tolerance) ++result.differing_samples, differs = true;
      }
      if (differs) ++result.differing_pixels;
    }
  result.pixels = std::int64_t{a.width} * a.height;
  result.samples = result.pixels * a.channels;
  result.mean = sum / static_cast<double>(result.samples);
  result.rms = std::sqrt(squares / static_cast<double>(result.samples));
  result.psnr = result.rms > 0.0 ? -20.0 * std::log10(result.rms) : infinity;
  return result;
}

}  // namespace selvage::cli
