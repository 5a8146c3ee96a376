// SPDX-License-Identifier: Apache-2.0
#pragma once
// Images inside a page.

#include <cstddef>
#include <span>
#include <string>

#include "selvage/image.hpp"

namespace selvage::cli {

// Returns the bytes as base64 (RFC 4648, with padding).
std::string base64(std::span<const std::byte> bytes);

// Returns "data:image/png;base64,..." of an image that PNG can hold.
std::string png_uri(const ConstImageView& image);

}  // namespace selvage::cli
