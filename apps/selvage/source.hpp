// SPDX-License-Identifier: Apache-2.0
#pragma once
// Images that are read: whole, or by a window of rows that moves down.

#include <chrono>
#include <memory>
#include <string>

#include "bands.hpp"
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

// Rows of a page. Used by one thread at a time; what it hands out may be read by others.
class RowWindow {
 public:
  // Rows as `type`. `reader` stands before the first row of a page.
  RowWindow(ImageReader& reader, PixelType type, const Limits& limits);
  // Rows of a gray image as those of a mask: u8, one channel, 0 where the gray is 0 and only there.
  static RowWindow of_mask(ImageReader& reader, const Limits& limits);

  // What so many rows are handed out as; no data.
  ConstImageView shape(int rows) const;

  // The rows as an image. From call to call, `first` and `end` do not fall: rows of the last window
  // are kept, those above are forgotten.
  std::shared_ptr<const Image> move_to(Rows rows);

  // Reads past the rows below the last window.
  void pass_rest();

  // Bytes that reading takes beside the windows.
  static std::size_t memory(const FileInfo& info, PixelType type);
  std::size_t memory() const;

 private:
  // Fills `to` from rows as the file has them.
  using Change = void (*)(const ConstImageView& from, const ImageView& to);

  RowWindow(ImageReader& reader, const ConstImageView& row, Change change, const Limits& limits)
      : reader_(reader), row_(row), change_(change), limits_(limits) {}
  void read(const ImageView& rows);
  void skip(int rows);

  ImageReader& reader_;
  ConstImageView row_;  // that is handed out; no data
  Change change_;       // null: rows are handed out as they are
  Limits limits_;
  std::shared_ptr<const Image> window_;
  Rows held_;
};

// Pipes can be read once.
bool can_be_read_again(const std::string& name);

// A view without data, interleaved.
ConstImageView shape_of(PixelType type, int width, int height, int channels, bool alpha);
ConstImageView shape_of(const FileInfo& info);
std::size_t bytes_of(const ConstImageView& shape);
bool same_shape(const ConstImageView& a, const ConstImageView& b);

}  // namespace selvage::cli
