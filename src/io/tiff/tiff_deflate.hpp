// SPDX-License-Identifier: Apache-2.0
#pragma once
// The ends of Deflate-compressed strips and tiles. libtiff stops at the last sample and does not
// read the checksum that follows, so it takes a stream that damage has made longer for whole.

#include <cstdint>

#include "io/tiff/tiff_file.hpp"

namespace selvage {

// Decompresses a strip or tile once more, without keeping it. Throws TiffFailure unless the stream
// ends with the right checksum and holds at least that many bytes.
void check_tiff_deflate(TiffFile& tiff, std::uint32_t piece, std::uint64_t bytes);

}  // namespace selvage
