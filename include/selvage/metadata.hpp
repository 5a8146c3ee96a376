// SPDX-License-Identifier: Apache-2.0
#pragma once
// Readers of metadata (struct Metadata in image.hpp). The bytes come from files and may be damaged;
// no function here throws for that.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "selvage/api.h"

namespace selvage {

// Returns the orientation in which viewers show the image, 1..8 as in EXIF; 1 (upright) if absent.
SELVAGE_API int exif_orientation(std::span<const std::byte> exif);

// Returns `exif` with the thumbnail blanked and unlinked: it shows another image once the pixels
// have changed.
SELVAGE_API std::vector<std::byte> without_thumbnail(std::span<const std::byte> exif);

// Returns the header of a NIfTI file (VolumeTags::nifti) for a region that begins at pixel (x, y):
// its place in space is moved there.
SELVAGE_API std::vector<std::byte> nifti_of_region(std::span<const std::byte> nifti, int x, int y);

// Returns the description of a colour profile, in UTF-8, at most 200 characters; may be empty.
SELVAGE_API std::string profile_description(std::span<const std::byte> icc);

}  // namespace selvage
