// SPDX-License-Identifier: Apache-2.0
#include "io/jpeg/jpeg_metadata.hpp"

#include <algorithm>
#include <cmath>

#include "io/metadata/metadata.hpp"

namespace selvage {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view extension_prefix = "http://ns.adobe.com/xmp/extension/\0"sv;

double per_metre(int unit) {
  return unit == 1 ? inches_per_metre : 100.0;
}

JfifDensity rounded(int unit, double x, double y) {
  const auto count = [unit](double density) {
    return static_cast<int>(std::clamp(std::round(density / per_metre(unit)), 1.0, 65535.0));
  };
  return {.unit = unit, .x = count(x), .y = count(y)};
}

}  // namespace

void read_app1(FileInfo& info, std::span<const std::byte> data, std::size_t most) {
  if (holds(data, exif_prefix))
    take_exif(info, data, most);
  else if (holds(data, xmp_prefix))
    take_xmp(info, data.subspan(xmp_prefix.size()), most);
  else if (holds(data, extension_prefix))
    add_note(info.notes, "its extended XMP is not kept");
}

std::vector<std::byte> app1(std::string_view prefix, std::span<const std::byte> content) {
  const auto start = std::as_bytes(std::span(prefix));
  std::vector<std::byte> data(start.begin(), start.end());
  data.insert(data.end(), content.begin(), content.end());
  return data;
}

JfifDensity jfif_density(double x, double y) {
  if (x <= 0 || y <= 0) return {};
  const auto error = [&](const JfifDensity& d) {
    return std::abs(d.x * per_metre(d.unit) / x - 1) + std::abs(d.y * per_metre(d.unit) / y - 1);
  };
  const JfifDensity inch = rounded(1, x, y), centimetre = rounded(2, x, y);
  return error(inch) <= error(centimetre) ? inch : centimetre;
}

void take_jfif_density(FileInfo& info, const JfifDensity& density) {
  if (density.unit == 1 || density.unit == 2)
    take_density(info, density.x * per_metre(density.unit), density.y * per_metre(density.unit));
}

}  // namespace selvage
