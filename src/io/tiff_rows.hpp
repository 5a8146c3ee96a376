// SPDX-License-Identifier: Apache-2.0
#pragma once
// The stored rows of a TIFF's page, from strips or tiles, decompressed, in the machine's byte
// order.

#include <cstddef>
#include <memory>

#include "io/tiff_file.hpp"
#include "io/tiff_kind.hpp"

namespace selvage {

class TiffRows {
 public:
  virtual ~TiffRows() = default;
  virtual const std::byte* next() = 0;  // valid until the next call
};

// Throws Error{input} when the page's strips or tiles cannot be in a file of that size: before any
// memory is allocated for them.
void check_tiff_pieces(TiffFile& tiff, const TiffKind& kind, const std::string& name,
                       std::uint64_t file_bytes);

// That all open_tiff_rows of a page hold, decompressed and as they come from the file. Throws
// TiffFailure for tiles that cannot be.
std::size_t tiff_decoder_bytes(TiffFile& tiff, const TiffKind& kind, std::uint64_t file_bytes);

// One piece of the rows that belong to `plane` is in memory: a row of tiles, a strip, or one row
// where strips are large. `tiff` is used by nobody else from here on.
std::unique_ptr<TiffRows> open_tiff_rows(TiffFile& tiff, const TiffKind& kind, int plane);

}  // namespace selvage
