// SPDX-License-Identifier: Apache-2.0
#include "io/bytes/iso_boxes.hpp"

#include "io/bytes/failures.hpp"
#include "io/bytes/fields.hpp"

namespace selvage {
namespace {

constexpr std::size_t most_boxes = 4096;  // more would make the reader slow

}  // namespace

// A box begins with its size, which counts itself, in 4 bytes, and its name. 1 stands for a size of
// 8 bytes behind the name, 0 for the rest of the file.
std::vector<IsoBox> iso_boxes(ByteSource& source, std::string_view title) {
  std::vector<IsoBox> boxes;
  const std::uint64_t end = source.size();
  for (std::uint64_t place = 0; place < end;) {
    std::array<std::byte, 16> head{};
    const std::size_t count = source.read_at(place, head);
    const Fields fields{head, std::endian::big};
    std::uint64_t size = fields.u32(0);
    const std::uint64_t header = size == 1 ? 16 : 8;
    if (count < header) throw_cut_short(source.name());
    if (size == 1) size = std::uint64_t{fields.u32(8)} << 32 | fields.u32(12);
    if (size == 0) size = end - place;
    if (size < header || boxes.size() == most_boxes)
      throw_corrupt(source.name(), title, "its boxes are wrong");
    if (size > end - place) throw_cut_short(source.name());
    IsoBox& box = boxes.emplace_back(IsoBox{.place = place + header, .size = size - header});
    for (std::size_t i = 0; i < 4; ++i) box.name[i] = static_cast<char>(head[4 + i]);
    place += size;
  }
  return boxes;
}

}  // namespace selvage
