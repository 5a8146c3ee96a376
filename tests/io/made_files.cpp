// SPDX-License-Identifier: Apache-2.0
#include "io/made_files.hpp"

// clang-format off
#include <cstdio>
#include <jpeglib.h>
// clang-format on
#include <png.h>
#include <zlib.h>

#include <cstdlib>
#include <span>

namespace selvage::testing {
namespace {

Bytes big_endian(std::uint32_t value) {
  return {std::byte(value >> 24), std::byte(value >> 16 & 255), std::byte(value >> 8 & 255),
          std::byte(value & 255)};
}

void append(png_structp png, png_bytep data, std::size_t count) {
  const auto raw = std::as_bytes(std::span(data, count));
  auto& out = *static_cast<Bytes*>(png_get_io_ptr(png));
  out.insert(out.end(), raw.begin(), raw.end());
}

void set_transparency(png_structp png, png_infop info, const PngKind& kind) {
  if (kind.transparent_colours == 0) return;
  if (kind.colour == PNG_COLOR_TYPE_PALETTE) {
    std::vector<png_byte> alpha;
    for (int i = 0; i < kind.transparent_colours; ++i)
      alpha.push_back(static_cast<png_byte>(100 + 10 * i));
    png_set_tRNS(png, info, alpha.data(), static_cast<int>(alpha.size()), nullptr);
  } else {
    const png_color_16 colour{.index = 0, .red = 5, .green = 5, .blue = 5, .gray = 5};
    png_set_tRNS(png, info, nullptr, 1, &colour);
  }
}

// Returns the samples of a row with 8 bits, or 16 in big-endian order; libpng packs fewer bits.
std::vector<png_byte> png_row(int width, int y, int channels, int depth) {
  std::vector<png_byte> row;
  for (int x = 0; x < width; ++x)
    for (int c = 0; c < channels; ++c) {
      const int sample = made_sample(x, y, c, 1 << depth);
      if (depth == 16) row.push_back(static_cast<png_byte>(sample >> 8));
      row.push_back(static_cast<png_byte>(sample & 255));
    }
  return row;
}

// Gray in 1 + 2 * 63 scans: one per frequency, first without its last bit.
std::vector<jpeg_scan_info> many_scans(int count) {
  std::vector<jpeg_scan_info> scans;
  const auto add = [&](int frequency, int high, int low) {
    scans.push_back({.comps_in_scan = 1,
                     .component_index = {0},
                     .Ss = frequency,
                     .Se = frequency,
                     .Ah = high,
                     .Al = low});
  };
  add(0, 0, 0);
  for (int frequency = 1; frequency < 64; ++frequency) add(frequency, 0, 1);
  for (int frequency = 1; frequency < 64; ++frequency) add(frequency, 1, 0);
  scans.resize(std::min(scans.size(), static_cast<std::size_t>(count)));
  return scans;
}

}  // namespace

int made_sample(int x, int y, int c, int levels) {
  return (7 * x + 13 * y + 29 * c) % levels;
}

Bytes make_png(int width, int height, const PngKind& kind) {
  Bytes out;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(png, &out, append, nullptr);
  png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height),
               kind.depth, kind.colour, kind.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  std::vector<png_color> palette;
  for (int i = 0; i < 1 << std::min(kind.depth, 8); ++i)
    palette.push_back(
        {static_cast<png_byte>(i), static_cast<png_byte>(2 * i), static_cast<png_byte>(255 - i)});
  if (kind.palette_entries > 0) palette.resize(static_cast<std::size_t>(kind.palette_entries));
  png_set_check_for_invalid_index(png, 0);
  if (kind.colour == PNG_COLOR_TYPE_PALETTE)
    png_set_PLTE(png, info, palette.data(), static_cast<int>(palette.size()));
  set_transparency(png, info, kind);
  png_write_info(png, info);
  png_set_packing(png);
  const int channels = png_get_channels(png, info);
  const int passes = png_set_interlace_handling(png);
  for (int pass = 0; pass < passes; ++pass)
    for (int y = 0; y < height; ++y)
      png_write_row(png, png_row(width, y, channels, kind.depth).data());
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return seed(std::move(out));
}

Bytes make_jpeg(int width, int height, const JpegKind& kind) {
  jpeg_error_mgr errors;
  jpeg_compress_struct codec{};
  codec.err = jpeg_std_error(&errors);
  jpeg_create_compress(&codec);
  unsigned char* memory = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&codec, &memory, &size);
  codec.image_width = static_cast<JDIMENSION>(width);
  codec.image_height = static_cast<JDIMENSION>(height);
  codec.input_components = kind.channels;
  codec.in_color_space = kind.channels == 1   ? JCS_GRAYSCALE
                         : kind.channels == 3 ? JCS_RGB
                                              : JCS_CMYK;
  jpeg_set_defaults(&codec);
  if (kind.inverted) jpeg_set_colorspace(&codec, JCS_YCCK);
  if (kind.channels == 4) {
    jpeg_set_quality(&codec, 100, TRUE);
    for (auto& component : std::span(codec.comp_info, 4))
      component.h_samp_factor = component.v_samp_factor = 1;
  }
  if (kind.channels == 4 && !kind.inverted) codec.write_Adobe_marker = FALSE;
  codec.arith_code = kind.arithmetic ? TRUE : FALSE;
  if (kind.progressive) jpeg_simple_progression(&codec);
  const std::vector<jpeg_scan_info> scans = many_scans(kind.scans);
  if (!scans.empty()) {
    codec.scan_info = scans.data();
    codec.num_scans = static_cast<int>(scans.size());
  }
  jpeg_start_compress(&codec, TRUE);
  std::vector<JSAMPLE> row(static_cast<std::size_t>(width * kind.channels));
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < kind.channels; ++c)
        row[static_cast<std::size_t>(x * kind.channels + c)] =
            static_cast<JSAMPLE>(made_sample(x, y, c, 256));
    JSAMPROW rows = row.data();
    jpeg_write_scanlines(&codec, &rows, 1);
  }
  jpeg_finish_compress(&codec);
  jpeg_destroy_compress(&codec);
  const auto raw = std::as_bytes(std::span(memory, size));
  Bytes out(raw.begin(), raw.end());
  std::free(memory);
  return seed(std::move(out));
}

Bytes png_chunk(std::string_view type, const Bytes& data) {
  Bytes named = bytes(type);
  named += data;
  const uLong sum =
      crc32(0, reinterpret_cast<const Bytef*>(named.data()), static_cast<uInt>(named.size()));
  Bytes chunk = big_endian(static_cast<std::uint32_t>(data.size()));
  chunk += named;
  chunk += big_endian(static_cast<std::uint32_t>(sum));
  return chunk;
}

Bytes with_chunk(const Bytes& png, const Bytes& chunk) {
  constexpr std::ptrdiff_t header_end = 8 + 25;
  Bytes out(png.begin(), png.begin() + header_end);
  out += chunk;
  out.insert(out.end(), png.begin() + header_end, png.end());
  return out;
}

Bytes lying_png(std::uint32_t width, std::uint32_t height) {
  Bytes header = big_endian(width);
  header += big_endian(height);
  header += {std::byte{8}, std::byte{2}, std::byte{0}, std::byte{0}, std::byte{0}};
  Bytes out = bytes("\x89PNG\r\n\x1a\n");
  out += png_chunk("IHDR", header);
  out += png_chunk("IDAT", bytes({"\x78\x9c\x63\x60\x60\x60\x00\x00\x00\x04\x00\x01", 12}));
  out += png_chunk("IEND", {});
  return out;
}

}  // namespace selvage::testing
