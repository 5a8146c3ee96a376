// SPDX-License-Identifier: Apache-2.0
#pragma once
// Conversion between EXIF in the directories of a TIFF and an EXIF block (Metadata::exif), which is
// a small TIFF without pixels.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "io/tiff/tiff_directory.hpp"

namespace selvage {

struct ExifValue {
  std::uint16_t tag = 0, type = 0;
  std::uint64_t count = 0;
  std::vector<std::byte> bytes = {};  // in the byte order of ExifTags
};

struct ExifTags {
  std::endian order = std::endian::little;
  std::vector<ExifValue> image = {};  // tags of the image itself that belong to EXIF
  std::vector<ExifValue> exif = {};
  std::vector<ExifValue> gps = {};
  bool complete = true;  // false: damaged or very large values were left out

  bool empty() const { return image.empty() && exif.empty() && gps.empty(); }
};

// Reads the EXIF of the directory at `place`, of values of at most `most` bytes in all. Throws
// Error{input} if it is cut short or corrupt.
ExifTags read_exif_tags(ByteSource& source, const TiffHeader& header, std::uint64_t place,
                        std::size_t most);

std::vector<std::byte> make_exif_block(const ExifTags& tags);

// Returns the bytes of a directory for `place` in a file with that header, followed by its values,
// whose present byte order is `order`.
std::vector<std::byte> make_tiff_directory(const std::vector<ExifValue>& values, std::endian order,
                                           const TiffHeader& header, std::uint64_t place);

}  // namespace selvage
