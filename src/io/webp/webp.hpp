// SPDX-License-Identifier: Apache-2.0
#pragma once
// The two halves of the WebP codec, and the chunks of its container.

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "io/codec/codec.hpp"

namespace selvage {

std::unique_ptr<RowReader> open_webp(ByteSource& source, const Limits& limits);
std::unique_ptr<RowWriter> create_webp(ByteSink& sink, const OutputShape& shape);

constexpr std::size_t riff_header = 12;  // "RIFF", a size, "WEBP"
constexpr std::size_t chunk_header = 8;  // a name of four characters, a size; little-endian

// A chunk of a file.
struct WebpChunk {
  std::array<char, 4> name = {};
  std::uint64_t place = 0;  // of its header
  std::uint32_t size = 0;   // of its data, which follow the header and are padded to an even size

  bool is(std::string_view wanted) const { return wanted == std::string_view(name.data(), 4); }
};

// Returns the chunks of a file. Throws Error{input} if it is cut short or corrupt.
std::vector<WebpChunk> webp_chunks(ByteSource& source);

// The flags of a VP8X chunk.
constexpr unsigned webp_animation = 0x02, webp_xmp = 0x04, webp_exif = 0x08, webp_alpha = 0x10,
                   webp_icc = 0x20;

}  // namespace selvage
