// SPDX-License-Identifier: Apache-2.0
#pragma once
// The boxes of the ISO base media file format, which hold HEIF and JPEG XL files.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "io/bytes/byte_source.hpp"

namespace selvage {

struct IsoBox {
  std::array<char, 4> name = {};
  std::uint64_t place = 0, size = 0;  // of its data

  bool is(std::string_view wanted) const { return wanted == std::string_view(name.data(), 4); }
};

// Returns the outermost boxes of a file. Throws Error{input} if it is cut short or corrupt.
// `title`: the format's, for messages.
std::vector<IsoBox> iso_boxes(ByteSource& source, std::string_view title);

}  // namespace selvage
