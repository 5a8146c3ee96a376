// SPDX-License-Identifier: Apache-2.0
#pragma once
// The headers of the Netpbm family: PNM (P1..P6) and PAM (P7).

#include <string>

#include "io/codec/codec.hpp"

namespace selvage {

struct PnmHeader {
  enum class Raster {
    text_bits,  // P1: digits 0 and 1, 1 is black
    text,       // P2, P3: decimal numbers
    bits,       // P4: eight pixels per byte, rows padded to whole bytes, 1 is black
    binary,     // P5, P6, P7: one byte per sample, or two in big-endian order
  };
  Raster raster = Raster::binary;
  int width = 0, height = 0;
  int channels = 1;
  bool alpha = false;
  int max_value = 255;    // the stored value of 1.0; 1..65535
  bool bilevel = false;   // black and white; the scale is not kept
  std::string note = {};  // a warning for the user
};

// Reads the header, from "P1" .. "P7" up to the first byte of the raster.
PnmHeader read_pnm_header(ByteSource& source);

// Reads the next decimal number of a PNM header or text raster, and the character that ends it.
// Skips white space and comments before it. Throws Error{input}: cut short at the end of the file,
// corrupt for other characters and for numbers above `largest`.
int read_pnm_number(ByteSource& source, int largest);

// Reads the next character. A comment (# to the end of the line) counts as the end of the line.
// Throws Error{input} (cut short) at the end of the file.
int read_pnm_char(ByteSource& source);

bool is_pnm_space(int character);

// Returns the first bytes after the image and white space; empty: none.
std::span<const std::byte> after_image(ByteSource& source);
// Adds a note if there are such bytes.
void note_bytes_after(FileInfo& info, std::span<const std::byte> bytes);

}  // namespace selvage
