// SPDX-License-Identifier: Apache-2.0
#include "io/pnm/pnm_header.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "io/bytes/failures.hpp"
#include "io/metadata/notes.hpp"

namespace selvage {
namespace {

constexpr int largest_side = std::numeric_limits<int>::max();
constexpr int largest_max_value = 65535;

// The tuple types of PAM.
struct TupleType {
  std::string_view name;
  int channels;
  bool alpha;
  bool bilevel;
};
constexpr TupleType tuple_types[] = {
    {"BLACKANDWHITE", 1, false, true}, {"BLACKANDWHITE_ALPHA", 2, true, true},
    {"GRAYSCALE", 1, false, false},    {"GRAYSCALE_ALPHA", 2, true, false},
    {"RGB", 3, false, false},          {"RGB_ALPHA", 4, true, false},
};

// A line of a PAM header: "WIDTH 640".
struct PamLine {
  std::string key, value;
};

PamLine read_pam_line(const ByteSource& source, std::string_view line) {
  const auto trim = [](std::string_view text) {
    while (!text.empty() && is_pnm_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_pnm_space(text.back())) text.remove_suffix(1);
    return text;
  };
  line = trim(line);
  if (line.size() > 100) throw_corrupt(source.name(), "PAM", "a line of the header is too long");
  const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
  return {std::string(line.substr(0, end)), std::string(trim(line.substr(end)))};
}

std::string read_line(ByteSource& source) {
  std::string line;
  for (int c = source.need(); c != '\n'; c = source.need())
    if (line.size() < 1000) line.push_back(static_cast<char>(c));
  return line;
}

int parse(const ByteSource& source, const PamLine& line, int largest) {
  int value = 0;
  const char* end = line.value.data() + line.value.size();
  const auto [stop, error] = std::from_chars(line.value.data(), end, value);
  if (error != std::errc() || stop != end || value < 1 || value > largest)
    throw_corrupt(source.name(), "PAM",
                  fmt::format("{} '{}' is not in 1..{}", line.key, line.value, largest));
  return value;
}

void apply_tuple_type(const ByteSource& source, const std::string& name, PnmHeader& header) {
  const auto* known = std::ranges::find(tuple_types, name, &TupleType::name);
  if (known == std::end(tuple_types)) {
    if (!name.empty())
      header.note = fmt::format("unknown TUPLTYPE '{}': its channels are treated as colours", name);
    return;
  }
  if (known->channels != header.channels)
    throw_corrupt(source.name(), "PAM",
                  fmt::format("DEPTH {} with TUPLTYPE {}", header.channels, name));
  header.alpha = known->alpha;
  header.bilevel = known->bilevel;
}

PnmHeader read_pam_header(ByteSource& source) {
  PnmHeader header{.channels = 0, .max_value = 0};
  std::string tuple_type;
  read_line(source);  // the rest of "P7"
  for (;;) {
    const std::string text = read_line(source);
    if (text.starts_with('#')) continue;
    const PamLine line = read_pam_line(source, text);
    if (line.key == "ENDHDR") break;
    if (line.key == "WIDTH")
      header.width = parse(source, line, largest_side);
    else if (line.key == "HEIGHT")
      header.height = parse(source, line, largest_side);
    else if (line.key == "DEPTH")
      header.channels = parse(source, line, largest_side);
    else if (line.key == "MAXVAL")
      header.max_value = parse(source, line, largest_max_value);
    else if (line.key == "TUPLTYPE" && tuple_type.size() < 100)
      tuple_type += (tuple_type.empty() ? "" : " ") + line.value;
    else if (!line.key.empty())
      throw_corrupt(source.name(), "PAM", fmt::format("unknown header line '{}'", line.key));
  }
  if (header.width == 0 || header.height == 0 || header.channels == 0 || header.max_value == 0)
    throw_corrupt(source.name(), "PAM", "WIDTH, HEIGHT, DEPTH or MAXVAL is missing");
  if (header.channels > 4)
    throw_not_supported(source.name(), fmt::format("a PAM file with {} channels", header.channels),
                        "split it into images of 1 to 4 channels");
  apply_tuple_type(source, tuple_type, header);
  return header;
}

}  // namespace

bool is_pnm_space(int c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\v' || c == '\f';
}

std::span<const std::byte> after_image(ByteSource& source) {
  const std::span<const std::byte> rest = source.peek(512);
  const auto next = std::ranges::find_if_not(
      rest, [](std::byte b) { return is_pnm_space(std::to_integer<int>(b)); });
  return {next, rest.end()};
}

void note_bytes_after(FileInfo& info, std::span<const std::byte> bytes) {
  if (!bytes.empty()) add_note(info.notes, "bytes after the image are ignored");
}

int read_pnm_char(ByteSource& source) {
  int c = source.need();
  if (c == '#')
    while (c != '\n' && c != '\r') c = source.need();
  return c;
}

int read_pnm_number(ByteSource& source, int largest) {
  int c = read_pnm_char(source);
  while (is_pnm_space(c)) c = read_pnm_char(source);
  std::int64_t value = 0;
  bool digits = false;
  for (; '0' <= c && c <= '9'; c = read_pnm_char(source)) {
    value = std::min<std::int64_t>(10 * value + (c - '0'), std::int64_t{1} << 32);
    digits = true;
  }
  if (!digits || !is_pnm_space(c)) throw_corrupt(source.name(), "PNM", "a number was expected");
  if (value > largest)
    throw_corrupt(source.name(), "PNM", fmt::format("a number is above {}", largest));
  return static_cast<int>(value);
}

PnmHeader read_pnm_header(ByteSource& source) {
  using Raster = PnmHeader::Raster;
  source.need();  // 'P'
  const int kind = source.need() - '0';
  if (kind == 7) return read_pam_header(source);
  constexpr Raster rasters[] = {Raster::text_bits, Raster::text,   Raster::text,
                                Raster::bits,      Raster::binary, Raster::binary};
  PnmHeader header{.raster = rasters[kind - 1],
                   .channels = kind == 3 || kind == 6 ? 3 : 1,
                   .bilevel = kind == 1 || kind == 4};
  header.width = read_pnm_number(source, largest_side);
  header.height = read_pnm_number(source, largest_side);
  header.max_value = header.bilevel ? 1 : read_pnm_number(source, largest_max_value);
  if (header.width == 0 || header.height == 0 || header.max_value == 0)
    throw_corrupt(source.name(), "PNM", "a width, height or maxval of 0");
  return header;
}

}  // namespace selvage
