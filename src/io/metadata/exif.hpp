// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace selvage {

// Returns true when the bytes begin with a header of EXIF, which is that of a TIFF.
bool is_exif(std::span<const std::byte> bytes);

// Returns `exif` with the orientation 1, for pixels that a decoder has turned already.
std::vector<std::byte> upright_exif(std::span<const std::byte> exif);

}  // namespace selvage
