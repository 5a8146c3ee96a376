// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reading images through a window of rows that moves down.

#include <chrono>
#include <memory>
#include <string>

#include "inputs/bands.hpp"
#include "selvage/io.hpp"

namespace selvage::cli {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// A moving window over the rows of a page. Use it from one thread at a time; other threads may read
// the images that it returns.
class RowWindow {
 public:
  // Returns rows as `type`. `reader` must be at the first row of a page.
  RowWindow(ImageReader& reader, PixelType type, const Limits& limits);
  // Returns them with colours divided by alpha.
  static RowWindow of_straight(ImageReader& reader, PixelType type, const Limits& limits);
  // Returns the rows of a gray or RGB image as those of a mask: u8, one channel, 0 exactly where
  // the gray, or the luminance 0.299 R + 0.587 G + 0.114 B, is 0.
  static RowWindow of_mask(ImageReader& reader, const Limits& limits);

  // Returns the shape of a window of so many rows, without data.
  ConstImageView shape(int rows) const;

  // Returns the rows as an image. `first` and `end` must not decrease from call to call: rows of
  // the last window are kept, rows above are dropped.
  std::shared_ptr<const Image> move_to(Rows rows);

  // Skips the rows below the last window.
  void pass_rest();

  // Returns the bytes that reading needs in addition to the windows. `divides`: of_straight.
  static std::size_t memory(const FileInfo& info, PixelType type, bool divides = false);
  std::size_t memory() const;

 private:
  // Converts stored rows into `to`.
  using Change = void (*)(const ConstImageView& from, const ImageView& to);

  RowWindow(ImageReader& reader, const ConstImageView& row, Change change, const Limits& limits)
      : reader_(reader), row_(row), change_(change), limits_(limits) {}
  void read(const ImageView& rows);
  void skip(int rows);

  ImageReader& reader_;
  ConstImageView row_;  // shape of a returned row; no data
  Change change_;       // null: rows are returned unchanged
  Limits limits_;
  std::shared_ptr<const Image> window_;
  Rows held_;
};

// Returns whether the file can be read again; pipes cannot.
bool can_be_read_again(const std::string& name);

// Return the shape of an interleaved image as a view without data.
ConstImageView shape_of(PixelType type, int width, int height, int channels, bool alpha);
ConstImageView shape_of(const FileInfo& info);
std::size_t bytes_of(const ConstImageView& shape);
bool same_shape(const ConstImageView& a, const ConstImageView& b);

}  // namespace selvage::cli
