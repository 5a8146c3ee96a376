// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a TIFF says beside its pixels.

#include "io/codec.hpp"
#include "io/tiff_directory.hpp"
#include "io/tiff_file.hpp"

namespace selvage {

// Takes that of the page at `place`, which `tiff` has open, into `info`.
void read_tiff_metadata(const TiffFile& tiff, ByteSource& source, const TiffHeader& header,
                        std::uint64_t place, FileInfo& info);

// Sets the tags of a page that is being written; directories of their own go to the end of `sink`.
void write_tiff_metadata(TiffFile& tiff, const Metadata& metadata, ByteSink& sink);

}  // namespace selvage
