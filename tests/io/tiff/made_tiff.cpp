// SPDX-License-Identifier: Apache-2.0
#include "io/tiff/made_tiff.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "io/made_files.hpp"

namespace selvage::testing {
namespace {

constexpr std::uint16_t short_type = 3, long_type = 4;

class TiffMaker {
 public:
  TiffMaker(bool big_endian, bool big_tiff) : big_endian_(big_endian), big_tiff_(big_tiff) {
    out_ = bytes(big_endian ? "MM" : "II");
    number(big_tiff ? 43 : 42, 2);
    if (big_tiff) {
      number(8, 2);
      number(0, 2);
    }
    link_ = out_.size();
    number(0, place_bytes());
  }

  void add(const TiffPage& page);
  Bytes take() { return std::move(out_); }

 private:
  int place_bytes() const { return big_tiff_ ? 8 : 4; }
  Bytes encoded(std::uint64_t value, int count) const {
    Bytes all;
    for (int i = 0; i < count; ++i) {
      const int at = big_endian_ ? count - 1 - i : i;
      all.push_back(static_cast<std::byte>(value >> 8 * at & 255u));
    }
    return all;
  }
  void number(std::uint64_t value, int count) { out_ += encoded(value, count); }
  Bytes piece(const TiffKind& kind, Rect pixels, int plane) const;
  void add_pieces(const TiffPage& page);
  void add_directory();

  bool big_endian_, big_tiff_;
  Bytes out_;
  std::size_t link_ = 0;  // position of the link to the next directory
  std::map<std::uint16_t, TiffTag> tags_;
};

// Packs bits, high bits first, and whole bytes in the byte order of the file. Rows begin at a byte.
Bytes TiffMaker::piece(const TiffKind& kind, Rect pixels, int plane) const {
  Bytes all;
  for (int y = pixels.y; y < pixels.y + pixels.height; ++y) {
    unsigned window = 0;
    int held = 0;
    for (int x = pixels.x; x < pixels.x + pixels.width; ++x)
      for (int c = 0; c < kind.channels; ++c) {
        if (kind.planar && c != plane) continue;
        const std::uint32_t sample = tiff_sample(x, y, c, kind.bits);
        if (kind.bits % 8 == 0) {
          all += encoded(sample, kind.bits / 8);
          continue;
        }
        window = window << kind.bits | sample;
        for (held += kind.bits; held >= 8; held -= 8)
          all.push_back(static_cast<std::byte>(window >> (held - 8) & 255u));
      }
    if (held > 0) all.push_back(static_cast<std::byte>(window << (8 - held) & 255u));
  }
  return all;
}

void TiffMaker::add_pieces(const TiffPage& page) {
  const TiffKind& kind = page.kind;
  const int wide = kind.tile > 0 ? kind.tile : page.width;
  const int tall = kind.tile > 0 ? kind.tile : kind.rows_per_strip;
  TiffTag places{.type = long_type}, counts{.type = long_type};
  for (int plane = 0; plane < (kind.planar ? kind.channels : 1); ++plane)
    for (int y = 0; y < page.height; y += tall)
      for (int x = 0; x < page.width; x += wide) {
        const int rows = kind.tile > 0 ? tall : std::min(tall, page.height - y);
        Bytes data = piece(kind, {x, y, wide, rows}, plane);
        if (kind.compressed != nullptr) data = kind.compressed(data);
        places.values.push_back(static_cast<std::uint32_t>(out_.size()));
        counts.values.push_back(static_cast<std::uint32_t>(data.size()));
        out_ += data;
      }
  tags_[kind.tile > 0 ? 324 : 273] = places;
  tags_[kind.tile > 0 ? 325 : 279] = counts;
}

void TiffMaker::add(const TiffPage& page) {
  const TiffKind& kind = page.kind;
  const auto same = [&](int value) {
    return std::vector<std::uint32_t>(static_cast<std::size_t>(kind.channels),
                                      static_cast<std::uint32_t>(value));
  };
  const auto one = [](int value) { return std::vector{static_cast<std::uint32_t>(value)}; };
  const int guess = kind.channels < 3 ? 1 : 2;
  tags_.clear();
  tags_[256] = {.type = long_type, .values = one(page.width)};
  tags_[257] = {.type = long_type, .values = one(page.height)};
  tags_[258] = {.values = same(kind.bits)};
  tags_[259] = {.values = one(1)};
  tags_[262] = {.values = one(kind.photometric < 0 ? guess : kind.photometric)};
  tags_[277] = {.values = one(kind.channels)};
  tags_[284] = {.values = one(kind.planar ? 2 : 1)};
  if (kind.bits == 32) tags_[339] = {.values = same(3)};
  if (!kind.extra.empty()) tags_[338] = {.values = kind.extra};
  if (kind.tile > 0) {
    tags_[322] = {.values = one(kind.tile)};
    tags_[323] = {.values = one(kind.tile)};
  } else {
    tags_[278] = {.values = one(kind.rows_per_strip)};
  }
  add_pieces(page);
  for (const TiffTag& tag : kind.more) tags_[tag.tag] = tag;
  for (const std::uint16_t tag : kind.without) tags_.erase(tag);
  add_directory();
}

void TiffMaker::add_directory() {
  std::map<std::uint16_t, Bytes> values;
  for (const auto& [tag, entry] : tags_) {
    Bytes value;
    for (const std::uint32_t v : entry.values)
      value += encoded(v, entry.type == long_type ? 4 : entry.type == short_type ? 2 : 1);
    if (value.size() > static_cast<std::size_t>(place_bytes())) {
      const std::size_t place = out_.size();
      out_ += value;
      value = encoded(place, place_bytes());
    }
    value.resize(static_cast<std::size_t>(place_bytes()));
    values[tag] = value;
  }
  std::ranges::copy(encoded(out_.size(), place_bytes()),
                    out_.begin() + static_cast<std::ptrdiff_t>(link_));
  number(tags_.size(), big_tiff_ ? 8 : 2);
  for (const auto& [tag, entry] : tags_) {
    number(tag, 2);
    number(entry.type, 2);
    number(entry.values.size(), place_bytes());
    out_ += values[tag];
  }
  link_ = out_.size();
  number(0, place_bytes());
}

}  // namespace

std::uint32_t tiff_sample(int x, int y, int c, int bits) {
  if (bits == 32)
    return std::bit_cast<std::uint32_t>(static_cast<float>(made_sample(x, y, c, 256)));
  return static_cast<std::uint32_t>(made_sample(x, y, c, 1 << bits));
}

Bytes make_tiff(const std::vector<TiffPage>& pages) {
  TiffMaker maker(pages.front().kind.big_endian, pages.front().kind.big_tiff);
  for (const TiffPage& page : pages) maker.add(page);
  return seed(maker.take());
}

Bytes make_tiff(int width, int height, const TiffKind& kind) {
  return make_tiff({{.width = width, .height = height, .kind = kind}});
}

}  // namespace selvage::testing
