// SPDX-License-Identifier: Apache-2.0
#include "io/png/png_metadata.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "io/metadata/metadata.hpp"

namespace selvage {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view xmp_keyword = "XML:com.adobe.xmp\0"sv;

// Returns the inflated bytes; nothing if they are damaged or more than `most`.
std::optional<std::vector<std::byte>> inflated(std::span<const std::byte> bytes, std::size_t most) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return std::nullopt;
  const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, inflateEnd);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data()));  // only read
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::vector<std::byte> all;
  std::array<std::byte, std::size_t{1} << 14> part;
  for (int state = Z_OK; state != Z_STREAM_END;) {
    stream.next_out = reinterpret_cast<Bytef*>(part.data());
    stream.avail_out = static_cast<uInt>(part.size());
    state = inflate(&stream, Z_NO_FLUSH);
    const std::size_t made = part.size() - stream.avail_out;
    if ((state != Z_OK && state != Z_STREAM_END) || made > most - all.size()) return std::nullopt;
    all.insert(all.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(made));
  }
  return all;
}

// Returns the bytes after the next zero byte.
std::optional<std::span<const std::byte>> after_text(std::span<const std::byte> data) {
  const auto end = std::ranges::find(data, std::byte{0});
  if (end == data.end()) return std::nullopt;
  return std::span(end + 1, data.end());
}

// Returns the text of an iTXt chunk, which consists of the keyword, 0, a flag for compression, its
// method, the language, 0, the translated keyword, 0, and the text.
std::optional<std::vector<std::byte>> xmp_text(std::span<const std::byte> chunk, std::size_t most) {
  const auto flags = after_text(chunk);
  if (!flags || flags->size() < 2) return std::nullopt;
  const bool compressed = flags->front() == std::byte{1};
  const auto translated = after_text(flags->subspan(2));
  const auto text = translated ? after_text(*translated) : std::nullopt;
  if (!text) return std::nullopt;
  if (compressed) return inflated(*text, most);
  return std::vector<std::byte>(text->begin(), text->end());
}

}  // namespace

void read_png_chunk(FileInfo& info, std::string_view type, std::span<const std::byte> data,
                    std::size_t most) {
  if (type == "eXIf") return take_exif(info, data, most);
  if (type != "iTXt" || !holds(data, xmp_keyword)) return;
  constexpr std::string_view refused = "its XMP is not kept: it is damaged or too large";
  // One attempt only: many packets that inflate to much text would make the reader slow.
  const bool attempted = std::ranges::find(info.notes, refused) != info.notes.end();
  if (attempted || !info.metadata.xmp.empty()) return;
  if (const auto packet = xmp_text(data, most))
    take_xmp(info, *packet, most);
  else
    add_note(info.notes, refused);
}

std::vector<std::byte> xmp_chunk(std::span<const std::byte> packet) {
  const auto start = std::as_bytes(std::span(xmp_keyword));
  std::vector<std::byte> chunk(start.begin(), start.end());
  chunk.resize(chunk.size() + 4);  // not compressed, no language, no translated keyword
  chunk.insert(chunk.end(), packet.begin(), packet.end());
  return chunk;
}

}  // namespace selvage
