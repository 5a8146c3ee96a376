// SPDX-License-Identifier: Apache-2.0
#pragma once
// What NIfTI files say about their voxels: their spacing, and their place in space.

#include <optional>
#include <string>
#include <vector>

#include "command_line/options.hpp"
#include "selvage/io.hpp"

namespace selvage::cli {

// Returns the distance of slices divided by that of pixels, the geometric mean of both directions;
// nothing if the file does not tell.
std::optional<double> spacing_of(const VolumeTags& volume);

// Returns the options with the file's spacing, unless they have one.
FilterOptions with_spacing(FilterOptions options, const FileInfo& file);

// Returns what a region keeps: its place is that of its first pixel.
VolumeTags volume_of_region(VolumeTags volume, const Rect& region);

// Returns notes on what the spacing has decided about the filter.
std::vector<std::string> volume_notes(const Filter& filter, const FilterOptions& options,
                                      const FileInfo& file);

}  // namespace selvage::cli
