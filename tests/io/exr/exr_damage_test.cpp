// SPDX-License-Identifier: Apache-2.0
// OpenEXR files that are truncated, changed or malformed; the tests of all formats cover saved
// files.

#include <ImfDoubleAttribute.h>
#include <ImfFloatVectorAttribute.h>
#include <ImfIntAttribute.h>
#include <ImfMatrixAttribute.h>
#include <ImfPreviewImageAttribute.h>
#include <ImfStandardAttributes.h>
#include <ImfVecAttribute.h>
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <random>

#include "io/exr/made_exr.hpp"
#include "io/metadata/made_metadata.hpp"

namespace selvage::testing {
namespace {

using ::testing::HasSubstr;

std::vector<ExrKind> kinds() {
  std::vector<ExrKind> all;
  for (int compression = 0; compression < Imf::NUM_COMPRESSION_METHODS; ++compression)
    for (const int tile : {0, 16})
      all.push_back({.channels = {{"R"}, {"G", Imf::FLOAT}, {"B"}, {"id", Imf::UINT}},
                     .compression = static_cast<Imf::Compression>(compression),
                     .tile = tile});
  return all;
}

std::vector<Bytes> files(int width, int height) {
  std::vector<Bytes> all;
  for (const ExrKind& kind : kinds()) all.push_back(make_exr(width, height, kind));
  all.push_back(make_exr_parts(width, height, {{.part = "a"}, {.tile = 16, .part = "b"}}));
  return all;
}

// Decodes a file. An exception must be an Error about the file.
void try_to_decode(const Bytes& file) {
  const Limits small{.max_pixels = 1 << 20, .max_side = 1 << 16};
  if (const auto error = decoding_error(file, small)) {
    EXPECT_TRUE(error->code() == Errc::input || error->code() == Errc::limit) << error->what();
    EXPECT_THAT(error->what(), ::testing::StartsWith("file: "));
  }
}

// Writes numbers into the value of an attribute, `skip` bytes after its name.
void set(Bytes& file, std::string_view name, std::size_t skip,
         const std::vector<std::int32_t>& numbers) {
  const auto at = std::ranges::search(file, bytes(name)).end() - file.begin();
  std::memcpy(&file[static_cast<std::size_t>(at) + skip], numbers.data(), 4 * numbers.size());
}
constexpr std::size_t box_value = 11;    // \0 box2i \0 size
constexpr std::size_t tiles_value = 14;  // \0 tiledesc \0 size
constexpr std::size_t string_size = 8;   // \0 string \0

TEST(ExrDamage, ALaterCompressionIsNamed) {
  Bytes file = make_exr(19, 17, {});
  const Bytes attribute = bytes({"compression\0compression\0\1\0\0\0", 28});
  const auto found = std::ranges::search(file, attribute);
  ASSERT_FALSE(found.empty());
  *found.end() = std::byte{100};
  const auto error = decoding_error(file);
  ASSERT_TRUE(error.has_value());
  EXPECT_STREQ(error->what(), "file: an OpenEXR file with compression 100 is not supported");
  EXPECT_THAT(error->hint(), HasSubstr("ZIP"));
}

TEST(ExrDamage, WindowsThatClaimTooMuch) {
  for (const ExrKind& kind : kinds()) {
    SCOPED_TRACE(fmt::format("compression {}, tiles {}", int{kind.compression}, kind.tile));
    Bytes file = make_exr(19, 17, kind);
    set(file, "dataWindow", box_value, {0, 0, 59999, 59999});
    EXPECT_EQ(refused_at_once(file).code(), Errc::limit);
    set(file, "dataWindow", box_value, {-1000000000, -1000000000, 1000000000, 1000000000});
    refused_at_once(file);  // by the limit or by OpenEXR's own check of the tiles
    set(file, "dataWindow", box_value, {0, 0, 14999, 14999});
    const auto cut = decoding_error(file);  // after OpenEXR has allocated its lines
    ASSERT_TRUE(cut.has_value());
    EXPECT_EQ(cut->code(), Errc::input) << cut->what();
    set(file, "dataWindow", box_value, {5, 5, 4, 4});
    EXPECT_EQ(refused_at_once(file).code(), Errc::input);
  }
}

TEST(ExrDamage, OtherNumbersThatClaimTooMuch) {
  Bytes file = make_exr(19, 17, {.tile = 16});
  set(file, "tiles", tiles_value, {1 << 30, 1 << 30});
  EXPECT_THAT(refused_at_once(file).what(), HasSubstr("tiles larger"));
  file = make_exr(19, 17, {.part = "a part"});
  set(file, "name", string_size, {2000000000});
  EXPECT_THAT(refused_at_once(file).what(), HasSubstr("cut short"));
  set(file, "name", string_size, {-1});
  EXPECT_THAT(refused_at_once(file).what(), HasSubstr("negative size"));
}

Bytes with_attribute(Bytes file, std::string_view type, std::string_view value) {
  Bytes attribute = bytes(fmt::format("odd{0}{1}{0}", '\0', type));
  attribute += number(static_cast<std::uint32_t>(value.size()), 4, std::endian::little);
  attribute += bytes(value);
  file.insert(file.begin() + 8, attribute.begin(), attribute.end());  // as the first attribute
  return file;
}

// OpenEXR reads as many bytes as the type of an attribute needs, whatever its size field says, so
// the bytes that it takes for the next attribute could claim 2 GB.
TEST(ExrDamage, AttributesOfAnotherSizeThanTheirType) {
  using namespace std::string_view_literals;
  constexpr std::string_view claim("a\0string\0\xff\xff\xff\x7f"sv), zero("\0"sv);
  const std::string zeros(8, '\0');
  const Bytes whole = make_exr(19, 17, {});
  const std::vector<std::pair<std::string_view, std::string>> odd{
      {"v2f", fmt::format("{}{}", zeros, claim)},
      {"int", "three"},
      {"chlist", fmt::format("{}{}", zero, claim)},
      {"chlist", fmt::format("c{0}{1}{1}{0}{2}", zero, zeros, claim)},
      {"chlist", ""},
      {"chlist", "c"},
      {"chlist", fmt::format("c{0}{1}{1}", zero, zeros)},
      {"floatvector", "123456789"}};
  for (const auto& [type, value] : odd) {
    SCOPED_TRACE(type);
    const Error error = refused_at_once(with_attribute(whole, type, value));
    EXPECT_EQ(error.code(), Errc::input);
    EXPECT_THAT(error.what(),
                HasSubstr(fmt::format("attribute of type {} of {} bytes", type, value.size())));
  }
}

// Every type of OpenEXR with a fixed size.
void add_attributes(Imf::Header& header) {
  int count = 0;
  const auto add = [&](const auto& value) {
    header.insert(fmt::format("odd{}", ++count),
                  Imf::TypedAttribute<std::remove_cvref_t<decltype(value)>>(value));
  };
  add(Imath::Box2f({0, 0}, {1, 1}));
  add(Imath::Box2i({0, 0}, {1, 1}));
  add(Imf::Chromaticities());
  add(Imf::ENVMAP_CUBE);
  add(Imf::DIS_TIDY);
  add(1.0);
  add(1.0f);
  add(1);
  add(Imf::FloatVector(3));
  add(Imf::KeyCode());
  add(Imath::M33d());
  add(Imath::M33f());
  add(Imath::M44d());
  add(Imath::M44f());
  add(Imf::PreviewImage(3, 2));
  add(Imf::Rational(1, 2));
  add(std::string("text"));
  add(Imf::StringVector{"some", "", "texts"});
  add(Imf::TimeCode());
  add(Imath::V2d(1));
  add(Imath::V2f(1));
  add(Imath::V2i(1));
  add(Imath::V3d(1));
  add(Imath::V3f(1));
  add(Imath::V3i(1));
}

TEST(ExrDamage, AttributesOfTheirSizeAreRead) {
  expect_same(decode(make_exr(19, 17, {.change = add_attributes})), decode(make_exr(19, 17, {})));
}

// The chunks are those of an image with 19 columns. OpenEXR would fill up rows from its memory.
TEST(ExrDamage, ChunksThatAreShorterThanTheirPixels) {
  for (const ExrKind& kind : kinds()) {
    SCOPED_TRACE(fmt::format("compression {}, tiles {}", int{kind.compression}, kind.tile));
    Bytes file = make_exr(kind.tile > 0 ? 9 : 19, 17, kind);
    set(file, "dataWindow", box_value, {0, 0, kind.tile > 0 ? 12 : 63, 16});
    const auto error = decoding_error(file);
    EXPECT_TRUE(error.has_value() && error->code() == Errc::input);
  }
}

TEST(ExrDamage, FilesCutAt100Places) {
  for (const Bytes& file : files(37, 29)) {
    const Image whole = decode(file);
    for (std::size_t i = 0; i < 100; ++i) {
      Bytes cut = file;
      cut.resize(i * file.size() / 100);
      const auto error = decoding_error(cut);
      if (!error.has_value())
        expect_same(decode(cut), whole);
      else
        EXPECT_EQ(error->code(), Errc::input) << error->what();
    }
  }
}

TEST(ExrDamage, BytesChanged) {
  const auto start = std::chrono::steady_clock::now();
  const long before = peak_kilobytes();
  std::mt19937 random(1);
  const char* rounds = std::getenv("SELVAGE_FUZZ_ROUNDS");
  for (int round = 0; round < (rounds ? std::atoi(rounds) : 40); ++round)
    for (const Bytes& file : files(19, 17)) {
      Bytes changed = file;
      for (unsigned i = 0; i < 1 + random() % 4; ++i)
        changed[random() % (random() % 2 ? 400 : file.size())] = static_cast<std::byte>(random());
      if (random() % 4 == 0) changed.resize(random() % file.size());
      try_to_decode(changed);
    }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  std::printf("%.1f s, %ld KiB more\n", taken.count(), peak_kilobytes() - before);
  EXPECT_LT(peak_kilobytes() - before, 1 << 20);
}

}  // namespace
}  // namespace selvage::testing
