// SPDX-License-Identifier: Apache-2.0
#pragma once
// The chain of directories of a TIFF, one for each image, as they lie in the file. It is walked
// before libtiff sees the file, so that a chain or a directory that lies is found out at once.

#include <bit>
#include <cstdint>
#include <vector>

#include "io/byte_source.hpp"

namespace selvage {

struct TiffHeader {
  std::endian order = std::endian::little;
  bool big = false;         // BigTIFF: places and counts have 64 bits
  std::uint64_t first = 0;  // place of the first directory
};

struct TiffEntry {
  std::uint16_t tag = 0;
  std::uint16_t type = 0;   // as the format numbers them
  std::uint64_t count = 0;  // values
  std::uint64_t place = 0;  // of the first one, in the file
};

struct TiffDirectory {
  std::vector<TiffEntry> entries = {};
  std::vector<std::uint16_t> missing = {};  // tags whose values lie outside the file
  std::uint64_t next = 0;                   // place of the directory after it; 0: none
  std::uint64_t bytes = 0;                  // of the directory itself
  std::uint64_t value_bytes = 0;            // of its entries, in the file

  const TiffEntry* find(std::uint16_t tag) const;
};

struct TiffPages {
  TiffHeader header = {};
  std::vector<std::uint64_t> places = {};  // of the directories that are images
  std::int64_t pixels = 0;                 // of these, if they say the truth
  std::int64_t bytes = 0;                  // of their samples as they are read; likewise
  int skipped = 0;                         // those that are reduced images or masks
};

// These throw Error{input} for what is cut short or corrupt.
TiffHeader read_tiff_header(ByteSource& source);
// The values of its entries lie within the file.
TiffDirectory read_tiff_directory(ByteSource& source, const TiffHeader& header,
                                  std::uint64_t place);
// What pixels depend on must be there. Also Error{limit} for more pages than anybody has.
TiffPages find_tiff_pages(ByteSource& source);

// Bytes of one value of that type; 0: no such type.
std::size_t tiff_value_bytes(std::uint16_t type);
// The first value of an entry of whole numbers; 0 for other types.
std::uint64_t tiff_number(ByteSource& source, const TiffHeader& header, const TiffEntry& entry);

}  // namespace selvage
