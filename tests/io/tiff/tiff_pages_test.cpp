// SPDX-License-Identifier: Apache-2.0
// TIFF: pages, and files of other programs.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <tiffio.h>

#include <algorithm>
#include <thread>

#include "io/tiff/made_tiff.hpp"
#include "io/tiff/tiff.hpp"

namespace selvage::testing {
namespace {

using ::testing::HasSubstr;

std::vector<Image> three_pages() {
  std::vector<Image> pages;
  pages.push_back(test_image(PixelType::u8, 30, 20, 3));
  pages.push_back(test_image(PixelType::f32, 7, 40, 1));
  pages.push_back(test_image(PixelType::u16, 300, 200, 4, true));
  return pages;
}

void write_pages(const std::filesystem::path& path, const std::vector<Image>& pages) {
  ImageWriter writer(path, pages[0]);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (i > 0) writer.next(pages[i], pages[i].file);
    writer.write(pages[i]);
  }
  writer.commit();
}

TEST(TiffPages, AreWrittenAndReadOneByOne) {
  const Folder folder;
  const std::vector<Image> pages = three_pages();
  write_pages(folder / "a.tif", pages);
  EXPECT_EQ(info(folder / "a.tif").pages, 3);
  ImageReader reader(folder / "a.tif");
  for (std::size_t i = 0; i < 3; ++i) {
    SCOPED_TRACE(i);
    expect_same(reader.read_page(), pages[i]);
    EXPECT_EQ(reader.next(), i < 2);
  }
}

TEST(TiffPages, AreCountedTogether) {
  const Folder folder;
  write_pages(folder / "a.tif", three_pages());
  ImageReader reader(folder / "a.tif");
  do {
    EXPECT_EQ(reader.info().all_pixels, 30 * 20 + 7 * 40 + 300 * 200);
    EXPECT_EQ(reader.info().all_bytes, 30 * 20 * 3 + 7 * 40 * 4 + 300 * 200 * 8);
  } while (reader.next());
  write_file(folder / "b.tif", make_tiff({{.width = 5, .height = 4}, {.width = 3, .height = 7}}));
  EXPECT_EQ(info(folder / "b.tif").all_pixels, 5 * 4 + 3 * 7);
}

TEST(TiffPages, MayPassFourGibibytesTogether) {
  const Folder folder;
  const Image page = test_image(PixelType::u8, 30, 20, 3);
  for (const bool large : {false, true}) {
    const std::uint64_t bytes = large ? std::uint64_t{5} << 30 : std::uint64_t{1} << 30;
    ImageWriter writer(folder / "a.tif", page, {.expected_bytes = bytes});
    for (int i = 0; i < 2; ++i) {
      if (i > 0) writer.next(page);
      writer.write(page);
    }
    writer.commit();
    EXPECT_EQ(read_file(folder / "a.tif")[2], large ? std::byte{43} : std::byte{42});
    ImageReader reader(folder / "a.tif");
    for (int i = 0; i < 2; ++i, reader.next()) expect_same(reader.read_page(), page);
  }
}

TEST(TiffPages, GoThroughPipes) {
  const Folder folder;
  const std::vector<Image> pages = three_pages();
  write_pages(folder / "a.tif", pages);
  ASSERT_EQ(::mkfifo((folder / "pipe.tif").c_str(), 0600), 0);
  const std::jthread writer([&] { write_pages(folder / "pipe.tif", pages); });
  const Bytes through = read_file(folder / "pipe.tif");
  EXPECT_EQ(through, read_file(folder / "a.tif"));
}

TEST(TiffPages, CanBePassedByUnread) {
  const Folder folder;
  const std::vector<Image> pages = three_pages();
  write_pages(folder / "a.tif", pages);
  ImageReader reader(folder / "a.tif");
  Image band(PixelType::u8, 30, 3, 3);
  reader.read(band);
  const Error late = error_of([&] { reader.read_page(); });
  EXPECT_EQ(late.code(), Errc::invalid_argument);
  EXPECT_THAT(late.what(), HasSubstr("a.tif: "));
  EXPECT_TRUE(reader.next());
  EXPECT_TRUE(reader.next());
  expect_same(reader.read_page(), pages[2]);
}

TEST(TiffPages, AreNotLoadedAsOneImage) {
  const Folder folder;
  write_pages(folder / "a.tif", three_pages());
  EXPECT_THAT(error_of([&] { load(folder / "a.tif"); }).what(), HasSubstr("has 3 pages"));
}

TEST(TiffPages, ManyOfThemAreFast) {
  const Folder folder;
  std::vector<Image> pages;
  for (int i = 0; i < 300; ++i) pages.push_back(test_image(PixelType::u8, 1 + i, 2));
  write_pages(folder / "a.tif", pages);
  ImageReader reader(folder / "a.tif");
  for (int i = 0; i < 300; ++i) {
    ASSERT_EQ(reader.info().width, 1 + i);
    reader.next();
  }
}

// Writes a file with libtiff.
struct Written {
  int compression = COMPRESSION_NONE, predictor = 1, photometric = PHOTOMETRIC_RGB;
  bool planar = false;
  int rows_per_strip = 8;
};

void write_by_libtiff(const std::filesystem::path& path, const Image& image, const Written& how) {
  const ConstImageView view = image.view();
  TIFF* const tiff = TIFFOpen(path.c_str(), "w");
  ASSERT_NE(tiff, nullptr);
  const bool bilevel = how.compression == COMPRESSION_CCITTFAX4;
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, view.width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, view.height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE,
               bilevel ? 1 : static_cast<int>(8 * sample_bytes(view.type)));
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, view.channels);
  TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, is_integer(view.type) ? 1 : 3);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, how.photometric);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, how.planar ? 2 : 1);
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, how.rows_per_strip);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, how.compression);
  if (how.predictor != 1) TIFFSetField(tiff, TIFFTAG_PREDICTOR, how.predictor);
  if (how.compression == COMPRESSION_JPEG)
    TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  const std::size_t bytes_of_sample = sample_bytes(view.type);
  for (int plane = 0; plane < (how.planar ? view.channels : 1); ++plane)
    for (int y = 0; y < view.height; ++y) {
      Bytes row;
      for (int x = 0; x < view.width; ++x)
        for (int c = 0; c < view.channels; ++c)
          if (!how.planar || c == plane)
            row.insert(row.end(), view.at(x, y, c), view.at(x, y, c) + bytes_of_sample);
      EXPECT_EQ(TIFFWriteScanline(tiff, row.data(), static_cast<std::uint32_t>(y),
                                  static_cast<std::uint16_t>(plane)),
                1);
    }
  TIFFClose(tiff);
}

TEST(TiffOfOthers, EveryCompression) {
  const Folder folder;
  for (const int compression :
       {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_DEFLATE,
        COMPRESSION_PACKBITS, COMPRESSION_ZSTD, COMPRESSION_LZMA}) {
    if (TIFFIsCODECConfigured(static_cast<std::uint16_t>(compression)) == 0) continue;
    for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32})
      for (const int predictor : {1, 2, 3}) {
        const bool predicts =
            compression != COMPRESSION_NONE && compression != COMPRESSION_PACKBITS;
        if (predictor > 1 && (!predicts || (predictor == 3 && is_integer(type)))) continue;
        SCOPED_TRACE(fmt::format("{} {} {}", compression, name(type), predictor));
        const Image image = test_image(type, 31, 27, 3);
        write_by_libtiff(folder / "a.tif", image,
                         {.compression = compression, .predictor = predictor});
        expect_same(load(folder / "a.tif"), image);
      }
  }
}

TEST(TiffOfOthers, LargeStripsAreReadByRows) {
  const Folder folder;
  const Image image = test_image(PixelType::u16, 1500, 1100, 3);
  for (const bool planar : {false, true})
    for (const int compression : {COMPRESSION_ADOBE_DEFLATE, COMPRESSION_LZW}) {
      const Image tall = planar ? test_image(PixelType::u16, 1500, 3000, 2) : image.clone();
      write_by_libtiff(folder / "a.tif", tall,
                       {.compression = compression,
                        .predictor = 2,
                        .photometric = planar ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB,
                        .planar = planar,
                        .rows_per_strip = 3000});
      expect_same(load(folder / "a.tif"), tall);
    }
}

TEST(TiffOfOthers, JpegInsideIsRgb) {
  const Folder folder;
  Image image = test_image(PixelType::u8, 64, 48, 3);
  for (int y = 0; y < 48; ++y)
    for (int x = 0; x < 64; ++x)
      for (int c = 0; c < 3; ++c) *image.view().at(x, y, c) = std::byte(40 + 60 * c);
  for (const int photometric : {PHOTOMETRIC_YCBCR, PHOTOMETRIC_RGB}) {
    write_by_libtiff(
        folder / "a.tif", image,
        {.compression = COMPRESSION_JPEG, .photometric = photometric, .rows_per_strip = 16});
    const Image back = load(folder / "a.tif");
    const std::vector<double> of_back = samples(back), wanted = samples(image);
    ASSERT_EQ(of_back.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) ASSERT_NEAR(of_back[i], wanted[i], 3);
  }
}

TEST(TiffOfOthers, DamageThatTheirDecoderForgivesIsAnError) {
  const Folder folder;
  write_by_libtiff(folder / "a.tif", test_image(PixelType::u8, 64, 48, 3),
                   {.compression = COMPRESSION_JPEG, .rows_per_strip = 48});
  const Bytes whole = read_file(folder / "a.tif");
  int forgiven = 0;
  for (std::size_t at = 8; at < whole.size() / 2; at += 3) {
    Bytes changed = whole;
    changed[at] = std::byte{0xff};
    forgiven += refusal(changed).find("Corrupt JPEG data") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(forgiven, 0);
}

// LZW before TIFF 6 has the low bits first. Here all codes have 9 bits: clear, samples, end.
Bytes old_lzw(const Bytes& samples) {
  std::vector<unsigned> codes{256};
  for (const std::byte sample : samples) codes.push_back(std::to_integer<unsigned>(sample));
  codes.push_back(257);
  Bytes packed(codes.size() * 9 / 8 + 1);
  for (std::size_t bit = 0; bit < 9 * codes.size(); ++bit)
    packed[bit / 8] |= std::byte((codes[bit / 9] >> bit % 9 & 1u) << bit % 8);
  return packed;
}

TEST(TiffOfOthers, LzwWithLowBitsFirstIsRead) {
  const Bytes plain = make_tiff(5, 4, {.rows_per_strip = 4});
  const Bytes packed = old_lzw(Bytes(plain.begin() + 8, plain.begin() + 28));
  const auto with_strip_at = [&](std::size_t place) {
    return make_tiff(
        5, 4,
        {.rows_per_strip = 4,
         .more = {{.tag = 259, .values = {COMPRESSION_LZW}},
                  {.tag = 273, .type = 4, .values = {static_cast<std::uint32_t>(place)}},
                  {.tag = 279, .type = 4, .values = {static_cast<std::uint32_t>(packed.size())}}}});
  };
  Bytes file = with_strip_at(with_strip_at(0).size());
  file += packed;
  const Image image = decode(file);
  expect_same(image, decode(plain));
  EXPECT_THAT(image.file.notes, ::testing::ElementsAre(HasSubstr("Old-style LZW")));
}

// A sink that discards its bytes.
class Memory : public ByteSink {
 public:
  const std::string& name() const override { return name_; }
  void write(std::span<const std::byte> more) override {
    bytes.insert(bytes.end(), more.begin(), more.end());
  }
  void begin_places() override {}
  std::uint64_t size() const override { return bytes.size(); }
  void write_at(std::uint64_t place, std::span<const std::byte> more) override {
    bytes.resize(std::max<std::size_t>(bytes.size(), place + more.size()));
    std::ranges::copy(more, bytes.begin() + static_cast<std::ptrdiff_t>(place));
  }
  std::size_t read_at(std::uint64_t, std::span<std::byte>) override { return 0; }

  Bytes bytes;

 private:
  std::string name_ = "x.tif";
};

// A sink that claims to be so full that the next strip exceeds the capacity of a TIFF.
class FullMemory final : public Memory {
 public:
  std::uint64_t size() const override { return (std::uint64_t{4} << 30) - 2; }
  void write_at(std::uint64_t, std::span<const std::byte>) override {}
};

TEST(TiffWriter, LargeImagesAreBigTiffs) {
  const OutputShape small{.width = 40000, .height = 40000}, large{.width = 70000, .height = 70000};
  Memory of_small, of_large;
  create_tiff(of_small, small);
  create_tiff(of_large, large);
  EXPECT_EQ(of_small.bytes[2], std::byte{42});
  EXPECT_EQ(of_large.bytes[2], std::byte{43});
}

TEST(TiffWriter, ErrorsNameTheFile) {
  FullMemory sink;
  const auto writer = create_tiff(sink, {.width = 100, .height = 1});
  const Error error = error_of([&] { writer->write_row(Bytes(100).data()); });
  EXPECT_STREQ(error.what(), "x.tif: its pages need more than 4 GiB");
}

}  // namespace
}  // namespace selvage::testing
