// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "io/bytes/byte_order.hpp"
#include "io/bytes/failures.hpp"
#include "io/webp/webp.hpp"

namespace selvage {
namespace {

constexpr std::size_t most_chunks = 4096;  // of a still image; more would make the reader slow

template <std::size_t Size>
std::array<std::byte, Size> bytes_at(ByteSource& source, std::uint64_t place) {
  std::array<std::byte, Size> bytes;
  if (source.read_at(place, bytes) < Size) throw_cut_short(source.name());
  return bytes;
}

}  // namespace

std::vector<WebpChunk> webp_chunks(ByteSource& source) {
  const auto riff = bytes_at<riff_header>(source, 0);
  const std::uint64_t end = std::uint64_t{chunk_header} + little_endian<std::uint32_t>(riff, 4);
  if (end > source.size()) throw_cut_short(source.name());
  std::vector<WebpChunk> chunks;
  for (std::uint64_t place = riff_header; place + chunk_header <= end;) {
    if (chunks.size() == most_chunks) throw_corrupt(source.name(), "WebP", "too many chunks");
    const auto header = bytes_at<chunk_header>(source, place);
    WebpChunk chunk{.place = place, .size = little_endian<std::uint32_t>(header, 4)};
    std::ranges::transform(std::span(header).first<4>(), chunk.name.begin(),
                           [](std::byte c) { return static_cast<char>(c); });
    if (place + chunk_header + chunk.size > end)
      throw_corrupt(source.name(), "WebP", "a chunk is larger than the file says");
    chunks.push_back(chunk);
    place += chunk_header + chunk.size + chunk.size % 2;
  }
  return chunks;
}

}  // namespace selvage
