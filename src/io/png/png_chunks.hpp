// SPDX-License-Identifier: Apache-2.0
#pragma once
// The chunks of a PNG, without those that its reader does not use. libpng allocates as much as the
// length of a chunk says before it reads it, and warns about many kinds; what it never sees costs
// neither memory nor time.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/bytes/byte_source.hpp"

namespace selvage {

constexpr std::size_t text_overhead = 256;  // of metadata in a chunk: keyword, language, ...

class PngChunks {
 public:
  // Chunks of metadata of more than `most_metadata` bytes are skipped, too. The source is at the
  // signature of the file.
  PngChunks(ByteSource& source, std::size_t most_metadata);

  // Reads the next bytes. Throws Error{input} when the file is cut short.
  void read(std::span<std::byte> bytes);
  // Returns the kinds of metadata that were skipped for their size since the last call.
  std::vector<std::string_view> take_too_large();

 private:
  void next_chunk();
  void skip_chunk(std::string_view type, std::uint32_t length);
  bool is_used(std::string_view type, std::uint32_t length);

  ByteSource& source_;
  std::size_t most_metadata_;
  std::array<std::byte, 8> head_{};  // signature, or length and type of a chunk
  std::span<const std::byte> unread_head_;
  std::uint64_t unread_body_ = 0;  // of the chunk, with its checksum; bytes
  std::vector<std::string_view> too_large_;
};

}  // namespace selvage
