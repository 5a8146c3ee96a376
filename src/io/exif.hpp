// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace selvage {

// Whether the bytes begin with EXIF's header, which is TIFF's.
bool is_exif(std::span<const std::byte> bytes);

}  // namespace selvage
