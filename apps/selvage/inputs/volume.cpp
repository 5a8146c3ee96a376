// SPDX-License-Identifier: Apache-2.0
#include "inputs/volume.hpp"

#include <fmt/format.h>

#include <cmath>

#include "command_line/filter_fields.hpp"
#include "selvage/metadata.hpp"

namespace selvage::cli {

std::optional<double> spacing_of(const VolumeTags& volume) {
  const auto& [x, y, z] = volume.spacing;
  const double spacing = z / std::sqrt(x * y);
  if (!(spacing > 0.0) || !std::isfinite(spacing)) return {};
  return spacing;
}

FilterOptions with_spacing(FilterOptions options, const FileInfo& file) {
  if (!options.spacing) options.spacing = spacing_of(file.volume);
  return options;
}

VolumeTags volume_of_region(VolumeTags volume, const Rect& region) {
  volume.nifti = nifti_of_region(volume.nifti, region.x, region.y);
  return volume;
}

std::vector<std::string> volume_notes(const Filter& filter, const FilterOptions& o,
                                      const FileInfo& file) {
  const std::optional<double> spacing = spacing_of(file.volume);
  const auto sigma = field_of<std::optional<float>>(filter, fields::sigma_depth);
  if (!o.volume || !spacing || o.spacing || !sigma || !*sigma ||
      o.given.has(fields::sigma_depth.name))
    return {};
  return {
      fmt::format("its slices are {:.4g} times as far apart as its pixels: sigma_depth is {:.4g}",
                  *spacing, **sigma)};
}

}  // namespace selvage::cli
