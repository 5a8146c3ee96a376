// SPDX-License-Identifier: Apache-2.0
// EXIF is a TIFF file without pixels: directories of entries of 12 bytes, in either byte order. The
// first one is about the image, the second about its thumbnail.
#include "io/exif.hpp"

#include <algorithm>
#include <optional>

#include "io/codec.hpp"
#include "io/fields.hpp"
#include "selvage/metadata.hpp"

namespace selvage {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t header_bytes = 8, exif_entry_bytes = 12;
constexpr std::uint32_t type_short = 3, type_long = 4;
enum Tag : std::uint16_t {
  orientation = 0x0112,
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
  std::optional<std::uint32_t> value(Tag tag) const;  // of one whole number
};

std::optional<std::uint32_t> Directory::value(Tag tag) const {
  const std::size_t last = std::min(end(), fields.size());
  for (std::size_t entry = offset + 2; entry + exif_entry_bytes <= last;
       entry += exif_entry_bytes) {
    if (fields.u16(entry) != tag) continue;
    const std::uint32_t type = fields.u16(entry + 2);
    if (type == type_short) return fields.u16(entry + 8);
    if (type == type_long) return fields.u32(entry + 8);
  }
  return std::nullopt;
}

Directory first_directory(std::span<const std::byte> exif) {
  const Fields fields = exif_fields(exif);
  return {fields, fields.u32(4)};
}

void blank(std::span<std::byte> bytes, std::size_t offset, std::size_t count) {
  std::ranges::fill(bytes.subspan(offset, count), std::byte{});
}

}  // namespace

bool is_exif(std::span<const std::byte> bytes) {
  return bytes.size() >= header_bytes && (holds(bytes, "II*\0"sv) || holds(bytes, "MM\0*"sv));
}

int exif_orientation(std::span<const std::byte> exif) {
  if (!is_exif(exif)) return 1;
  const std::uint32_t said = first_directory(exif).value(orientation).value_or(1);
  return said >= 1 && said <= 8 ? static_cast<int>(said) : 1;
}

std::vector<std::byte> without_thumbnail(std::span<const std::byte> exif) {
  std::vector<std::byte> bytes(exif.begin(), exif.end());
  if (!is_exif(exif)) return bytes;
  const Directory image = first_directory(exif);
  const std::size_t link = image.end();
  if (image.offset < header_bytes || !image.fields.has(link, 4)) return bytes;
  const Directory thumbnail{image.fields, image.fields.u32(link)};
  if (thumbnail.offset == 0) return bytes;
  const std::size_t offset = thumbnail.value(thumbnail_offset).value_or(0);
  const std::size_t count = thumbnail.value(thumbnail_bytes).value_or(0);
  if (offset >= header_bytes && image.fields.has(offset, count)) blank(bytes, offset, count);
  blank(bytes, link, 4);
  return bytes;
}

}  // namespace selvage
