// SPDX-License-Identifier: Apache-2.0
#include "selvage/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace selvage {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  // 0: the text does not begin with a character in UTF-8
};

// Decodes the first character (RFC 3629: no surrogates, no longer form than needed).
Character first_character(std::string_view text) {
  struct Form {
    std::size_t bytes;
    unsigned mask, lead;
    std::uint32_t least;
  };
  constexpr Form forms[] = {
      {1, 0x80, 0x00, 0}, {2, 0xe0, 0xc0, 0x80}, {3, 0xf0, 0xe0, 0x800}, {4, 0xf8, 0xf0, 0x10000}};
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (const Form& form : forms) {
    if ((byte(0) & form.mask) != form.lead) continue;
    if (text.size() < form.bytes) return {};
    std::uint32_t code = byte(0) & ~form.mask;
    for (std::size_t i = 1; i < form.bytes; ++i) {
      if ((byte(i) & 0xc0u) != 0x80) return {};
      code = code << 6 | (byte(i) & 0x3fu);
    }
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < form.least || code > 0x10ffff || surrogate) return {};
    return {code, form.bytes};
  }
  return {};
}

bool controls_terminal(std::uint32_t code) {
  struct Range {
    std::uint32_t first, last;
  };
  constexpr Range ranges[] = {
      {0x00, 0x1f},     {0x7f, 0x9f},      // C0, DEL and C1
      {0x61c, 0x61c},   {0x200e, 0x200f},  // marks of direction
      {0x2028, 0x202e},                    // separators of lines and paragraphs, and direction
      {0x2066, 0x2069},                    // isolates
  };
  return std::ranges::any_of(
      ranges, [=](const Range& range) { return code >= range.first && code <= range.last; });
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const Character c = first_character(text);
    const std::string_view bytes = text.substr(0, std::max<std::size_t>(c.bytes, 1));
    if (c.bytes == 0 || c.code < 0x80)
      result += c.bytes == 1 && !controls_terminal(c.code)
                    ? std::string(bytes)
                    : fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes[0]));
    else
      result += controls_terminal(c.code) ? fmt::format("\\u{:04x}", c.code) : std::string(bytes);
    text.remove_prefix(bytes.size());
  }
  return result;
}

Error::Error(Errc code, std::string_view what, std::string_view hint)
    : std::runtime_error(printable(what)), code_(code), hint_(printable(hint)) {}

}  // namespace selvage
