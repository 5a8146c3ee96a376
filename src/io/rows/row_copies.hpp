// SPDX-License-Identifier: Apache-2.0
#pragma once
// Conversion between the rows of any view and those of codecs, which are interleaved without gaps.

#include <cstddef>
#include <string>
#include <vector>

#include "io/rows/straight_alpha.hpp"
#include "selvage/image.hpp"

namespace selvage {

// Returns true when the rows of the view have the layout of codecs.
bool has_packed_rows(const ConstImageView& image);

// Throws Error{invalid_argument} unless `rows` can be the next rows of an image with that width,
// type and channels, of which `left` rows remain.
void check_rows(const std::string& name, const ConstImageView& rows, PixelType type, int width,
                int channels, int left);

// Packs rows for writing and converts their alpha. Copies only where it must.
class RowPacker {
 public:
  explicit RowPacker(const ConstImageView& image, AlphaChange change = AlphaChange::none);
  const std::byte* row(int y);

 private:
  ConstImageView image_;
  AlphaChange change_;
  std::vector<std::byte> row_;
};

// Unpacks rows into a view: begin returns the memory to read row y into, end stores the row.
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
