// SPDX-License-Identifier: Apache-2.0
#pragma once
// An input: first its header, later its pixels.

#include <chrono>
#include <string>
#include <vector>

#include "selvage/image.hpp"

namespace selvage::cli {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

struct Source {
  std::string name;      // path, or "-"
  ConstImageView shape;  // of the file; no data
  std::string format;    // of the file
  std::vector<std::string> notes;
  Image image;        // once decoded, perhaps widened
  FileTraits traits;  // of the decoded image
  double decode_s = 0.0;
};

// Reads the header. Standard input has to be decoded for it.
Source open_source(const std::string& name, const Limits& limits);

// Reads the pixels as `type`, unless that is done.
void decode(Source& source, PixelType type, const Limits& limits);

// The mask of a file: u8, one channel, 0 where the file's gray is 0.
Image load_mask(const std::string& name, const Limits& limits);

// A view without data, interleaved.
ConstImageView shape_of(PixelType type, int width, int height, int channels, bool alpha);
std::size_t bytes_of(const ConstImageView& shape);

}  // namespace selvage::cli
