// SPDX-License-Identifier: Apache-2.0
#pragma once
// Metadata as cameras and editors write it, made by hand.

#include <bit>
#include <cstdint>
#include <string_view>

#include "support.hpp"

namespace selvage::testing {

// An integer of 2 or 4 bytes.
Bytes number(std::uint32_t value, int size, std::endian order = std::endian::big);

// A profile with one tag, its description: in ASCII, or (`wide`) in UTF-16. `padding`: bytes more.
Bytes make_profile(std::string_view colours, std::string_view description, bool wide = false,
                   std::size_t padding = 0);

// EXIF that says an orientation and has a thumbnail of 20 bytes with the value 0x55.
Bytes make_exif(int orientation, std::endian order = std::endian::little);

// Some of each kind, for RGB or gray images.
Metadata make_metadata(int colour_channels);

// The note that has the words in it; empty: there is none.
std::string note_with(const std::vector<std::string>& notes, std::string_view words);

}  // namespace selvage::testing
