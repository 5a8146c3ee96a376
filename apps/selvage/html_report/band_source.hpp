// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows of a shown file.

#include "html_report/preview.hpp"

namespace selvage::cli {

// Reads bands of rows from the top. f16 is read as f32, which is lossless.
class BandSource {
 public:
  BandSource(const ShownFile& file, const Limits& limits);

  const FileInfo& info() const { return reader_.info(); }
  ConstImageView shape() const;  // of the part, with the stored type; no data
  int orientation() const;       // complete after the last row
  // Returns the next rows of the part.
  Image next(int rows);

 private:
  void skip(int rows);

  Limits limits_;
  ImageReader reader_;
  Rect part_;
};

// Returns samples in real units, where full scale is 1, with straight colours.
Image in_real_units(const ConstImageView& band, bool premultiplied);

}  // namespace selvage::cli
