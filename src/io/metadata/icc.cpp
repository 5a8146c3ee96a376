// SPDX-License-Identifier: Apache-2.0
// ICC profiles are big-endian: a 128-byte header, then a table of 12-byte tags.   [ICC.1:2022, 7]
#include "io/metadata/icc.hpp"

#include <algorithm>

#include "io/bytes/fields.hpp"
#include "io/codec/codec.hpp"
#include "selvage/metadata.hpp"

namespace selvage {
namespace {

constexpr std::size_t table_place = 128, first_tag = 132, tag_bytes = 12;
constexpr std::size_t longest_description = 200;  // characters

Fields icc_fields(std::span<const std::byte> icc) {
  return {icc, std::endian::big};
}

// Returns the bytes of a tag; empty: there is no such tag.
std::span<const std::byte> find_tag(std::span<const std::byte> icc, std::string_view name) {
  const Fields fields = icc_fields(icc);
  for (std::size_t i = 0, at = first_tag; i < fields.u32(table_place) && fields.has(at, tag_bytes);
       ++i, at += tag_bytes) {
    const std::size_t offset = fields.u32(at + 4), size = fields.u32(at + 8);
    if (holds(icc, name, at) && fields.has(offset, size)) return icc.subspan(offset, size);
  }
  return {};
}

bool tags_lie_inside(const Fields& fields) {
  const std::size_t count = fields.u32(table_place);
  if (count > (fields.size() - first_tag) / tag_bytes) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = first_tag + tag_bytes * i;
    if (!fields.has(fields.u32(at + 4), fields.u32(at + 8))) return false;
  }
  return true;
}

void append_utf8(std::string& text, std::uint32_t c) {
  if (c >= 0xd800 && c < 0xe000) c = '?';  // a surrogate: the character needs more than 16 bits
  if (c < 0x80) {
    text += static_cast<char>(c);
  } else if (c < 0x800) {
    text += static_cast<char>(0xc0 | c >> 6);
    text += static_cast<char>(0x80 | (c & 63));
  } else {
    text += static_cast<char>(0xe0 | c >> 12);
    text += static_cast<char>(0x80 | (c >> 6 & 63));
    text += static_cast<char>(0x80 | (c & 63));
  }
}

// Type "desc" is a count and ASCII text. Type "mluc" holds UTF-16 texts in several languages, of
// which this returns the first.
std::string text_of(std::span<const std::byte> tag) {
  const Fields fields = icc_fields(tag);
  const bool wide = holds(tag, "mluc");
  if (!wide && !holds(tag, "desc")) return {};
  const std::size_t step = wide ? 2 : 1;
  const std::size_t start = wide ? fields.u32(24) : 12;
  const std::size_t count = (wide ? fields.u32(20) : fields.u32(8)) / step;
  std::string text;
  for (std::size_t i = 0; i < std::min(count, longest_description); ++i) {
    const std::size_t at = start + step * i;
    const std::uint32_t c = wide                ? fields.u16(at)
                            : fields.has(at, 1) ? std::to_integer<std::uint32_t>(tag[at])
                                                : 0;
    if (c == 0) break;
    append_utf8(text, wide || c < 0x80 ? c : '?');
  }
  return text;
}

}  // namespace

std::string_view profile_fault(std::span<const std::byte> icc, int colour_channels) {
  const Fields fields = icc_fields(icc);
  const auto is_one_of = [&](std::size_t at, std::initializer_list<std::string_view> names) {
    return std::ranges::any_of(names, [&](auto name) { return holds(icc, name, at); });
  };
  if (icc.size() < first_tag || fields.u32(0) != icc.size())
    return "its size differs from the one in its header";
  if (!holds(icc, "acsp", 36)) return "it is not an ICC profile";
  const bool needs_whole_words = icc[8] > std::byte{3};
  if ((needs_whole_words && icc.size() % 4 != 0) || fields.u32(64) >= 0xffff ||
      !tags_lie_inside(fields) || is_one_of(12, {"abst", "link"}) ||
      !is_one_of(20, {"XYZ ", "Lab "}))
    return "it is damaged";
  if (!holds(icc, colour_channels == 1 ? "GRAY" : "RGB ", 16))
    return "it is for a different colour space";
  return {};
}

std::string profile_description(std::span<const std::byte> icc) {
  return text_of(find_tag(icc, "desc"));
}

}  // namespace selvage
