// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tags of a TIFF that pixels depend on, with the types and counts that the format allows.

#include <cstdint>

#include "io/tiff/tiff_directory.hpp"

namespace selvage {

// Size, samples, colours, strips, tiles and parameters of compressions. Other tags are metadata.
bool matters_for_pixels(std::uint16_t tag);

// libtiff ignores a tag of a wrong type or count with a warning, and then its default decides the
// pixels. Therefore such a tag is Error{input}.
void check_pixel_tags(ByteSource& source, const TiffHeader& header, const TiffDirectory& directory);

// Returns the entries that are left out so that each other tag of metadata has at most `most`
// bytes, and all have three times as many. libtiff holds all tags that it sees in memory. Throws
// Error{input} where one is the first entry, which no usual file has.
std::vector<TiffEntry> too_large_tags(const TiffDirectory& directory, const std::string& name,
                                      std::size_t most);

}  // namespace selvage
