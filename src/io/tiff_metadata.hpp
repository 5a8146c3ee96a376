// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a TIFF says beside its pixels.

#include <string>
#include <vector>

#include "io/byte_sink.hpp"
#include "io/tiff_directory.hpp"
#include "io/tiff_file.hpp"
#include "selvage/image.hpp"

namespace selvage {

// Of the page at `place` that `tiff` has open. What is odd about it is said in `notes`.
Metadata read_tiff_metadata(const TiffFile& tiff, ByteSource& source, const TiffHeader& header,
                            std::uint64_t place, std::vector<std::string>& notes);

// Sets the tags of a page that is being written; directories of their own go to the end of `sink`.
void write_tiff_metadata(TiffFile& tiff, const Metadata& metadata, ByteSink& sink);

}  // namespace selvage
