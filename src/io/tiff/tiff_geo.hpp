// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tags of a GeoTIFF, and GDAL's nodata value.

#include "io/codec/codec.hpp"
#include "io/tiff/tiff_directory.hpp"
#include "io/tiff/tiff_file.hpp"

namespace selvage {

bool is_geo_tag(std::uint16_t tag);

// Stores the tags of the directory at `place` in info.metadata; `most`: bytes of each. A note names
// those that are damaged or larger.
void read_geo_tags(ByteSource& source, const TiffHeader& header, std::uint64_t place,
                   std::size_t most, FileInfo& info);

std::size_t bytes_of(const GeoTags& geo);

// Sets the tags of a page that is being written.
void write_geo_tags(TIFF* tiff, const GeoTags& geo);

}  // namespace selvage
