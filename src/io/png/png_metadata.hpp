// SPDX-License-Identifier: Apache-2.0
#pragma once
// Metadata in PNG chunks that libpng leaves to its caller.

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "io/codec/codec.hpp"

namespace selvage {

// Stores the metadata of an eXIf chunk, or of an iTXt chunk with XMP, in `info`. Ignores other
// chunks. `most`: bytes of metadata of each kind.
void read_png_chunk(FileInfo& info, std::string_view type, std::span<const std::byte> data,
                    std::size_t most);

// Returns the data of an iTXt chunk with this XMP packet.
std::vector<std::byte> xmp_chunk(std::span<const std::byte> packet);

}  // namespace selvage
