// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which columns of the image answer for those of a loaded row.

#include <algorithm>
#include <vector>

#include "core/border.hpp"

namespace selvage::cpu {

// Columns x..x + pixels - 1 of the whole image; those outside it by the border's rule.
class BorderColumns {
 public:
  BorderColumns() = default;
  // Makes room for so many pixels.
  explicit BorderColumns(int most) { columns_.reserve(static_cast<std::size_t>(most)); }

  // Of an image `width` pixels wide.
  void set(int first_column, int count, int width, Border border) {
    x = first_column;
    pixels = count;
    first = std::clamp(-x, 0, pixels);
    last = std::clamp(width - x, first, pixels);
    columns_.resize(static_cast<std::size_t>(pixels));
    near = true;
    for (int i = 0; i < pixels; ++i) {
      const int column =
          i >= first && i < last ? x + i : border_index(std::int64_t{x} + i, width, border);
      columns_[static_cast<std::size_t>(i)] = column;
      near &= column == outside || (column >= x + first && column < x + last);
    }
  }

  // The column of the image that answers for pixel i, or `outside`.
  int column(int i) const { return columns_[static_cast<std::size_t>(i)]; }

  // Fills the pixels outside the image: with those that answer for them, which `near` must be, or
  // with the channels of `constant`.
  template <class Number>
  void extend(Number* numbers, int channels, const Number* constant) const {
    extend(numbers, channels, constant, 0, pixels);
  }
  // Of pixels from..end - 1 alone.
  template <class Number>
  void extend(Number* numbers, int channels, const Number* constant, int from, int end) const {
    const auto fill = [&](int i) {
      const int answers = column(i);
      const Number* const pixel =
          answers == outside ? constant : numbers + std::ptrdiff_t{answers - x} * channels;
      for (int c = 0; c < channels; ++c) numbers[std::ptrdiff_t{i} * channels + c] = pixel[c];
    };
    for (int i = from; i < std::min(first, end); ++i) fill(i);
    for (int i = std::max(last, from); i < end; ++i) fill(i);
  }

  int x = 0, pixels = 0;
  int first = 0, last = 0;  // pixels inside the image: first..last - 1
  bool near = true;         // those that answer are among them

 private:
  std::vector<int> columns_;
};

}  // namespace selvage::cpu
