// SPDX-License-Identifier: Apache-2.0
#include "io/png/png_chunks.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "io/bytes/failures.hpp"
#include "io/bytes/fields.hpp"

namespace selvage {
namespace {

constexpr std::uint32_t longest_chunk = 0x7fffffff;  // libpng refuses longer ones
constexpr std::size_t checksum_bytes = 4;

// Ancillary chunks that change pixels, or say what kind of file it is.
constexpr std::string_view kept_chunks[] = {"tRNS", "sRGB", "pHYs", "acTL"};

struct MetadataChunk {
  std::string_view type, kind;
};
constexpr MetadataChunk metadata_chunks[] = {
    {"iCCP", "colour profile"}, {"eXIf", "EXIF"}, {"iTXt", "XMP or text"}};

bool is_ancillary(std::string_view type) {
  return (type[0] & 0x20) != 0;
}

}  // namespace

PngChunks::PngChunks(ByteSource& source, std::size_t most_metadata)
    : source_(source), most_metadata_(most_metadata) {
  source_.read(head_);
  unread_head_ = head_;
}

void PngChunks::read(std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    if (unread_head_.empty() && unread_body_ == 0) next_chunk();
    const bool in_head = !unread_head_.empty();
    const std::size_t count =
        std::min<std::uint64_t>(bytes.size(), in_head ? unread_head_.size() : unread_body_);
    if (in_head) {
      std::memcpy(bytes.data(), unread_head_.data(), count);
      unread_head_ = unread_head_.subspan(count);
    } else {
      source_.read(bytes.first(count));
      unread_body_ -= count;
    }
    bytes = bytes.subspan(count);
  }
}

std::vector<std::string_view> PngChunks::take_too_large() {
  return std::exchange(too_large_, {});
}

void PngChunks::next_chunk() {
  for (;;) {
    source_.read(head_);
    const std::uint32_t length = Fields(head_, std::endian::big).u32(0);
    const std::string_view type(reinterpret_cast<const char*>(&head_[4]), 4);
    const std::uint64_t body = std::uint64_t{length} + checksum_bytes;
    // libpng allocates memory for a whole ancillary chunk before it reads it.
    if (is_ancillary(type) && length <= longest_chunk) source_.expect(body);
    if (is_used(type, length)) {
      unread_head_ = head_;
      unread_body_ = body;
      return;
    }
    skip_chunk(type, length);
  }
}

void PngChunks::skip_chunk(std::string_view type, std::uint32_t length) {
  std::array<Bytef, 4096> part;
  uLong checksum = ::crc32(0, reinterpret_cast<const Bytef*>(&head_[4]), 4);
  for (std::size_t left = length; left > 0;) {
    const auto some = std::span(part).first(std::min(left, part.size()));
    source_.read(std::as_writable_bytes(some));
    checksum = ::crc32(checksum, some.data(), static_cast<uInt>(some.size()));
    left -= some.size();
  }
  std::array<std::byte, checksum_bytes> stored{};
  source_.read(stored);
  if (Fields(stored, std::endian::big).u32(0) != checksum)
    throw_corrupt(source_.name(), "PNG", fmt::format("{}: CRC error", type));
}

bool PngChunks::is_used(std::string_view type, std::uint32_t length) {
  if (!is_ancillary(type) || length > longest_chunk) return true;
  if (std::ranges::find(kept_chunks, type) != std::end(kept_chunks)) return true;
  const auto* const metadata = std::ranges::find(metadata_chunks, type, &MetadataChunk::type);
  if (metadata == std::end(metadata_chunks)) return false;
  const bool fits = length <= most_metadata_ + text_overhead;
  if (!fits && std::ranges::find(too_large_, metadata->kind) == too_large_.end())
    too_large_.push_back(metadata->kind);
  return fits;
}

}  // namespace selvage
