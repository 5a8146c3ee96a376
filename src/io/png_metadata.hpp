// SPDX-License-Identifier: Apache-2.0
#pragma once
// Metadata in PNG chunks that libpng does not handle for us.

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "io/codec.hpp"

namespace selvage {

// Takes an eXIf chunk, or an iTXt chunk with XMP in it, into `info`; others are ignored.
void read_png_chunk(FileInfo& info, std::string_view type, std::span<const std::byte> data);

// The data of an iTXt chunk with this packet.
std::vector<std::byte> xmp_chunk(std::span<const std::byte> packet);

}  // namespace selvage
