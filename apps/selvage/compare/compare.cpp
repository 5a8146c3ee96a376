// SPDX-License-Identifier: Apache-2.0
#include "compare/compare.hpp"

#include <fmt/format.h>

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

void DifferenceSum::add(const ConstImageView& a, const ConstImageView& b) {
  const SampleDistance distance_at(a, b);
  for (int y = 0; y < a.height; ++y)
    for (int x = 0; x < a.width; ++x) {
      bool differs = false;
      for (int c = 0; c < a.channels; ++c) {
        const double d = distance_at(x, y, c);
        found_.mean += d;
        found_.rms += d * d;
        if (d > found_.max) {
          found_.max = d;
          found_.x = x, found_.y = rows_ + y, found_.channel = c;
        }
        if (d > tolerance_) ++found_.differing_samples, differs = true;
      }
      if (differs) ++found_.differing_pixels;
    }
  rows_ += a.height;
  const std::int64_t pixels = std::int64_t{a.width} * a.height;
  found_.pixels += pixels;
  found_.samples += pixels * a.channels;
}

Difference DifferenceSum::result() const {
  Difference result = found_;
  const auto samples = static_cast<double>(found_.samples);
  result.mean = found_.mean / samples;
  result.rms = std::sqrt(found_.rms / samples);
  result.psnr = result.rms > 0.0 ? -20.0 * std::log10(result.rms) : infinity;
  return result;
}

Difference difference(const ConstImageView& a, const ConstImageView& b, double tolerance) {
  DifferenceSum sum(tolerance);
  sum.add(a, b);
  return sum.result();
}

std::string difference_text(double value, PixelType type, bool same_type) {
  if (!same_type || !is_integer(type)) return fmt::format("{:.6g}", value);
  const double scale = full_scale(type);
  return fmt::format("{:.6g} ({:.4g} of {:g})", value, value * scale, scale);
}

}  // namespace selvage::cli
