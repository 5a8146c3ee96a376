// SPDX-License-Identifier: Apache-2.0
#pragma once
// EXIF as a TIFF's directories hold it, and as a block of its own (Metadata::exif), which is a
// small TIFF without pixels.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "io/tiff_directory.hpp"

namespace selvage {

struct ExifValue {
  std::uint16_t tag = 0, type = 0;
  std::uint64_t count = 0;
  std::vector<std::byte> bytes = {};  // in the order of the ExifTags
};

struct ExifTags {
  std::endian order = std::endian::little;
  std::vector<ExifValue> image = {};  // what of the image's own tags is EXIF too
  std::vector<ExifValue> exif = {};
  std::vector<ExifValue> gps = {};
  bool complete = true;  // false: damaged or very large values are left out

  bool empty() const { return image.empty() && exif.empty() && gps.empty(); }
};

// Of the directory at `place`. Throws Error{input} for what is cut short or corrupt.
ExifTags read_exif_tags(ByteSource& source, const TiffHeader& header, std::uint64_t place);

std::vector<std::byte> make_exif_block(const ExifTags& tags);

// A directory that is to lie at `place` in a file of that kind, with its values after it; `order`
// is theirs now.
std::vector<std::byte> make_tiff_directory(const std::vector<ExifValue>& values, std::endian order,
                                           const TiffHeader& header, std::uint64_t place);

}  // namespace selvage
