// SPDX-License-Identifier: Apache-2.0
#pragma once
// The halves of the Y4M codec, and the header of a video (yuv4mpeg(5)).

#include <memory>
#include <string>
#include <string_view>

#include "io/codec/codec.hpp"

namespace selvage {

struct Y4mHeader {
  int width = 0, height = 0;   // of luma
  int x_step = 2, y_step = 2;  // luma pixels for each pixel of U and V
  bool chroma = true;          // otherwise luma alone
  int bits = 8;                // of a sample; above 8 it takes two bytes, the lower one first

  int planes() const { return chroma ? 2 : 1; }  // U and V count as one
  int chroma_width() const { return 1 + (width - 1) / x_step; }
  int chroma_height() const { return 1 + (height - 1) / y_step; }
  PixelType type() const { return bits == 8 ? PixelType::u8 : PixelType::u16; }
  std::size_t luma_bytes() const;    // of a frame
  std::size_t chroma_bytes() const;  // of U, and of V
};

// Reads a header from its line, without the line break. `name`: the file's. Throws Error{input} if
// it is corrupt, or if the video is interlaced or has a colour space that is not supported.
Y4mHeader parse_y4m_header(const std::string& name, std::string_view line);

std::unique_ptr<RowReader> open_y4m(ByteSource& source, const Limits& limits);
std::unique_ptr<RowWriter> create_y4m(ByteSink& sink, const OutputShape& shape);

}  // namespace selvage
