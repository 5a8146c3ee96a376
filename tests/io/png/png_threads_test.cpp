// SPDX-License-Identifier: Apache-2.0
// PNG files compressed by several threads, and the zlib stream that they produce.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <zlib.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <stdexcept>

#include "io/metadata/made_metadata.hpp"
#include "io/png/deflate_pieces.hpp"

namespace selvage::testing {
namespace {

constexpr int thread_counts[] = {1, 2, 8, 0};
constexpr std::size_t piece = PieceDeflater::piece_bytes;

Bytes png(const Image& image, int threads) {
  return encode(image, {.format = "png", .threads = threads});
}

std::size_t count_chunks(const Bytes& file, std::string_view type) {
  const Bytes name = bytes(type);
  std::size_t count = 0, length = 0;
  for (std::size_t at = 8; at < file.size(); at += 12 + length) {
    length = 0;
    for (std::size_t i = 0; i < 4; ++i)
      length = length << 8 | std::to_integer<std::size_t>(file.at(at + i));
    if (std::equal(name.begin(), name.end(), &file.at(at + 4))) ++count;
  }
  return count;
}

// Returns the number of threads of this process.
std::ptrdiff_t alive() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
}

TEST(PngThreads, TheFileIsTheSameForAnyNumber) {
  struct Kind {
    PixelType type;
    int channels;
    bool alpha;
  };
  for (const PixelType type : {PixelType::u8, PixelType::u16})
    for (const Kind kind :
         {Kind{type, 1, false}, Kind{type, 2, true}, Kind{type, 3, false}, Kind{type, 4, true}})
      for (const auto& [width, height] :
           {std::pair{1, 1}, {1, 500}, {500, 1}, {1, 100'000}, {100'000, 1}, {701, 503}}) {
        SCOPED_TRACE(fmt::format("{} {} {}x{}", name(type), kind.channels, width, height));
        const Image image = test_image(type, width, height, kind.channels, kind.alpha);
        const Bytes file = png(image, 1);
        expect_same(decode(file), image);
        for (const int threads : thread_counts) EXPECT_EQ(png(image, threads), file) << threads;
      }
}

// 1023 samples and the number of the filter make rows of 1 KiB.
TEST(PngThreads, TheLastPieceMayBeFull) {
  constexpr int rows = piece / 1024;
  for (const auto& [height, pieces] : {std::pair{rows - 1, 1u},
                                       {rows, 1u},
                                       {rows + 1, 2u},
                                       {2 * rows, 2u},
                                       {2 * rows + 1, 3u},
                                       {20 * rows, 20u}})
    for (const int threads : thread_counts) {
      const Image image = test_image(PixelType::u8, 1023, height);
      const Bytes file = png(image, threads);
      EXPECT_EQ(count_chunks(file, "IDAT"), pieces) << height;
      expect_same(decode(file), image);
    }
}

TEST(PngThreads, BandsMakeTheFileOfAWholeImage) {
  const Folder folder;
  const Image image = test_image(PixelType::u16, 301, 800, 3);
  for (const int threads : thread_counts) {
    ImageWriter writer(folder / "a.png", image, {.threads = threads});
    for (int from = 0, rows = 1; from < 800; from += rows++) {
      rows = std::min(rows, 800 - from);
      writer.write(image.view().region({0, from, 301, rows}));
    }
    writer.commit();
    EXPECT_EQ(read_file(folder / "a.png"), png(image, 1));
  }
}

TEST(PngThreads, MetadataGoesBehindAllPieces) {
  const Folder folder;
  const Image image = test_image(PixelType::u8, 700, 500, 3);
  for (const int threads : thread_counts) {
    ImageWriter writer(folder / "a.png", image, {.threads = threads});
    writer.write(image);
    EXPECT_TRUE(writer.add({.exif = make_exif(3), .xmp = bytes("<x/>")}));
    writer.commit();
    const Image back = load(folder / "a.png");
    expect_same(back, image);
    EXPECT_EQ(back.file.metadata.exif, make_exif(3));
    EXPECT_EQ(back.file.metadata.xmp, bytes("<x/>"));
    EXPECT_EQ(info(folder / "a.png").metadata, Metadata{});
  }
}

TEST(PngThreads, AreMadeForLargeImagesAlone) {
  const Folder folder;
  const std::ptrdiff_t before = alive();
  const auto made = [&](const Image& image, int threads) {
    ImageWriter writer(folder / "a.png", image, {.threads = threads});
    writer.write(image);
    return alive() - before;
  };
  const Image small = test_image(PixelType::u8, 200, 200, 3),
              large = test_image(PixelType::u8, 900, 900);
  EXPECT_EQ(made(small, 8), 0);
  EXPECT_EQ(made(large, 1), 0);
  EXPECT_EQ(made(large, 2), 1);
  EXPECT_EQ(made(large, 8), 6);  // the seventh piece is the last one
  EXPECT_EQ(alive(), before);
}

TEST(PngThreads, EndWithAWriterThatIsAbandoned) {
  const Folder folder;
  const std::ptrdiff_t before = alive();
  const Image image = test_image(PixelType::u8, 1000, 1000, 3);
  for (const int rows : {1, 50, 500, 999, 1000}) {
    ImageWriter writer(folder / "a.png", image, {.threads = 8});
    writer.write(image.view().region({0, 0, 1000, rows}));
  }
  EXPECT_EQ(alive(), before);
  EXPECT_TRUE(folder.names().empty());
}

TEST(PngThreads, FewerThanNoneAreRefused) {
  const Error error = error_of([] { png(test_image(PixelType::u8, 2, 2), -1); });
  EXPECT_EQ(error.code(), Errc::invalid_argument);
  EXPECT_THAT(error.what(), ::testing::EndsWith("threads -1 is below 0"));
}

// Makes random bytes, which do not compress.
Bytes noise(std::size_t count) {
  std::mt19937 random(1);
  Bytes all(count);
  std::ranges::generate(all, [&] { return std::byte(random() & 255u); });
  return all;
}

Bytes inflated(const Bytes& stream, std::size_t count) {
  Bytes all(count + 1);
  uLongf size = all.size();
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(all.data()), &size,
                       reinterpret_cast<const Bytef*>(stream.data()), stream.size()),
            Z_OK);
  all.resize(size);
  return all;
}

TEST(PieceDeflater, MakesAStreamOfZlib) {
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, piece, piece + 1, 20 * piece + 7})
    for (const Bytes& bytes : {noise(count), Bytes(count)})
      for (const int threads : thread_counts) {
        Bytes stream;
        PieceDeflater deflater(threads, [&](std::span<const std::byte> part) {
          stream.insert(stream.end(), part.begin(), part.end());
        });
        for (std::size_t at = 0; at < count; at += 100'000)
          deflater.add(std::span(bytes).subspan(at, std::min<std::size_t>(100'000, count - at)));
        deflater.finish();
        EXPECT_EQ(inflated(stream, count), bytes) << count;
      }
}

TEST(PieceDeflater, FailsWhereItsWriterFails) {
  const Bytes bytes = noise(20 * piece);
  for (const int threads : thread_counts)
    for (const int good : {0, 1, 7, 19}) {
      int parts = 0;
      PieceDeflater deflater(threads, [&](std::span<const std::byte>) {
        if (parts++ == good) throw std::runtime_error("full");
      });
      EXPECT_THROW((deflater.add(bytes), deflater.finish()), std::runtime_error);
      EXPECT_EQ(parts, good + 1);
    }
}

}  // namespace
}  // namespace selvage::testing
