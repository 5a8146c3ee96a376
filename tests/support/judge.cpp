// SPDX-License-Identifier: Apache-2.0
#include "support/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "support/canvas.hpp"
#include "support/pictures.hpp"

namespace selvage::testing {
namespace {

double ulp(double value, int mantissa_bits, int smallest_exponent) {
  const int exponent = value == 0 ? smallest_exponent : std::ilogb(value);
  return std::ldexp(1.0, std::max(exponent, smallest_exponent) - mantissa_bits);
}

// A line for each row of samples, pixels apart by two spaces; integers as stored.
template <class At>
std::string grid(const ConstImageView& shape, At&& at) {
  std::string text;
  for (int y = 0; y < shape.height; ++y) {
    text += '\n';
    for (int x = 0; x < shape.width; ++x) {
      text += ' ';
      for (int c = 0; c < shape.channels; ++c)
        text += fmt::format(" {:.7g}", at(x, y, c) * full_scale(shape.type));
    }
  }
  return text;
}

// Integers end at 0 and full scale.
double within(PixelType type, double value) {
  return is_integer(type) ? std::clamp(value, 0.0, 1.0) : value;
}

// Of what is no number, or has no end: the gray of an invalid pixel.
bool same_infinity(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

struct Worst {
  int x = 0, y = 0, c = 0;
  double excess = 0;  // over what is allowed
  int count = 0;      // of samples that disagree
};

}  // namespace

double largest_sample(const ConstImageView& image) {
  double largest = 0;
  for_each_sample(image, [&](int x, int y, int c, int b) {
    const double magnitude = std::abs(read(image, x, y, c, b));
    if (std::isfinite(magnitude)) largest = std::max(largest, magnitude);
  });
  return largest;
}

double rounding_error(PixelType type, double value) {
  switch (type) {
    case PixelType::u8:
    case PixelType::u16: return 0.5 / full_scale(type);
    case PixelType::f16: return 0.5 * ulp(value, 10, -14);
    case PixelType::f32: return 0.5 * ulp(value, 23, -126);
  }
  return 0;
}

std::string disagreement(const Expected& expected, const ConstImageView& output) {
  const Rect& part = expected.compute;
  const reference::Samples& samples = expected.result.samples;
  Worst worst;
  for_each_sample(output, [&](int x, int y, int c, int) {
    const int wx = part.x + x, wy = part.y + y;
    double excess = 0;
    if (expected.result.copied[samples.index(wx, wy, c, expected.slice)]) {
      const std::byte* from = reference::copied_from(expected.input, samples, wx, wy, c);
      const bool same = std::memcmp(output.at(x, y, c), from, sample_bytes(output.type)) == 0;
      excess = same ? 0 : std::numeric_limits<double>::infinity();
    } else {
      const double right = within(output.type, samples.at(wx, wy, c, expected.slice));
      const double got = read(output, x, y, c);
      // One part in 1e12 for the reference's own rounding.
      const double allowed =
          expected.bound + rounding_error(output.type, right) + 1e-12 * std::abs(right);
      const double error = std::abs(got - right);
      excess = std::isfinite(error)        ? error - allowed
               : same_infinity(got, right) ? 0.0
                                           : std::numeric_limits<double>::infinity();
    }
    if (excess <= 0) return;
    ++worst.count;
    if (worst.count == 1 || excess > worst.excess)
      worst = {.x = x, .y = y, .c = c, .excess = excess, .count = worst.count};
  });
  if (worst.count == 0) return {};

  const double scale = full_scale(output.type);
  const int wx = part.x + worst.x, wy = part.y + worst.y;
  const bool copied = expected.result.copied[samples.index(wx, wy, worst.c, expected.slice)];
  const double right = samples.at(wx, wy, worst.c, expected.slice),
               got = read(output, worst.x, worst.y, worst.c);
  std::string text = fmt::format(
      "{} samples disagree, worst at x={} y={} channel {}: expected {:.9g}{}, got {:.9g}, "
      "off by {:.3g}, {:.3g} of it before rounding are allowed",
      worst.count, worst.x, worst.y, worst.c, right * scale, copied ? " copied to the bit" : "",
      got * scale, std::abs(got - right) * scale, expected.bound * scale);
  if (output.width <= 16 && output.height <= 16) {
    text += "\nexpected:" + grid(output, [&](int x, int y, int c) {
              return samples.at(part.x + x, part.y + y, c, expected.slice);
            });
    text += "\ngot:" + grid(output, [&](int x, int y, int c) { return read(output, x, y, c); });
  }
  return text;
}

}  // namespace selvage::testing
