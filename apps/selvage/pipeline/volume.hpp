// SPDX-License-Identifier: Apache-2.0
#pragma once
// What NIfTI files say about their voxels: their spacing, and their place in space.

#include <optional>
#include <string>
#include <vector>

#include "pipeline/session.hpp"

namespace selvage::cli {

// Returns the distance of slices divided by that of pixels, the geometric mean of both directions;
// nothing if the file does not tell.
std::optional<double> spacing_of(const VolumeTags& volume);

// Returns the options with the file's spacing, unless they have one.
FilterOptions with_spacing(FilterOptions options, const FileInfo& file);

// Returns what the result keeps: the place of a region is that of its first pixel, and an image of
// another size has none.
VolumeTags volume_of_result(VolumeTags volume, const PageJob& page);

// Returns notes on what the spacing has decided.
std::vector<std::string> volume_notes(const PageJob& page, const FilterCommand& command);

}  // namespace selvage::cli
