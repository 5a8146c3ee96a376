// SPDX-License-Identifier: Apache-2.0
#pragma once
// The chain of directories in a TIFF, one for each image. It is checked before libtiff sees the
// file, so that a malformed chain or directory is rejected at once.

#include <bit>
#include <cstdint>
#include <vector>

#include "io/bytes/byte_source.hpp"

namespace selvage {

struct TiffHeader {
  std::endian order = std::endian::little;
  bool big = false;         // BigTIFF, with 64-bit places and counts
  std::uint64_t first = 0;  // place of the first directory
};

struct TiffEntry {
  std::uint16_t tag = 0;
  std::uint16_t type = 0;   // numbered as in the format
  std::uint64_t count = 0;  // number of values
  std::uint64_t place = 0;  // of the first value, in the file
  std::uint64_t at = 0;     // place of the entry itself
};

struct TiffDirectory {
  std::vector<TiffEntry> entries = {};
  std::vector<std::uint16_t> missing = {};  // tags whose values lie outside the file
  std::uint64_t next = 0;                   // place of the next directory; 0: none
  std::uint64_t bytes = 0;                  // of the directory itself
  std::uint64_t value_bytes = 0;            // of its entries' values, in the file

  const TiffEntry* find(std::uint16_t tag) const;
};

struct TiffPages {
  TiffHeader header = {};
  std::vector<std::uint64_t> places = {};  // of directories that are images
  std::int64_t pixels = 0;                 // of these images, as they claim
  std::int64_t bytes = 0;                  // of their samples when read, as they claim
  int skipped = 0;                         // reduced images and masks
};

// These functions throw Error{input} for files that are cut short or corrupt.
TiffHeader read_tiff_header(ByteSource& source);
// The values of the returned entries lie within the file.
TiffDirectory read_tiff_directory(ByteSource& source, const TiffHeader& header,
                                  std::uint64_t place);
// Tags that pixels depend on must be present. Also throws Error{limit} for too many pages.
TiffPages find_tiff_pages(ByteSource& source);

// Returns the size of a value of that type; 0: no such type.
std::size_t tiff_value_bytes(std::uint16_t type);
// Returns the first value of an integer entry; 0 for other types.
std::uint64_t tiff_number(ByteSource& source, const TiffHeader& header, const TiffEntry& entry);

}  // namespace selvage
