// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether the chunks of an OpenEXR file hold what their pixels need.

#include <ImfMultiPartInputFile.h>

#include "io/exr_streams.hpp"

namespace selvage {

// OpenEXR 3.1 takes chunks that unpack to fewer bytes than their pixels need, where its other
// compressions refuse them: NONE, RLE, ZIPS, ZIP. The rest is then what its buffers held before: at
// first any memory, after a whole chunk pixels of the file. This looks at chunks up to that one.
// `tables`: where the offsets of the chunks begin. Throws Error{input} (corrupt).
void check_first_chunks(ExrInput& file, const Imf::MultiPartInputFile& parts, int part,
                        std::uint64_t tables);

}  // namespace selvage
