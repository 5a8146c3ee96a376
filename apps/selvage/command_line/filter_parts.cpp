// SPDX-License-Identifier: Apache-2.0
#include "command_line/filter_parts.hpp"

#include <fmt/format.h>

#include <cmath>

namespace selvage::cli {

std::optional<int> radius_of(const FilterOptions& o) {
  const auto radius = o.given.get<int>("radius");
  if (radius || !o.diameter) return radius;
  if (*o.diameter < 1 || *o.diameter % 2 == 0)
    throw Error(Errc::invalid_argument,
                fmt::format("--diameter {} is not a positive odd number", *o.diameter),
                "--diameter is 2 radius + 1; bilateral --like opencv reads it as OpenCV does");
  return *o.diameter / 2;
}

namespace {

// Rounds a value that is compared with samples to one that the type of the file can hold, even if
// the image is converted to a wider type.
float as_sample(const Value& value, PixelType type) {
  const double sample = sample_in_unit(value, type);
  if (!is_integer(type)) return static_cast<float>(sample);
  const double scale = full_scale(type);
  return static_cast<float>(std::nearbyint(sample * scale) / scale);
}

}  // namespace

float in_samples(const FieldText& field, const Value& value, const SampleTypes& types) {
  if (field.is_sample) return as_sample(value, types.image);
  const PixelType type = field.unit == FieldUnit::guide_samples ? types.guide : types.image;
  return static_cast<float>(in_unit(value, type));
}

void need_radius(const char* verb, const FilterOptions& o) {
  if (!o.given.has("radius") && !o.diameter)
    throw Error(Errc::invalid_argument, fmt::format("{} needs --radius", verb),
                "for instance: --radius 3");
}

void need_both(const FilterOptions& o) {
  if (o.given.has("row") != o.given.has("column"))
    throw Error(Errc::invalid_argument, "--row and --column must be given together",
                R"(for instance: --row "1 2 1" --column "1 2 1")");
}

void refuse_both(const char* option, const char* other) {
  throw Error(Errc::invalid_argument, fmt::format("{} and {} cannot be combined", option, other),
              "use one of them");
}

}  // namespace selvage::cli
