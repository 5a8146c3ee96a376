// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows of any view as codecs have them: interleaved, without gaps.

#include <cstddef>
#include <string>
#include <vector>

#include "io/straight_alpha.hpp"
#include "selvage/image.hpp"

namespace selvage {

// True when the rows of the view are as codecs have them.
bool has_packed_rows(const ConstImageView& image);

// Throws Error{invalid_argument} unless `rows` can be the next ones of an image of that width,
// type and channels of which `left` rows are left.
void check_rows(const std::string& name, const ConstImageView& rows, PixelType type, int width,
                int channels, int left);

// Rows to be written, their colours changed. Copies only where it must.
class RowPacker {
 public:
  explicit RowPacker(const ConstImageView& image, AlphaChange change = AlphaChange::none);
  const std::byte* row(int y);

 private:
  ConstImageView image_;
  AlphaChange change_;
  std::vector<std::byte> row_;
};

// Rows to be read into a view: begin gives the place for row y, end puts it where it belongs.
class RowUnpacker {
 public:
  explicit RowUnpacker(const ImageView& image);
  std::byte* begin(int y) { return row_.empty() ? image_.at(0, y) : row_.data(); }
  void end(int y);

 private:
  ImageView image_;
  std::vector<std::byte> row_;
};

}  // namespace selvage
