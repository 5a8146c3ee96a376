// SPDX-License-Identifier: Apache-2.0
#include "io/tiff/tiff_exif.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "io/bytes/failures.hpp"
#include "io/metadata/metadata.hpp"

namespace selvage {
namespace {

constexpr std::uint16_t description_tag = 270, exif_tag = 34665, gps_tag = 34853;
constexpr std::uint16_t interoperability_tag = 0xa005;  // points to a directory that is not kept
constexpr std::uint16_t long_type = 4, long8_type = 16;
// Description, make, model, orientation, software, date and time, artist, copyright.
constexpr std::uint16_t image_tags[] = {description_tag, 271, 272, 274, 305, 306, 315, 33432};

ExifValue read_value(ByteSource& source, const TiffEntry& entry) {
  ExifValue value{.tag = entry.tag, .type = entry.type, .count = entry.count};
  value.bytes.resize(entry.count * tiff_value_bytes(entry.type));
  if (source.read_at(entry.place, value.bytes) != value.bytes.size())
    throw_cut_short(source.name());
  return value;
}

// Some programs store a description of the file itself, which would be wrong in another file.
bool describes_the_file(const ExifValue& value) {
  if (value.tag != description_tag) return false;
  const std::string_view text(reinterpret_cast<const char*>(value.bytes.data()),
                              value.bytes.size());
  return text.starts_with("ImageJ=") || text.starts_with("<?xml") || text.starts_with("{\"shape\"");
}

bool is_kept(const TiffEntry& entry) {
  return tiff_value_bytes(entry.type) != 0 && entry.type < long8_type && entry.count > 0 &&
         entry.tag != interoperability_tag;
}

// Reads the EXIF of a file, as far as it is readable.
class ExifReader {
 public:
  ExifReader(ByteSource& source, const TiffHeader& header, std::size_t most)
      : source_(source), header_(header), tags_{.order = header.order}, room_(most) {}

  ExifTags read(std::uint64_t place) {
    const TiffDirectory directory = read_tiff_directory(source_, header_, place);
    const auto is_ours = [](std::uint16_t tag) {
      return tag == exif_tag || tag == gps_tag ||
             std::ranges::find(image_tags, tag) != std::end(image_tags);
    };
    if (std::ranges::any_of(directory.missing, is_ours)) tags_.complete = false;
    for (const std::uint16_t tag : image_tags)
      if (const TiffEntry* const entry = directory.find(tag)) add(*entry, tags_.image);
    std::erase_if(tags_.image, describes_the_file);
    add_directory(directory.find(exif_tag), tags_.exif);
    add_directory(directory.find(gps_tag), tags_.gps);
    return std::move(tags_);
  }

 private:
  void add(const TiffEntry& entry, std::vector<ExifValue>& values) {
    if (!is_kept(entry)) return;
    const std::uint64_t bytes = entry.count * tiff_value_bytes(entry.type);
    if (bytes > room_) {
      tags_.complete = false;
      return;
    }
    room_ -= bytes;
    values.push_back(read_value(source_, entry));
  }
  void add_directory(const TiffEntry* pointer, std::vector<ExifValue>& values) {
    if (pointer == nullptr) return;
    try {
      const std::uint64_t place = tiff_number(source_, header_, *pointer);
      const TiffDirectory directory = read_tiff_directory(source_, header_, place);
      if (!directory.missing.empty()) tags_.complete = false;
      for (const TiffEntry& entry : directory.entries) add(entry, values);
    } catch (const Error&) {
      tags_.complete = false;
    }
    std::ranges::sort(values, {}, &ExifValue::tag);
  }

  ByteSource& source_;
  const TiffHeader& header_;
  ExifTags tags_;
  std::uint64_t room_;  // bytes
};

std::size_t swapped_bytes(std::uint16_t type) {
  const bool rational = type == 5 || type == 10;
  return rational ? 4 : tiff_value_bytes(type);
}

class Bytes {
 public:
  explicit Bytes(std::endian order) : order_(order) {}

  template <std::integral T>
  void number(T value) {
    for (std::size_t i = 0; i < sizeof value; ++i) {
      const std::size_t at = order_ == std::endian::little ? i : sizeof value - 1 - i;
      bytes_.push_back(static_cast<std::byte>(value >> 8 * at & 255u));
    }
  }
  void place(std::uint64_t value, bool big) {
    if (big)
      number(value);
    else
      number(static_cast<std::uint32_t>(value));
  }
  void value(const ExifValue& value, std::endian order) {
    const auto begin = static_cast<std::ptrdiff_t>(bytes_.size());
    bytes_.insert(bytes_.end(), value.bytes.begin(), value.bytes.end());
    const auto step = static_cast<std::ptrdiff_t>(swapped_bytes(value.type));
    if (order == order_ || step == 1) return;
    for (auto at = bytes_.begin() + begin; at != bytes_.end(); at += step)
      std::reverse(at, at + step);
  }
  void pad(std::size_t to) { bytes_.resize(std::max(to, bytes_.size())); }
  std::size_t size() const { return bytes_.size(); }
  std::vector<std::byte> take() { return std::move(bytes_); }
  void append(const std::vector<std::byte>& more) {
    bytes_.insert(bytes_.end(), more.begin(), more.end());
  }

 private:
  std::endian order_;
  std::vector<std::byte> bytes_;
};

}  // namespace

ExifTags read_exif_tags(ByteSource& source, const TiffHeader& header, std::uint64_t place,
                        std::size_t most) {
  return ExifReader(source, header, most).read(place);
}

std::vector<std::byte> make_tiff_directory(const std::vector<ExifValue>& values, std::endian order,
                                           const TiffHeader& header, std::uint64_t place) {
  const std::size_t long_bytes = header.big ? 8 : 4;
  const std::size_t entry_bytes = 4 + 2 * long_bytes;
  std::uint64_t free = place + (header.big ? 8 : 2) + values.size() * entry_bytes + long_bytes;
  Bytes bytes(header.order), outside(header.order);
  if (header.big)
    bytes.number(std::uint64_t{values.size()});
  else
    bytes.number(static_cast<std::uint16_t>(values.size()));
  for (const ExifValue& value : values) {
    const std::size_t end = bytes.size() + entry_bytes;
    bytes.number(value.tag);
    bytes.number(value.type);
    bytes.place(value.count, header.big);
    if (value.bytes.size() <= long_bytes) {
      bytes.value(value, order);
      bytes.pad(end);
    } else {
      bytes.place(free + outside.size(), header.big);
      outside.value(value, order);
      outside.pad(outside.size() + outside.size() % 2);
    }
  }
  bytes.place(0, header.big);  // no directory follows
  bytes.append(outside.take());
  return bytes.take();
}

std::vector<std::byte> make_exif_block(const ExifTags& tags) {
  const TiffHeader header{.order = tags.order};
  constexpr std::uint32_t first = 8;
  std::vector<ExifValue> image = tags.image;
  const auto point = [&](std::uint16_t tag, std::size_t place) {
    Bytes raw(tags.order);
    raw.number(static_cast<std::uint32_t>(place));
    const auto old = std::ranges::find(image, tag, &ExifValue::tag);
    if (old != image.end())
      old->bytes = raw.take();
    else
      image.push_back({.tag = tag, .type = long_type, .count = 1, .bytes = raw.take()});
  };
  const auto image_bytes = [&] {
    std::ranges::sort(image, {}, &ExifValue::tag);
    return make_tiff_directory(image, tags.order, header, first);
  };
  if (!tags.exif.empty()) point(exif_tag, 0);
  if (!tags.gps.empty()) point(gps_tag, 0);
  const std::size_t exif_place = first + image_bytes().size();
  const auto exif = make_tiff_directory(tags.exif, tags.order, header, exif_place);
  const auto gps = make_tiff_directory(tags.gps, tags.order, header, exif_place + exif.size());
  if (!tags.exif.empty()) point(exif_tag, exif_place);
  if (!tags.gps.empty()) point(gps_tag, exif_place + exif.size());

  Bytes block(tags.order);
  const char mark = tags.order == std::endian::little ? 'I' : 'M';
  block.number(static_cast<std::uint16_t>(mark << 8 | mark));
  block.number(std::uint16_t{42});
  block.number(first);
  block.append(image_bytes());
  if (!tags.exif.empty() || !tags.gps.empty()) block.append(exif);
  if (!tags.gps.empty()) block.append(gps);
  return block.take();
}

}  // namespace selvage
