// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the pixels of a TIFF's page are, as its tags say it.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "io/tiff_file.hpp"
#include "selvage/image.hpp"

namespace selvage {

struct TiffKind {
  int width = 0, height = 0;
  int bits = 8;             // of a stored sample: 1..16, or 16 and 32 of a float
  int stored_channels = 1;  // of a pixel; a palette's index is one
  bool alpha = false;       // the last of them
  bool multiplied = false;  // the others, by it
  bool planar = false;      // channels lie one after another
  bool zero_is_white = false;
  bool ycbcr = false;                                     // made RGB by the JPEG decoder
  int compression = 1;                                    // COMPRESSION_...
  PixelType type = PixelType::u8;                         // of the image
  std::vector<std::array<std::uint8_t, 3>> palette = {};  // of each index; empty: none
  std::vector<std::string> notes = {};                    // for people

  int channels() const { return palette.empty() ? stored_channels : 3; }
};

// Throws Error{input} that names what is not read. `name` is the file's.
TiffKind read_tiff_kind(TiffFile& tiff, const std::string& name);

}  // namespace selvage
