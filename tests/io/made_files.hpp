// SPDX-License-Identifier: Apache-2.0
#pragma once
// Files of kinds that save does not write, made with the codec libraries.

#include <cstdint>
#include <string_view>
#include <vector>

#include "io/support.hpp"

namespace selvage::testing {

struct PngKind {
  int depth = 8;
  int colour = 0;  // PNG_COLOR_TYPE_...
  bool interlaced = false;
  // Palette: the number of entries with alpha 100, 110, ...; otherwise 1: the colour 5,5,5.
  int transparent_colours = 0;
  int palette_entries = 0;  // 0: as many as the depth allows
};

// Every sample of pixel (x, y) of a made PNG or JPEG is (7 x + 13 y + 29 c) % levels; palette entry
// i is (i, 2 i, 255 - i), modulo 256.
int made_sample(int x, int y, int c, int levels);
Bytes make_png(int width, int height, const PngKind& kind);

struct JpegKind {
  int channels = 3;       // 4: CMYK
  bool inverted = false;  // CMYK as Adobe writes it: YCCK, and 255 is no ink
  bool progressive = false;
  int scans = 0;  // > 0: progressive and gray, with about this many scans
  bool arithmetic = false;
};
Bytes make_jpeg(int width, int height, const JpegKind& kind);

// Makes a chunk with its length and checksum.
Bytes png_chunk(std::string_view type, const Bytes& data);
// Inserts a chunk after IHDR.
Bytes with_chunk(const Bytes& png, const Bytes& chunk);
// Makes a PNG of 69 bytes whose header claims this size.
Bytes lying_png(std::uint32_t width, std::uint32_t height);

}  // namespace selvage::testing
