// SPDX-License-Identifier: Apache-2.0
#pragma once
// Metadata as cameras and editors write it, built by hand.

#include <bit>
#include <cstdint>
#include <string_view>

#include "io/support.hpp"

namespace selvage::testing {

// Returns the bytes of an integer of 2 or 4 bytes.
Bytes number(std::uint32_t value, int size, std::endian order = std::endian::big);

// Makes a profile with one tag, its description, in ASCII or (`wide`) UTF-16, and `padding` extra
// bytes.
Bytes make_profile(std::string_view colours, std::string_view description, bool wide = false,
                   std::size_t padding = 0);

// Makes EXIF with an orientation and a thumbnail of 20 bytes with the value 0x55.
Bytes make_exif(int orientation, std::endian order = std::endian::little);

// Makes metadata of every kind, for RGB or gray images.
Metadata make_metadata(int colour_channels);

// Returns the note that contains the words; empty: there is none.
std::string note_with(const std::vector<std::string>& notes, std::string_view words);

}  // namespace selvage::testing
