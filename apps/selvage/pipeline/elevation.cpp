// SPDX-License-Identifier: Apache-2.0
#include "pipeline/elevation.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "command_line/filter_fields.hpp"

namespace selvage::cli {
namespace {

// Returns the number of a text like " -9999 ".
std::optional<double> number_in(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0.0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || text.empty()) return {};
  return number;
}

bool has_size_of_page(const PageJob& p) {
  return p.whole.width == p.shape.width && p.whole.height == p.shape.height;
}

bool has_place(const GeoTags& geo) {
  GeoTags place = geo;
  place.no_data.clear();
  return place != GeoTags{};
}

}  // namespace

std::optional<float> no_data_of(const FileInfo& file) {
  const std::optional<double> value = number_in(file.metadata.geo.no_data);
  if (!value || !std::isfinite(*value)) return {};
  if (!is_integer(file.type)) {
    const auto sample = static_cast<float>(*value);
    const bool fits = file.type == PixelType::f32 || std::fabs(sample) <= 65504.0f;
    return fits && std::isfinite(sample) ? std::optional(sample) : std::nullopt;
  }
  const double scale = file.max_value > 0 ? file.max_value : full_scale(file.type);
  if (*value < 0.0 || *value > scale || *value != std::floor(*value)) return {};
  const double sample = std::nearbyint(*value / scale * full_scale(file.type));
  return static_cast<float>(sample / full_scale(file.type));
}

void ignore_no_data(Filter& filter, const FileInfo& file) {
  with_field<std::optional<float>>(filter, fields::invalid, [&](std::optional<float>& invalid) {
    if (!invalid) invalid = no_data_of(file);
  });
}

std::optional<float> invalid_of(const Filter& filter) {
  return field_of<std::optional<float>>(filter, fields::invalid).value_or(std::nullopt);
}

GeoTags geo_of_result(GeoTags geo, const PageJob& p) {
  if (p.result != p.shape.type) geo.no_data.clear();
  if (!has_size_of_page(p)) return {.no_data = geo.no_data};
  const Rect& rect = p.frame.compute;
  for (std::size_t i = 0; i + 1 < geo.tie_points.size(); i += 6) {
    geo.tie_points[i] -= rect.x;
    geo.tie_points[i + 1] -= rect.y;
  }
  if (geo.transformation.size() == 16)
    for (std::size_t row = 0; row < 3; ++row) {
      double* const m = &geo.transformation[4 * row];
      m[3] += m[0] * rect.x + m[1] * rect.y;
    }
  return geo;
}

std::vector<std::string> elevation_notes(const GeoTags& geo, const PageJob& p,
                                         const FilterCommand& command) {
  std::vector<std::string> notes;
  if (has_place(geo) && !has_size_of_page(p))
    notes.emplace_back("its place on the Earth is not kept: the result has another size");
  if (geo.no_data.empty()) return notes;
  if (!field_of<std::optional<float>>(p.filter, fields::invalid))
    notes.push_back(fmt::format("its nodata value {} counts like any other in {}", geo.no_data,
                                name(p.filter)));
  else if (command.filter.given.has("invalid"))
    notes.push_back(
        fmt::format("its nodata value {} counts like any other: --invalid is given", geo.no_data));
  else if (no_data_of(p.file))
    notes.push_back(fmt::format("its nodata value {} is ignored, as by --invalid", geo.no_data));
  if (p.result != p.shape.type)
    notes.emplace_back("its nodata value is not kept: --bits changes the scale of its samples");
  return notes;
}

}  // namespace selvage::cli
