// SPDX-License-Identifier: Apache-2.0
// What a filter needs to be well-formed: the one place that checks parameters and computes
// defaults.

#include "selvage/filters.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "selvage/error.hpp"

namespace selvage {
namespace {

constexpr float min_sigma = 1e-6f, max_sigma = 1e6f;
constexpr int max_radius = 4096;
constexpr int max_iterations = 1000;

[[noreturn]] void refuse(std::string_view field, const auto& value, std::string_view range,
                         std::string hint = {}) {
  throw Error(Errc::invalid_argument, fmt::format("{} {} is outside {}", field, value, range),
              std::move(hint));
}

void check_sigma(std::string_view field, float sigma) {
  if (!(sigma >= min_sigma && sigma <= max_sigma))  // also NaN
    refuse(field, sigma, "1e-06..1e+06");
}

void check_finite(std::string_view field, float value) {
  if (!std::isfinite(value)) refuse(field, value, "the finite numbers");
}

template <class Enum>
void check_enum(std::string_view field, Enum value, Enum last) {
  if (value < Enum{} || value > last)
    refuse(field, static_cast<int>(value), fmt::format("0..{}", static_cast<int>(last)));
}

// A value that stands for a sample must be one that the image's type can have.
void check_sample(std::string_view field, float value, PixelType type) {
  if (is_integer(type) && !(value >= 0.0f && value <= 1.0f)) {
    const double scale = full_scale(type);
    const bool stored = value > 1.0f && value <= scale;
    refuse(field, value,
           fmt::format("0..1 for {} image", type == PixelType::u8 ? "an 8-bit" : "a 16-bit"),
           stored ? fmt::format("did you mean {}/{} ({:.3g})?", value, scale, value / scale) : "");
  }
  constexpr float largest_half = 65504.0f;
  if (type == PixelType::f16 && !(std::fabs(value) <= largest_half))
    refuse(field, value, "-65504..65504 for an f16 image");
}

void validate(const Bilateral& f) {
  check_sigma("sigma_range", f.sigma_range);
  effective_radius(f);
  check_enum("window", f.window, Window::disc);
  check_enum("norm", f.norm, Norm::lab);
  check_enum("border", f.border, Border::copy);
  check_enum("alpha", f.alpha, Alpha::filter);
  check_finite("border_value", f.border_value);
  if (f.invalid) check_finite("invalid", *f.invalid);
  if (f.iterations < 1 || f.iterations > max_iterations)
    refuse("iterations", f.iterations, fmt::format("1..{}", max_iterations));
}

void validate(const Bilateral& f, const ConstImageView& image) {
  validate(f);
  check_sample("border_value", f.border_value, image.type);
  if (f.invalid) check_sample("invalid", *f.invalid, image.type);
  const int colours = image.colour_channels();
  if (f.norm == Norm::lab && colours != 3)
    throw Error(Errc::invalid_argument,
                fmt::format("norm lab needs three colour channels, the image has {}", colours),
                "use norm l2, or luma for gray images");
  if (f.norm == Norm::luma && colours != 1 && colours != 3)
    throw Error(
        Errc::invalid_argument,
        fmt::format("norm luma needs one or three colour channels, the image has {}", colours),
        "use norm l2");
}

}  // namespace

int effective_radius(const Bilateral& filter) {
  check_sigma("sigma_space", filter.sigma_space);
  if (!filter.radius) {
    const double radius = std::ceil(3.0 * static_cast<double>(filter.sigma_space));
    if (radius > max_radius)
      throw Error(Errc::invalid_argument,
                  fmt::format("sigma_space {} needs a radius of {}; the largest is {}",
                              filter.sigma_space, radius, max_radius),
                  "give a smaller sigma_space, or a radius");
    return static_cast<int>(radius);
  }
  if (*filter.radius < 0 || *filter.radius > max_radius)
    refuse("radius", *filter.radius, fmt::format("0..{}", max_radius));
  return *filter.radius;
}

int halo(const Filter& filter) {
  return std::visit([](const Bilateral& f) { return effective_radius(f) * f.iterations; }, filter);
}

void validate(const Filter& filter) {
  std::visit([](const auto& f) { validate(f); }, filter);
}

void validate(const Filter& filter, const ConstImageView& image) {
  std::visit([&](const auto& f) { validate(f, image); }, filter);
}

std::span<const Port> ports(const Filter& filter) {
  static constexpr std::array bilateral{Port{.name = "image"},
                                        Port{.name = "mask", .required = false},
                                        Port{.name = "image", .output = true}};
  return std::visit([](const Bilateral&) { return std::span<const Port>(bilateral); }, filter);
}

}  // namespace selvage
