// SPDX-License-Identifier: Apache-2.0
#pragma once
// A check that the chunks of an OpenEXR file hold enough bytes for their pixels.

#include <ImfMultiPartInputFile.h>

#include "io/exr/exr_streams.hpp"

namespace selvage {

// With NONE, RLE, ZIPS and ZIP compression, OpenEXR 3.1 accepts chunks that unpack to fewer bytes
// than their pixels need, and leaves the rest of its buffer as it was: uninitialised memory at
// first, and pixels of the file after the first complete chunk. This function checks all chunks up
// to that one. `tables` is the place of the chunk offsets. Throws Error{input} (corrupt).
void check_first_chunks(ExrInput& file, const Imf::MultiPartInputFile& parts, int part,
                        std::uint64_t tables);

}  // namespace selvage
