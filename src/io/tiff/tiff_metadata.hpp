// SPDX-License-Identifier: Apache-2.0
#pragma once
// Metadata in a TIFF.

#include "io/codec/codec.hpp"
#include "io/tiff/tiff_directory.hpp"
#include "io/tiff/tiff_file.hpp"

namespace selvage {

// Stores the metadata of the page at `place`, which `tiff` has open, in `info`; `most`: bytes of
// each kind.
void read_tiff_metadata(const TiffFile& tiff, ByteSource& source, const TiffHeader& header,
                        std::uint64_t place, std::size_t most, FileInfo& info);

// Returns what a tag of metadata is for people: "colour profile".
std::string name_of_metadata(std::uint16_t tag);

// Sets the tags of a page that is being written. Appends separate directories to `sink`.
void write_tiff_metadata(TiffFile& tiff, const Metadata& metadata, ByteSink& sink);

}  // namespace selvage
