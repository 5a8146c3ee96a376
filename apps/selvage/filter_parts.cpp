// SPDX-License-Identifier: Apache-2.0
#include "filter_parts.hpp"

#include <fmt/format.h>

#include <cmath>

namespace selvage::cli {

std::optional<int> radius_of(const FilterOptions& o) {
  if (o.radius || !o.diameter) return o.radius;
  if (*o.diameter < 1 || *o.diameter % 2 == 0)
    throw Error(Errc::invalid_argument,
                fmt::format("--diameter {} is not odd and above 0", *o.diameter),
                "--diameter is 2 radius + 1; bilateral's --like opencv takes it as OpenCV does");
  return *o.diameter / 2;
}

float as_sample(std::string_view option, const Value& value, PixelType type) {
  const double sample = sample_in_unit(option, value, type);
  if (!is_integer(type)) return static_cast<float>(sample);
  const double scale = full_scale(type);
  return static_cast<float>(std::nearbyint(sample * scale) / scale);
}

void need_radius(const char* verb, const FilterOptions& o) {
  if (!o.radius && !o.diameter)
    throw Error(Errc::invalid_argument, fmt::format("{} needs --radius", verb),
                "for instance: --radius 3");
}

void need_both(const FilterOptions& o) {
  if (o.row.empty() != o.column.empty())
    throw Error(Errc::invalid_argument, "--row and --column belong together",
                R"(give both, for instance: --row "1 2 1" --column "1 2 1")");
}

void refuse_both(const char* option, const char* other) {
  throw Error(Errc::invalid_argument, fmt::format("{} and {} exclude one another", option, other),
              "give one of them");
}

}  // namespace selvage::cli
