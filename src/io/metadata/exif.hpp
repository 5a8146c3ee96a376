// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace selvage {

// Returns true when the bytes begin with a header of EXIF, which is that of a TIFF.
bool is_exif(std::span<const std::byte> bytes);

}  // namespace selvage
