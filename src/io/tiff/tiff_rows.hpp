// SPDX-License-Identifier: Apache-2.0
#pragma once
// The stored rows of a page of a TIFF: decompressed from strips or tiles, in native byte order.

#include <cstddef>
#include <memory>

#include "io/tiff/tiff_file.hpp"
#include "io/tiff/tiff_kind.hpp"

namespace selvage {

class TiffRows {
 public:
  virtual ~TiffRows() = default;
  virtual const std::byte* next() = 0;  // valid until the next call
};

// Throws Error{input} when the strips or tiles of the page do not fit in a file of that size. To be
// called before memory is allocated for them.
void check_tiff_pieces(TiffFile& tiff, const TiffKind& kind, const std::string& name,
                       std::uint64_t file_bytes);

// Returns the memory that the TiffRows of all planes of a page hold, for compressed and
// decompressed bytes. Throws TiffFailure for impossible tiles.
std::size_t tiff_decoder_bytes(TiffFile& tiff, const TiffKind& kind, std::uint64_t file_bytes);

// Returns the rows of a plane. It holds a row of tiles, a strip, or one row of a large strip, and
// has exclusive use of `tiff`.
std::unique_ptr<TiffRows> open_tiff_rows(TiffFile& tiff, const TiffKind& kind, int plane);

}  // namespace selvage
