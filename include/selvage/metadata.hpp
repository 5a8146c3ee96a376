// SPDX-License-Identifier: Apache-2.0
#pragma once
// What metadata says (struct Metadata of image.hpp). Its bytes come from files and may be damaged:
// nothing here throws for that.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "selvage/api.h"

namespace selvage {

// How viewers are to turn the image, 1..8 as EXIF counts; 1: not at all, also when it is not said.
SELVAGE_API int exif_orientation(std::span<const std::byte> exif);

// The same with the thumbnail blanked and no longer referred to: it shows another image once the
// pixels have changed.
SELVAGE_API std::vector<std::byte> without_thumbnail(std::span<const std::byte> exif);

// The name that a colour profile has for people, in UTF-8, at most 200 characters; may be empty.
SELVAGE_API std::string profile_description(std::span<const std::byte> icc);

}  // namespace selvage
