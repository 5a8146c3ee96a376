// SPDX-License-Identifier: Apache-2.0
// NIfTI-1: headers byte by byte, in both byte orders, all types, scales, extensions, refusals.

#include <gmock/gmock.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>

#include "io/support.hpp"
#include "selvage/metadata.hpp"

namespace selvage::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A file in the making. Numbers are put in its byte order.
class Made {
 public:
  explicit Made(int width, int height, int slices, int type, int bits, bool big = false)
      : big_(big), file_(352) {
    put<std::int32_t>(0, 348);
    const int sizes[] = {3, width, height, slices, 1, 1, 1, 1};
    for (std::size_t i = 0; i < 8; ++i) put(40 + 2 * i, static_cast<std::int16_t>(sizes[i]));
    put(70, static_cast<std::int16_t>(type));
    put(72, static_cast<std::int16_t>(bits));
    const float distances[] = {1, 0.5f, 0.5f, 2};
    for (std::size_t i = 0; i < 4; ++i) put(76 + 4 * i, distances[i]);
    put(108, 352.0f);
    std::memcpy(&file_[344], "n+1", 4);
  }

  template <class T>
  Made& put(std::size_t at, T value) {
    Bytes raw(sizeof value);
    std::memcpy(raw.data(), &value, sizeof value);
    if (big_) std::ranges::reverse(raw);
    if (file_.size() < at + raw.size()) file_.resize(at + raw.size());
    std::ranges::copy(raw, file_.begin() + static_cast<std::ptrdiff_t>(at));
    return *this;
  }
  template <class T>
  Made& samples(std::initializer_list<T> values) {
    for (const T value : values) put(file_.size(), value);
    return *this;
  }
  const Bytes& file() const { return file_; }

 private:
  bool big_;
  Bytes file_;
};

Bytes gzipped(const Bytes& file) {
  Bytes packed(file.size() + 100);
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
  stream.next_in = reinterpret_cast<z_const Bytef*>(const_cast<std::byte*>(file.data()));
  stream.avail_in = static_cast<uInt>(file.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

template <class T>
void expect_values(int type, std::initializer_list<T> values, PixelType loaded,
                   std::vector<double> expected) {
  for (const bool big : {false, true}) {
    Made made(static_cast<int>(values.size()), 1, 1, type, 8 * sizeof(T), big);
    made.samples(values);
    for (const Bytes& file : {made.file(), gzipped(made.file())}) {
      const Image image = decode(file);
      EXPECT_EQ(image.type(), loaded) << type;
      EXPECT_EQ(samples(image), expected) << type << ' ' << big;
    }
  }
}

TEST(Nifti, EveryTypeInBothByteOrders) {
  expect_values<std::uint8_t>(2, {0, 255}, PixelType::u8, {0, 255});
  expect_values<std::uint16_t>(512, {1, 65535}, PixelType::u16, {1, 65535});
  expect_values<std::int16_t>(4, {-1024, 32767}, PixelType::f32, {-1024, 32767});
  expect_values<std::int8_t>(256, {-128, 127}, PixelType::f32, {-128, 127});
  expect_values<std::int32_t>(8, {-70000, 1 << 24}, PixelType::f32, {-70000, 1 << 24});
  expect_values<std::uint32_t>(768, {0, 3u << 30}, PixelType::f32, {0, 3221225472.0});
  expect_values<float>(16, {-1.5f, 1e30f}, PixelType::f32, {-1.5, double{1e30f}});
  expect_values<double>(64, {-1.5, 0.1}, PixelType::f32, {-1.5, double{0.1f}});
}

TEST(Nifti, SamplesAreScaled) {
  Made made(2, 1, 1, 4, 16);
  made.put(112, 0.5f).put(116, -10.0f).samples<std::int16_t>({-4, 100});
  EXPECT_THAT(samples(decode(made.file())), ElementsAre(-12, 40));
  Made bytes(2, 1, 1, 2, 8);
  bytes.put(112, 1.0f).put(116, 3.0f).samples<std::uint8_t>({0, 255});
  const Image shifted = decode(bytes.file());
  EXPECT_EQ(shifted.type(), PixelType::f32);
  EXPECT_THAT(samples(shifted), ElementsAre(3, 258));
  bytes.put(112, 0.0f);  // no scale
  EXPECT_EQ(decode(bytes.file()).type(), PixelType::u8);
  bytes.put(112, std::numeric_limits<float>::quiet_NaN());
  EXPECT_EQ(decode(bytes.file()).type(), PixelType::u8);
}

TEST(Nifti, SlicesArePages) {
  const Folder folder;
  Made made(2, 1, 3, 4, 16);
  made.samples<std::int16_t>({1, 2, 3, 4, 5, 6});
  for (const Bytes& file : {made.file(), gzipped(made.file())}) {
    write_file(folder / "v", file);
    EXPECT_THAT(refusal(file), HasSubstr("has 3 pages"));
    const FileInfo header = info(folder / "v");
    EXPECT_EQ(header.pages, 3);
    EXPECT_EQ(header.all_bytes, 24);
    EXPECT_THAT(header.volume.spacing, ElementsAre(0.5, 0.5, 2.0));
    ImageReader reader(folder / "v");
    EXPECT_TRUE(reader.next());  // the first slice is skipped
    EXPECT_THAT(samples(reader.read_page()), ElementsAre(3, 4));
    EXPECT_TRUE(reader.next());
    EXPECT_THAT(samples(reader.read_page()), ElementsAre(5, 6));
    EXPECT_FALSE(reader.next());
  }
}

// The header of the result differs in what describes the samples, and in nothing else.
TEST(Nifti, TheHeaderIsKept) {
  const Folder folder;
  Made made(3, 2, 2, 4, 16);
  made.put(112, 2.0f).put(116, 1.0f).put<std::int16_t>(254, 1).put(280, 0.25f).put(292, -7.0f);
  made.put(348, 1).put(108, 368.0f).put(352, 16).put(356, 6).put(360, std::int64_t{77});
  made.samples<std::int16_t>({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  write_file(folder / "a.nii", made.file());
  for (const char* const name : {"b.nii", "b.nii.gz"}) {
    ImageReader reader(folder / "a.nii");
    const Image first = reader.read_page();
    ImageWriter writer(folder / name, first, {.volume = reader.info().volume}, reader.traits());
    writer.write(first);
    EXPECT_TRUE(reader.next());
    const Image second = reader.read_page();
    writer.next(second, reader.traits());
    writer.write(second);
    writer.commit();
    ImageReader back(folder / name);
    EXPECT_EQ(back.info().pages, 2);
    EXPECT_EQ(back.info().format, std::string(name).substr(2));
    EXPECT_THAT(samples(back.read_page()), ElementsAre(3, 5, 7, 9, 11, 13));
    const Bytes &kept = back.info().volume.nifti, &source = reader.info().volume.nifti;
    ASSERT_EQ(kept.size(), 348u + 16);
    ASSERT_EQ(source.size(), kept.size());
    for (std::size_t at = 0; at < kept.size(); ++at)
      if (at < 70 || at >= 120) {  // type, bits, scale
        EXPECT_EQ(kept[at], source[at]) << at;
      }
  }
}

TEST(Nifti, AnotherFormatLosesTheHeaderWithANote) {
  const SaveOptions options{.volume = {.nifti = Made(1, 1, 1, 2, 8).file()}};
  const Image image = test_image(PixelType::u8, 1, 1);
  EXPECT_THAT(lost_metadata("a.tif", image, options, {}),
              ElementsAre("its NIfTI header is not kept in TIFF"));
  EXPECT_THAT(lost_metadata("a.nii.gz", image, options, {}), IsEmpty());
}

TEST(Nifti, ARegionMovesItsPlace) {
  Made made(8, 8, 1, 2, 8);
  made.put(280, 2.0f).put(284, 0.5f).put(292, 10.0f);  // x = 2 i + j / 2 + 10
  made.put(264, 1.0f).put(268, 5.0f).put(272, 6.0f);   // half a turn about z
  const Bytes moved = nifti_of_region(made.file(), 3, 4);
  const auto at = [&](std::size_t place) {
    float value = 0;
    std::memcpy(&value, &moved[place], sizeof value);
    return value;
  };
  EXPECT_EQ(at(292), 18.0f);
  EXPECT_EQ(at(268), 5.0f - 1.5f);  // pixels are half a unit wide
  EXPECT_EQ(at(272), 6.0f - 2.0f);
  EXPECT_THAT(nifti_of_region(bytes("short"), 1, 1), bytes("short"));
}

TEST(Nifti, WhatIsNotSupportedIsNamed) {
  EXPECT_THAT(refusal(Made(1, 1, 1, 1792, 128).file()), HasSubstr("samples of type 1792"));
  Made series(1, 1, 1, 2, 8);
  series.put<std::int16_t>(40, 4).put<std::int16_t>(48, 120);
  EXPECT_THAT(refusal(series.file()), HasSubstr("a NIfTI file of 120 volumes is not supported"));
  Made pair(1, 1, 1, 2, 8);
  pair.put(344, 'n').put(345, 'i');
  EXPECT_THAT(refusal(pair.file()), HasSubstr("samples are in another file"));
  Made second(1, 1, 1, 2, 8);
  second.put(0, 540).put(4, 'n').put(5, '+').put(6, '2');
  EXPECT_THAT(refusal(second.file()), HasSubstr("NIfTI-2 is not supported"));
  EXPECT_THAT(refusal(gzipped(Bytes(400))), HasSubstr("a gzip file that holds no NIfTI volume"));
  const Folder folder;
  const Image rgb = test_image(PixelType::u8, 3, 2, 3);
  EXPECT_THAT(error_of([&] { save(folder / "a.nii", rgb); }).what(),
              HasSubstr("NIfTI cannot hold 3 channels"));
}

TEST(Nifti, TooManySlicesAreRefusedAtTheStartWhereTheirNumberIsKnown) {
  const Folder folder;
  const Image page = test_image(PixelType::u16, 3, 2);
  for (const char* const name : {"a.nii", "a.nii.gz"}) {
    EXPECT_THAT(
        error_of([&] { ImageWriter(folder / name, page, {.expected_bytes = 12 * 32768}); }).what(),
        HasSubstr("at most 32767 slices"));
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    ImageWriter(folder / name, page, {.expected_bytes = 12 * 32767}).write(page);
  }
}

TEST(Nifti, TooManySlicesAreRefusedWhereTheirNumberIsNotKnown) {
  const Folder folder;
  const Image page = test_image(PixelType::u8, 1, 1);
  ImageWriter writer(folder / "a.nii", page);
  writer.write(page);
  for (int slices = 1; slices < 32767; ++slices) {
    writer.next(page);
    writer.write(page);
  }
  EXPECT_THAT(error_of([&] { writer.next(page); }).what(), HasSubstr("at most 32767 slices"));
}

TEST(Nifti, CorruptHeaders) {
  EXPECT_THAT(refusal(Made(0, 1, 1, 2, 8).file()), HasSubstr("a dimension is below 1"));
  EXPECT_THAT(refusal(Made(1, 1, 1, 2, 8).put<std::int16_t>(40, 9).file()),
              HasSubstr("its number of dimensions is outside 1..7"));
  for (const float offset : {351.0f, 352.5f, -1.0f, 1e30f, std::numeric_limits<float>::quiet_NaN()})
    EXPECT_THAT(refusal(Made(1, 1, 1, 2, 8).put(108, offset).file()),
                HasSubstr("the place of its samples is not valid"));
  EXPECT_THAT(refused_at_once(Made(32767, 32767, 1, 16, 32).file()).what(), HasSubstr("cut short"));
  EXPECT_THAT(refused_at_once(gzipped(Made(32767, 32767, 1, 16, 32).file())).what(),
              HasSubstr("cut short"));
}

TEST(Nifti, BytesAfterTheVolumeAreNoted) {
  const Bytes file = Made(1, 1, 1, 2, 8).samples<std::uint8_t>({7, 8}).file();
  for (const Bytes& longer : {file, gzipped(file)})
    EXPECT_THAT(decode(longer).file.notes, ElementsAre("bytes after the volume are ignored"));
}

}  // namespace
}  // namespace selvage::testing
