// SPDX-License-Identifier: Apache-2.0
#include "io/tiff/tiff_directory.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>

#include "io/bytes/byte_order.hpp"
#include "io/bytes/failures.hpp"
#include "io/tiff/tiff_tags.hpp"

namespace selvage {
namespace {

constexpr std::uint64_t most_entries = 4096;  // as in libtiff
constexpr std::size_t most_pages = 65536;
// The values of all pages may be this many times the file.
constexpr std::uint64_t most_copies = 64;
// These bounds keep sums within 64 bits, whatever directories claim.
constexpr std::uint64_t most_side = std::uint64_t{1} << 28;
constexpr std::int64_t most_of_all = std::int64_t{1} << 62;

constexpr std::uint16_t width_tag = 256, height_tag = 257;
constexpr std::uint16_t bits_tag = 258, colours_tag = 262, channels_tag = 277;
constexpr std::int64_t palette_colours = 3;
constexpr std::uint16_t subfile_tag = 254, old_subfile_tag = 255;
constexpr std::uint64_t reduced_bit = 1, mask_bit = 4, old_reduced = 2;

void read_exactly(ByteSource& source, std::uint64_t place, std::span<std::byte> bytes) {
  if (source.read_at(place, bytes) != bytes.size()) throw_cut_short(source.name());
}

template <std::integral T>
T number_at(std::span<const std::byte> bytes, std::size_t offset, std::endian order) {
  T value = little_endian<T>(bytes, offset);
  if (order == std::endian::big) {
    std::ranges::reverse(std::as_writable_bytes(std::span(&value, 1)));
  }
  return value;
}

// Reads a place or count: 64 bits in a BigTIFF, otherwise 32.
std::uint64_t long_at(std::span<const std::byte> bytes, std::size_t offset, const TiffHeader& h) {
  return h.big ? number_at<std::uint64_t>(bytes, offset, h.order)
               : number_at<std::uint32_t>(bytes, offset, h.order);
}

// Returns the size of an entry's values; nothing if they lie outside the file.
std::optional<std::uint64_t> bytes_inside(const TiffEntry& entry, std::uint64_t file_bytes) {
  std::uint64_t bytes = 0;
  if (__builtin_mul_overflow(entry.count, tiff_value_bytes(entry.type), &bytes) ||
      entry.place > file_bytes || bytes > file_bytes - entry.place)
    return std::nullopt;
  return bytes;
}

bool is_page(ByteSource& source, const TiffHeader& header, const TiffDirectory& directory) {
  if (const TiffEntry* kind = directory.find(subfile_tag))
    return (tiff_number(source, header, *kind) & (reduced_bit | mask_bit)) == 0;
  const TiffEntry* kind = directory.find(old_subfile_tag);
  return kind == nullptr || tiff_number(source, header, *kind) != old_reduced;
}

void count_page(ByteSource& source, const TiffDirectory& directory, TiffPages& pages) {
  const auto said = [&](std::uint16_t tag, std::uint64_t otherwise, std::uint64_t most) {
    const TiffEntry* entry = directory.find(tag);
    const std::uint64_t number =
        entry != nullptr ? tiff_number(source, pages.header, *entry) : otherwise;
    return static_cast<std::int64_t>(std::min(number, most));
  };
  const bool has_palette = said(colours_tag, 0, most_side) == palette_colours;
  const std::int64_t channels = has_palette ? 3 : said(channels_tag, 1, 4);
  const std::int64_t bits = said(bits_tag, 1, 32);
  const std::int64_t sample = bits <= 8 ? 1 : bits <= 16 ? 2 : 4;
  const std::int64_t pixels = said(width_tag, 0, most_side) * said(height_tag, 0, most_side);
  pages.pixels = std::min(most_of_all, pages.pixels + pixels);
  pages.bytes = std::min(most_of_all, pages.bytes + pixels * channels * sample);
}

}  // namespace

std::size_t tiff_value_bytes(std::uint16_t type) {
  constexpr std::array<std::uint8_t, 19> bytes{0, 1, 1, 2, 4, 8, 1, 1, 2, 4,
                                               8, 4, 8, 4, 0, 0, 8, 8, 8};
  return type < bytes.size() ? bytes[type] : 0;
}

const TiffEntry* TiffDirectory::find(std::uint16_t tag) const {
  const auto at = std::ranges::find(entries, tag, &TiffEntry::tag);
  return at == entries.end() ? nullptr : &*at;
}

std::uint64_t tiff_number(ByteSource& source, const TiffHeader& header, const TiffEntry& entry) {
  if (entry.count == 0) return 0;
  std::array<std::byte, 8> raw{};
  read_exactly(source, entry.place, std::span(raw).first(tiff_value_bytes(entry.type)));
  switch (entry.type) {
    case 1: return std::to_integer<std::uint64_t>(raw[0]);
    case 3: return number_at<std::uint16_t>(raw, 0, header.order);
    case 4:
    case 13: return number_at<std::uint32_t>(raw, 0, header.order);
    case 16:
    case 18: return number_at<std::uint64_t>(raw, 0, header.order);
    default: return 0;
  }
}

TiffHeader read_tiff_header(ByteSource& source) {
  std::array<std::byte, 16> raw{};
  read_exactly(source, 0, std::span(raw).first(8));
  TiffHeader header{.order = raw[0] == std::byte{'M'} ? std::endian::big : std::endian::little};
  header.big = number_at<std::uint16_t>(raw, 2, header.order) == 43;
  if (header.big) read_exactly(source, 0, raw);
  header.first = long_at(raw, header.big ? 8 : 4, header);
  return header;
}

TiffDirectory read_tiff_directory(ByteSource& source, const TiffHeader& header,
                                  std::uint64_t place) {
  const std::size_t count_bytes = header.big ? 8 : 2, entry_bytes = header.big ? 20 : 12;
  const std::size_t long_bytes = header.big ? 8 : 4;
  std::array<std::byte, 8> raw_count{};
  read_exactly(source, place, std::span(raw_count).first(count_bytes));
  const std::uint64_t count = header.big ? number_at<std::uint64_t>(raw_count, 0, header.order)
                                         : number_at<std::uint16_t>(raw_count, 0, header.order);
  if (count == 0 || count > most_entries)
    throw_corrupt(source.name(), "TIFF", fmt::format("a directory of {} entries", count));

  std::vector<std::byte> raw(count * entry_bytes + long_bytes);
  place += count_bytes;
  read_exactly(source, place, raw);
  const std::uint64_t file_bytes = source.size();
  TiffDirectory directory{.bytes = count_bytes + raw.size()};
  for (std::size_t at = 0; at < count * entry_bytes; at += entry_bytes) {
    TiffEntry entry{.tag = number_at<std::uint16_t>(raw, at, header.order),
                    .type = number_at<std::uint16_t>(raw, at + 2, header.order),
                    .count = long_at(raw, at + 4, header),
                    .at = place + at};
    const std::size_t value = at + 4 + long_bytes;
    const bool inside =
        entry.count <= long_bytes && entry.count * tiff_value_bytes(entry.type) <= long_bytes;
    entry.place = inside ? place + value : long_at(raw, value, header);
    if (const auto bytes = bytes_inside(entry, file_bytes)) {
      directory.value_bytes += *bytes;
      directory.entries.push_back(entry);
    } else {
      directory.missing.push_back(entry.tag);
    }
  }
  // Entries may share values, but not to many times the size of the file.
  if (directory.value_bytes / 4 > file_bytes)
    throw_corrupt(source.name(), "TIFF", "the values of a directory overlap");
  directory.next = long_at(raw, count * entry_bytes, header);
  return directory;
}

TiffPages find_tiff_pages(ByteSource& source) {
  TiffPages pages{.header = read_tiff_header(source)};
  const std::uint64_t file_bytes = source.size();
  std::uint64_t directory_bytes = 0, value_bytes = 0;
  std::unordered_set<std::uint64_t> seen;
  for (std::uint64_t place = pages.header.first; place != 0;) {
    if (!seen.insert(place).second)
      throw_corrupt(source.name(), "TIFF", "its directories form a cycle");
    const TiffDirectory directory = read_tiff_directory(source, pages.header, place);
    if (std::ranges::any_of(directory.missing, matters_for_pixels)) throw_cut_short(source.name());
    directory_bytes += directory.bytes;
    value_bytes += directory.value_bytes;
    if (directory_bytes > file_bytes)
      throw_corrupt(source.name(), "TIFF", "its directories overlap");
    if (value_bytes / most_copies > file_bytes)
      throw_corrupt(source.name(), "TIFF", "the values of its directories overlap");
    check_pixel_tags(source, pages.header, directory);
    if (is_page(source, pages.header, directory)) {
      pages.places.push_back(place);
      count_page(source, directory, pages);
    } else {
      ++pages.skipped;
    }
    if (seen.size() > most_pages)
      throw Error(Errc::limit, fmt::format("{}: has over {} pages", source.name(), most_pages),
                  "split it into several files");
    place = directory.next;
  }
  if (pages.places.empty())
    throw_not_supported(source.name(), "a TIFF without a full-size image", "");
  return pages;
}

}  // namespace selvage
