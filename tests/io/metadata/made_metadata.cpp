// SPDX-License-Identifier: Apache-2.0
#include "io/metadata/made_metadata.hpp"

#include <algorithm>

namespace selvage::testing {
namespace {

void put(Bytes& bytes, std::size_t at, const Bytes& more) {
  std::ranges::copy(more, bytes.begin() + static_cast<std::ptrdiff_t>(at));
}

Bytes description_tag(std::string_view text, bool wide) {
  const auto count = static_cast<std::uint32_t>(text.size());
  Bytes tag = bytes(wide ? "mluc" : "desc");
  tag += number(0, 4);
  if (!wide) {
    tag += number(count + 1, 4);
    tag += bytes(text);
    tag.resize(tag.size() + 1);
    return tag;
  }
  for (const std::uint32_t field : {1u, 12u}) tag += number(field, 4);  // texts, bytes per entry
  tag += bytes("enUS");
  tag += number(2 * count, 4);
  tag += number(28, 4);
  for (const char c : text) tag += number(static_cast<unsigned char>(c), 2);
  return tag;
}

Bytes entry(int tag, int type, std::uint32_t value, std::endian order) {
  Bytes made = number(static_cast<std::uint32_t>(tag), 2, order);
  made += number(static_cast<std::uint32_t>(type), 2, order);
  made += number(1, 4, order);
  made += number(value, type == 3 ? 2 : 4, order);
  made.resize(12);
  return made;
}

}  // namespace

Bytes number(std::uint32_t value, int size, std::endian order) {
  Bytes made;
  for (int i = 0; i < size; ++i) {
    const int shift = 8 * (order == std::endian::big ? size - 1 - i : i);
    made.push_back(static_cast<std::byte>(value >> shift & 255));
  }
  return made;
}

Bytes make_profile(std::string_view colours, std::string_view description, bool wide,
                   std::size_t padding) {
  const Bytes tag = description_tag(description, wide);
  Bytes profile(144);
  put(profile, 8, number(0x02100000, 4));  // the version
  put(profile, 12, bytes("mntr"));
  put(profile, 16, bytes(colours));
  put(profile, 20, bytes("XYZ "));
  put(profile, 36, bytes("acsp"));
  put(profile, 68, number(0xf6d6, 4));  // D50
  put(profile, 72, number(0x10000, 4));
  put(profile, 76, number(0xd32d, 4));
  put(profile, 128, number(1, 4));
  put(profile, 132, bytes("desc"));
  put(profile, 136, number(144, 4));
  put(profile, 140, number(static_cast<std::uint32_t>(tag.size()), 4));
  profile += tag;
  for (std::size_t i = 0; i < padding; ++i) profile.push_back(static_cast<std::byte>(i * 7 >> 3));
  while (profile.size() % 4 != 0) profile.push_back(std::byte{0});
  put(profile, 0, number(static_cast<std::uint32_t>(profile.size()), 4));
  return profile;
}

Bytes make_exif(int orientation, std::endian order) {
  const auto count = [order](std::uint32_t value) { return number(value, 2, order); };
  const auto offset = [order](std::uint32_t value) { return number(value, 4, order); };
  Bytes exif = bytes(order == std::endian::big ? "MM" : "II");
  exif += count(42);
  exif += offset(8);
  exif += count(2);
  exif += entry(0x0100, 4, 4000, order);  // width
  exif += entry(0x0112, 3, static_cast<std::uint32_t>(orientation), order);
  exif += offset(38);
  exif += count(2);
  exif += entry(0x0201, 4, 68, order);  // place of the thumbnail
  exif += entry(0x0202, 4, 20, order);
  exif += offset(0);
  exif += Bytes(20, std::byte{0x55});
  return exif;
}

Metadata make_metadata(int colour_channels) {
  return {.icc = make_profile(colour_channels == 1 ? "GRAY" : "RGB ", "made for tests"),
          .exif = make_exif(6),
          .xmp = bytes("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>"),
          .x_density = 300 / 0.0254,
          .y_density = 150 / 0.0254};
}

std::string note_with(const std::vector<std::string>& notes, std::string_view words) {
  const auto note = std::ranges::find_if(
      notes, [&](const std::string& text) { return text.find(words) != std::string::npos; });
  return note == notes.end() ? "" : *note;
}

}  // namespace selvage::testing
