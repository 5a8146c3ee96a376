// SPDX-License-Identifier: Apache-2.0
#pragma once
// The headers of the Netpbm family: PNM (P1..P6) and PAM (P7).

#include <string>

#include "io/codec.hpp"

namespace selvage {

struct PnmHeader {
  enum class Raster {
    text_bits,  // P1: digits 0 and 1, 1 is black
    text,       // P2, P3: decimal numbers
    bits,       // P4: eight pixels a byte, rows padded to whole bytes, 1 is black
    binary,     // P5, P6, P7: one byte a sample, or two with the high one first
  };
  Raster raster = Raster::binary;
  int width = 0, height = 0;
  int channels = 1;
  bool alpha = false;
  int max_value = 255;    // the stored value that means 1.0; 1..65535
  bool bilevel = false;   // black and white: there is no scale that would be worth keeping
  std::string note = {};  // what is odd about it, for people
};

// Reads "P1" .. "P7" and what follows, up to the first byte of the raster.
PnmHeader read_pnm_header(ByteSource& source);

// The next decimal number of a PNM header or text raster, and the character that ends it. White
// space and comments before it are skipped. Throws Error{input}: cut short at the end of the file,
// corrupt for other characters and for numbers above `largest`.
int read_pnm_number(ByteSource& source, int largest);

// The next character; a comment (# to the end of the line) is read as the line's end. Cut short at
// the end of the file.
int read_pnm_char(ByteSource& source);

bool is_pnm_space(int character);

// The first of the bytes that follow an image, but white space; none: there is nothing else.
std::span<const std::byte> after_image(ByteSource& source);
// Says in a note that there are some.
void note_bytes_after(FileInfo& info, std::span<const std::byte> bytes);

}  // namespace selvage
