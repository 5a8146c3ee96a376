// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <limits>

#include "core/checked.hpp"
#include "io/bytes/failures.hpp"
#include "io/y4m/y4m.hpp"

namespace selvage {
namespace {

// A colour space without its number of bits. The kinds of 4:2:0 differ in where U and V lie between
// the pixels of Y, which does not matter to a filter.
struct ColourSpace {
  std::string_view name;
  int x_step, y_step;  // 0: no chroma
  bool deep;           // more than 8 bits are possible: "420p10", "mono16"
};
constexpr ColourSpace colour_spaces[] = {
    {"420jpeg", 2, 2, false}, {"420mpeg2", 2, 2, false}, {"420paldv", 2, 2, false},
    {"420", 2, 2, true},      {"422", 2, 1, true},       {"444", 1, 1, true},
    {"411", 4, 1, false},     {"mono", 0, 0, true},
};

bool parse(std::string_view text, int least, int most, int& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end && value >= least && value <= most;
}

// Returns false for an unknown name. "420p10" is 4:2:0 with 10 bits, "mono10" is gray.
bool apply_colour_space(std::string_view name, Y4mHeader& header) {
  for (const ColourSpace& space : colour_spaces) {
    if (!name.starts_with(space.name)) continue;
    std::string_view bits = name.substr(space.name.size());
    if (!bits.empty()) {
      if (space.x_step != 0 && !bits.starts_with('p')) continue;
      if (space.x_step != 0) bits.remove_prefix(1);
      if (!space.deep || !parse(bits, 9, 16, header.bits)) continue;
    }
    header.chroma = space.x_step != 0;
    header.x_step = std::max(1, space.x_step);
    header.y_step = std::max(1, space.y_step);
    return true;
  }
  return false;
}

void apply(const std::string& name, std::string_view word, Y4mHeader& header) {
  constexpr int largest_side = std::numeric_limits<int>::max();
  const std::string_view value = word.substr(1);
  switch (word.front()) {
    case 'W':
    case 'H':
      if (!parse(value, 1, largest_side, word.front() == 'W' ? header.width : header.height))
        throw_corrupt(name, "Y4M", fmt::format("the header has '{}'", word));
      break;
    case 'I':
      if (value != "p" && value != "?")
        throw_not_supported(name, "an interlaced Y4M video",
                            "deinterlace it first: ffmpeg -i IN -vf yadif OUT");
      break;
    case 'C':
      if (!apply_colour_space(value, header))
        throw_not_supported(name, fmt::format("a Y4M video of colour space {}", value),
                            "convert it: ffmpeg -i IN -pix_fmt yuv420p OUT");
      break;
    default: break;  // the frame rate, the aspect ratio and comments are kept, but not used
  }
}

}  // namespace

std::size_t Y4mHeader::luma_bytes() const {
  return checked_mul(width, height, sample_bytes(type()));
}

std::size_t Y4mHeader::chroma_bytes() const {
  return chroma ? checked_mul(chroma_width(), chroma_height(), sample_bytes(type())) : 0;
}

Y4mHeader parse_y4m_header(const std::string& name, std::string_view line) {
  Y4mHeader header;
  for (std::size_t at = line.find(' '); at < line.size();) {
    const std::size_t end = std::min(line.find(' ', at + 1), line.size());
    if (end > at + 1) apply(name, line.substr(at + 1, end - at - 1), header);
    at = end;
  }
  if (header.width == 0 || header.height == 0)
    throw_corrupt(name, "Y4M", "the width or height is missing");
  return header;
}

}  // namespace selvage
