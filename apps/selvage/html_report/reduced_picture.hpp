// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reduces an image to a small picture, block by block, and counts its samples.

#include "html_report/preview.hpp"

namespace selvage::cli {

// Returns the smallest side of square blocks that leaves at most `pixels` of an image.
int block_of(int width, int height, std::int64_t pixels);

// Pictures of files that are added in bands of `block` rows; the last band may have fewer.
class PictureReducer {
 public:
  // `shape` is that of the whole image. Samples `low` and `high` become black and white.
  PictureReducer(const ConstImageView& shape, int block, double low, double high);

  // Adds the next rows, in real units with straight colours.
  void add(const ConstImageView& band);
  Preview finish() &&;

 private:
  void count(const ConstImageView& band);
  void reduce(const ConstImageView& band);
  double shown(float sample) const;  // 0..1

  Preview result_;
  double low_, high_;
  int row_ = 0;  // of the picture
};

// The largest difference of each block.
class DifferenceReducer {
 public:
  DifferenceReducer(int width, int height, int block);

  // Adds the next rows of both images, as stored.
  void add(const ConstImageView& a, const ConstImageView& b);
  // `scale`: the value of the brightest colour; none: the largest finite difference.
  DifferenceMap finish(std::optional<double> scale = {}) &&;

 private:
  int width_, block_, columns_;
  DifferenceSum sum_;
  std::vector<double> largest_;  // of the blocks
  double largest_finite_ = 0.0;
  int rows_ = 0;
};

// Returns the picture upright. `orientation` is that of EXIF, 1..8.
Image turned(const ConstImageView& picture, int orientation);

}  // namespace selvage::cli
