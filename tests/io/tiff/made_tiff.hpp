// SPDX-License-Identifier: Apache-2.0
#pragma once
// TIFF files written out field by field, of kinds that save does not write.

#include <cstdint>
#include <vector>

#include "io/support.hpp"

namespace selvage::testing {

struct TiffTag {
  std::uint16_t tag = 0, type = 3;  // 2: text, 3: 16 bits, 4: 32 bits
  std::vector<std::uint32_t> values = {};
};

struct TiffKind {
  int bits = 8;  // 32: floats
  int channels = 1;
  int photometric = -1;  // -1: gray or RGB, by the channels
  bool planar = false;
  int tile = 0;            // its side, pixels; 0: strips
  int rows_per_strip = 3;  //
  std::vector<std::uint32_t> extra = {};
  std::vector<TiffTag> more = {};               // replace the tags that would be written
  std::vector<std::uint16_t> without = {};      // tags that are not written
  Bytes (*compressed)(const Bytes&) = nullptr;  // makes what a strip or tile holds
  bool big_endian = false;                      // of the file; that of the first page counts
  bool big_tiff = false;                        // likewise
};

// Returns sample c of pixel (x, y) as stored in a made TIFF, modulo 2^bits; floats have the values
// of 8 bits.
std::uint32_t tiff_sample(int x, int y, int c, int bits);
Bytes make_tiff(int width, int height, const TiffKind& kind);

struct TiffPage {
  int width = 5, height = 4;
  TiffKind kind = {};
};
Bytes make_tiff(const std::vector<TiffPage>& pages);

}  // namespace selvage::testing
