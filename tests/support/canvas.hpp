// SPDX-License-Identifier: Apache-2.0
#pragma once
// Images in every layout that a view can describe, in guarded memory.

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "selvage/image.hpp"

namespace selvage::testing {

enum class Layout {
  interleaved,
  planar,
  padded,     // rows and images an odd number of bytes apart, so that samples are unaligned
  flipped_x,  // negative pixel stride
  flipped_y,  // negative row stride
  inside,     // a region of a larger image that has one more channel
};
inline constexpr std::array<std::string_view, 6> layout_names{"interleaved", "planar",    "padded",
                                                              "flipped_x",   "flipped_y", "inside"};

struct Shape {
  PixelType type = PixelType::u8;
  int width = 1, height = 1;
  int channels = 1;
  bool alpha = false;
  int batch = 1;
};

// Pixels of its own in a given layout. Bytes that belong to no sample are poison.
class Canvas {
 public:
  Canvas(const Shape& shape, Layout layout);
  Canvas(const Canvas& other);  // its view is on bytes of its own
  Canvas& operator=(const Canvas&) = delete;

  ImageView view() { return view_; }
  ConstImageView view() const { return view_; }

  // True while every byte that belongs to no sample is still poison.
  bool surroundings_untouched() const;
  // All bytes, to see whether anything was written.
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
  ImageView view_;
};

// Calls f(x, y, c, b) for every sample of a view.
template <class View, class F>
void for_each_sample(const View& view, F&& f) {
  for (int b = 0; b < view.batch; ++b)
    for (int y = 0; y < view.height; ++y)
      for (int x = 0; x < view.width; ++x)
        for (int c = 0; c < view.channels; ++c) f(x, y, c, b);
}

// Copies samples bit by bit between views of one shape and type, of any layout.
void copy_bits(const ConstImageView& from, const ImageView& to);

// True when all samples are equal to the bit.
bool same_bits(const ConstImageView& a, const ConstImageView& b);

}  // namespace selvage::testing
