// SPDX-License-Identifier: Apache-2.0
// Tags that pixels depend on, with wrong types and counts: an error or the same pixels.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <zlib.h>

#include "io/tiff/made_tiff.hpp"

namespace selvage::testing {
namespace {

struct Sample {
  std::string name;
  Bytes file;
};

std::vector<Sample> sample_files() {
  TiffTag colours{.tag = 320};
  for (std::uint32_t i = 0; i < 3 * 16; ++i) colours.values.push_back(i * 1365);
  const auto made = [&](TiffKind kind) { return make_tiff(7, 5, kind); };
  std::vector<Sample> files;
  for (const bool big_endian : {false, true})
    for (const bool big_tiff : {false, true}) {
      const auto add = [&](std::string name, TiffKind kind) {
        kind.big_endian = big_endian;
        kind.big_tiff = big_tiff;
        files.push_back({fmt::format("{}{}{}", name, big_endian ? ", big-endian" : "",
                                     big_tiff ? ", BigTIFF" : ""),
                         made(kind)});
      };
      add("palette", {.bits = 4, .photometric = 3, .more = {colours}});
      add("zero is white", {.bits = 4, .photometric = 0});
      add("premultiplied", {.channels = 4, .extra = {1}});
      add("straight alpha", {.channels = 2, .extra = {2}});
      add("float", {.bits = 32, .channels = 3});
      add("planes", {.bits = 16, .channels = 3, .planar = true});
      add("tiles", {.channels = 3, .tile = 16});
    }
  files.push_back({"predictor", encode(test_image(PixelType::u16, 7, 5, 3), {.format = "tiff"})});
  return files;
}

// Where the fields of an entry of the first directory lie in a file.
struct Entry {
  std::uint64_t tag = 0;
  std::size_t type_at = 0, count_at = 0, count_bytes = 0;
};

class Directory {
 public:
  explicit Directory(const Bytes& file)
      : file_(file), little_(file[0] == std::byte{'I'}), big_(number(2, 2) == 43) {
    const std::size_t wide = big_ ? 8 : 4;
    std::size_t at = number(big_ ? 8 : 4, wide);
    const std::size_t count_bytes = big_ ? 8 : 2;
    const std::size_t count = number(at, count_bytes);
    at += count_bytes;
    for (std::size_t i = 0; i < count; ++i, at += 4 + 2 * wide)
      entries.push_back({number(at, 2), at + 2, at + 4, wide});
  }

  std::uint64_t number(std::size_t at, std::size_t bytes) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i)
      value =
          value << 8 | std::to_integer<std::uint64_t>(file_[little_ ? at + bytes - 1 - i : at + i]);
    return value;
  }
  Bytes with(std::size_t at, std::size_t bytes, std::uint64_t value) const {
    Bytes changed = file_;
    for (std::size_t i = 0; i < bytes; ++i)
      changed[little_ ? at + i : at + bytes - 1 - i] = static_cast<std::byte>(value >> 8 * i);
    return changed;
  }

  std::vector<Entry> entries;

 private:
  const Bytes& file_;
  bool little_, big_;
};

void expect_error_or_same(const Bytes& file, const Image& whole) {
  try {
    expect_same(decode(file), whole);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Errc::input) << error.what();
  }
}

TEST(TiffDamage, TypesAndCountsOfTags) {
  for (const Sample& sample : sample_files()) {
    const Image whole = decode(sample.file);
    const Directory directory(sample.file);
    for (const Entry& entry : directory.entries) {
      for (const std::uint64_t type : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 18, 513}) {
        SCOPED_TRACE(fmt::format("{}: tag {} of type {}", sample.name, entry.tag, type));
        expect_error_or_same(directory.with(entry.type_at, 2, type), whole);
      }
      for (const std::uint64_t count : {0, 1, 2, 3, 4, 5, 16, 47, 49, 65535}) {
        SCOPED_TRACE(fmt::format("{}: {} values of tag {}", sample.name, count, entry.tag));
        expect_error_or_same(directory.with(entry.count_at, entry.count_bytes, count), whole);
      }
    }
  }
}

TEST(TiffDamage, ErrorsNameTheTag) {
  const auto reason = [](TiffKind kind) { return refusal(make_tiff(4, 3, kind)); };
  EXPECT_THAT(reason({.more = {{.tag = 262, .type = 2, .values = {1}}}}),
              ::testing::HasSubstr("PhotometricInterpretation has a value of the wrong type (2)"));
  EXPECT_THAT(reason({.channels = 2, .more = {{.tag = 338, .values = {1, 1, 1}}}}),
              ::testing::HasSubstr("ExtraSamples has the wrong number of values (3)"));
}

TEST(TiffDamage, ColoursWithoutAMeaning) {
  EXPECT_THAT(refusal(make_tiff(4, 3, {.without = {262}})),
              ::testing::HasSubstr("PhotometricInterpretation is missing"));
}

Bytes deflated(const Bytes& plain) {
  uLongf size = ::compressBound(static_cast<uLong>(plain.size()));
  Bytes packed(size);
  ::compress(reinterpret_cast<Bytef*>(packed.data()), &size,
             reinterpret_cast<const Bytef*>(plain.data()), static_cast<uLong>(plain.size()));
  packed.resize(size);
  return packed;
}
Bytes deflated_with_more(const Bytes& plain) {
  Bytes longer = plain;
  longer.resize(2 * plain.size(), std::byte{7});
  return deflated(longer);
}
template <Bytes (*pack)(const Bytes&)>
Bytes with_a_wrong_checksum(const Bytes& plain) {
  Bytes packed = pack(plain);
  packed.back() ^= std::byte{1};
  return packed;
}

// libtiff stops at the last sample: it does not see the end of a stream that is too long.
TEST(TiffDamage, DeflatedStripsAndTilesAreCheckedToTheirEnd) {
  for (const int tile : {0, 16}) {
    TiffKind kind{.tile = tile, .more = {{.tag = 259, .values = {8}}}, .compressed = deflated};
    const Image whole = decode(make_tiff(20, 19, kind));
    kind.compressed = deflated_with_more;
    expect_same(decode(make_tiff(20, 19, kind)), whole);
    kind.compressed = with_a_wrong_checksum<deflated>;
    EXPECT_THAT(refusal(make_tiff(20, 19, kind)), ::testing::HasSubstr("corrupt TIFF")) << tile;
    kind.compressed = with_a_wrong_checksum<deflated_with_more>;
    EXPECT_THAT(refusal(make_tiff(20, 19, kind)), ::testing::HasSubstr("checksum")) << tile;
  }
}

// Of a strip that is read row by row (more than 8 MiB), too.
TEST(TiffDamage, ALargeDeflatedStripIsCheckedToItsEnd) {
  TiffKind kind{.rows_per_strip = 3000,
                .more = {{.tag = 259, .values = {8}}},
                .compressed = with_a_wrong_checksum<deflated_with_more>};
  EXPECT_THAT(refusal(make_tiff(3000, 3000, kind)), ::testing::HasSubstr("checksum"));
}

}  // namespace
}  // namespace selvage::testing
