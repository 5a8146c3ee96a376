// SPDX-License-Identifier: Apache-2.0
// EXIF is a TIFF file without pixels: directories of 12-byte entries, in either byte order. The
// first directory describes the image, the second its thumbnail.
#include "io/metadata/exif.hpp"

#include <algorithm>

#include "io/bytes/fields.hpp"
#include "io/codec/codec.hpp"
#include "selvage/metadata.hpp"

namespace selvage {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t tiff_header_bytes = 8, exif_entry_bytes = 12;
constexpr std::uint32_t type_short = 3, type_long = 4;
enum Tag : std::uint16_t {
  orientation = 0x0112,
  thumbnail_strips = 0x0111,
  thumbnail_strip_bytes = 0x0117,
  thumbnail_offset = 0x0201,
  thumbnail_bytes = 0x0202,
};

Fields exif_fields(std::span<const std::byte> exif) {
  return {exif, holds(exif, "MM") ? std::endian::big : std::endian::little};
}

struct Directory {
  Fields fields;
  std::size_t offset;

  std::size_t end() const { return offset + 2 + exif_entry_bytes * fields.u16(offset); }
  std::vector<std::uint32_t> values(Tag tag) const;  // integers; empty: none
};

std::vector<std::uint32_t> Directory::values(Tag tag) const {
  const std::size_t last = std::min(end(), fields.size());
  for (std::size_t entry = offset + 2; entry + exif_entry_bytes <= last;
       entry += exif_entry_bytes) {
    if (fields.u16(entry) != tag) continue;
    const std::uint32_t type = fields.u16(entry + 2);
    if (type != type_short && type != type_long) continue;
    const std::size_t step = type == type_short ? 2 : 4;
    const std::size_t bytes = step * std::max(fields.u32(entry + 4), 1u);
    const std::size_t first = bytes <= 4 ? entry + 8 : fields.u32(entry + 8);
    std::vector<std::uint32_t> all;
    if (fields.has(first, bytes))
      for (std::size_t at = first; at < first + bytes; at += step)
        all.push_back(type == type_short ? fields.u16(at) : fields.u32(at));
    return all;
  }
  return {};
}

Directory first_directory(std::span<const std::byte> exif) {
  const Fields fields = exif_fields(exif);
  return {fields, fields.u32(4)};
}

void blank(std::span<std::byte> bytes, std::size_t offset, std::size_t count) {
  std::ranges::fill(bytes.subspan(offset, count), std::byte{});
}

// Blanks the pieces of a thumbnail. A sound block has no more bytes in them than it has itself.
void blank_pieces(std::span<std::byte> bytes, const Directory& thumbnail, Tag offsets, Tag counts) {
  const std::vector<std::uint32_t> first = thumbnail.values(offsets);
  const std::vector<std::uint32_t> count = thumbnail.values(counts);
  std::size_t left = bytes.size();
  for (std::size_t i = 0; i < std::min(first.size(), count.size()) && count[i] <= left; ++i) {
    if (first[i] >= tiff_header_bytes && thumbnail.fields.has(first[i], count[i]))
      blank(bytes, first[i], count[i]);
    left -= count[i];
  }
}

}  // namespace

bool is_exif(std::span<const std::byte> bytes) {
  return bytes.size() >= tiff_header_bytes && (holds(bytes, "II*\0"sv) || holds(bytes, "MM\0*"sv));
}

int exif_orientation(std::span<const std::byte> exif) {
  if (!is_exif(exif)) return 1;
  const std::vector<std::uint32_t> said = first_directory(exif).values(orientation);
  return !said.empty() && said[0] >= 1 && said[0] <= 8 ? static_cast<int>(said[0]) : 1;
}

std::vector<std::byte> upright_exif(std::span<const std::byte> exif) {
  std::vector<std::byte> bytes(exif.begin(), exif.end());
  if (!is_exif(exif)) return bytes;
  const Directory image = first_directory(exif);
  const std::size_t last = std::min(image.end(), image.fields.size());
  for (std::size_t at = image.offset + 2; at + exif_entry_bytes <= last; at += exif_entry_bytes)
    if (image.fields.u16(at) == orientation && image.fields.u16(at + 2) == type_short) {
      bytes[at + 8] = std::byte{holds(exif, "MM") ? std::uint8_t{0} : std::uint8_t{1}};
      bytes[at + 9] = std::byte{holds(exif, "MM") ? std::uint8_t{1} : std::uint8_t{0}};
    }
  return bytes;
}

std::vector<std::byte> without_thumbnail(std::span<const std::byte> exif) {
  std::vector<std::byte> bytes(exif.begin(), exif.end());
  if (!is_exif(exif)) return bytes;
  const Directory image = first_directory(exif);  // views the bytes as they were
  const std::size_t link = image.end();
  if (image.offset < tiff_header_bytes || !image.fields.has(link, 4)) return bytes;
  const Directory thumbnail{image.fields, image.fields.u32(link)};
  if (thumbnail.offset == 0) return bytes;
  blank_pieces(bytes, thumbnail, thumbnail_offset, thumbnail_bytes);        // a JPEG
  blank_pieces(bytes, thumbnail, thumbnail_strips, thumbnail_strip_bytes);  // or its pixels
  blank(bytes, link, 4);
  return bytes;
}

}  // namespace selvage
