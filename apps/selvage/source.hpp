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

// Rows of a page as `type`. Used by one thread at a time; what it hands out may be read by others.
class RowWindow {
 public:
  // `reader` stands before the first row of a page.
  RowWindow(ImageReader& reader, PixelType type, const Limits& limits)
      : reader_(reader), type_(type), limits_(limits) {}

  // The rows as an image. From call to call, `first` and `end` do not fall: rows of the last window
  // are kept, those above are forgotten.
  std::shared_ptr<const Image> move_to(Rows rows);

  // Bytes that reading takes beside the windows.
  static std::size_t memory(const FileInfo& info, PixelType type);

 private:
  void read(const ImageView& rows);
  void skip(int rows);

  ImageReader& reader_;
  PixelType type_;
  Limits limits_;
  std::shared_ptr<const Image> window_;
  Rows held_;
};

// What is left to read of a page, all of its rows.
Image read_page(ImageReader& reader, const Limits& limits);

// The mask of a file: u8, one channel, 0 where the file's gray is 0.
Image load_mask(const std::string& name, const Limits& limits);

// A view without data, interleaved.
ConstImageView shape_of(PixelType type, int width, int height, int channels, bool alpha);
ConstImageView shape_of(const FileInfo& info);
std::size_t bytes_of(const ConstImageView& shape);

}  // namespace selvage::cli
