// SPDX-License-Identifier: Apache-2.0
#include "compare/compare.hpp"

#include <cmath>
#include <limits>

namespace selvage::cli {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double distance(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0.0;  // includes equal infinities
  const double d = std::fabs(a - b);
  return std::isnan(d) ? infinity : d;
}

}  // namespace

// Equal types are compared as stored, so that n steps are exactly n / full scale.
SampleDistance::SampleDistance(const ConstImageView& a, const ConstImageView& b)
    : a_(a),
      b_(b),
      read_a_(sample_reader(a.type)),
      read_b_(sample_reader(b.type)),
      scale_a_(a.type == b.type ? 1.0 : full_scale(a.type)),
      scale_b_(a.type == b.type ? 1.0 : full_scale(b.type)),
      unit_(a.type == b.type ? full_scale(a.type) : 1.0) {}

double SampleDistance::operator()(int x, int y, int c) const {
  return distance(read_a_(a_.at(x, y, c)) / scale_a_, read_b_(b_.at(x, y, c)) / scale_b_) / unit_;
}

Difference difference(const ConstImageView& a, const ConstImageView& b, double tolerance) {
  const SampleDistance distance_at(a, b);
  Difference result;
  double sum = 0.0, squares = 0.0;
  for (int y = 0; y < a.height; ++y)
    for (int x = 0; x < a.width; ++x) {
      bool differs = false;
      for (int c = 0; c < a.channels; ++c) {
        const double d = distance_at(x, y, c);
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
