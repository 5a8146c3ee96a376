// SPDX-License-Identifier: Apache-2.0
#pragma once
// The kind of pixels in a page of a TIFF, from its tags.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "io/tiff/tiff_file.hpp"
#include "selvage/image.hpp"

namespace selvage {

struct TiffKind {
  int width = 0, height = 0;
  int bits = 8;             // per stored sample: 1..16, for floats 16 or 32
  int stored_channels = 1;  // per pixel; a palette index is one
  bool alpha = false;       // the last stored channel is alpha
  bool multiplied = false;  // the others are multiplied by alpha
  bool planar = false;      // one plane after another
  bool zero_is_white = false;
  bool ycbcr = false;                                     // converted to RGB by the JPEG decoder
  bool cmyk = false;                                      // four inks, converted to RGB
  int compression = 1;                                    // COMPRESSION_...
  PixelType type = PixelType::u8;                         // type of the image
  std::vector<std::array<std::uint8_t, 3>> palette = {};  // by index; empty: no palette
  std::vector<std::string> notes = {};                    // for the user

  int channels() const { return palette.empty() && !cmyk ? stored_channels : 3; }
};

// Throws Error{input} for unsupported kinds. `name` is that of the file.
TiffKind read_tiff_kind(TiffFile& tiff, const std::string& name);

}  // namespace selvage
