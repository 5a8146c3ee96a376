// SPDX-License-Identifier: Apache-2.0
#pragma once
// Maps the columns of a loaded row to columns of the image by the border rule.

#include <algorithm>
#include <vector>

#include "core/border.hpp"

namespace selvage::cpu {

// Columns x..x + pixels - 1 of the whole image, some of which may lie outside it.
class BorderColumns {
 public:
  BorderColumns() = default;
  // Reserves room for `pixels` columns.
  explicit BorderColumns(int most) { columns_.reserve(static_cast<std::size_t>(most)); }

  // Sets the columns for an image `width` pixels wide.
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

  // Returns the image's column that stands for pixel i, or `outside`.
  int column(int i) const { return columns_[static_cast<std::size_t>(i)]; }

  // Fills the pixels outside the image with copies of the pixels that stand for them, which
  // requires `near`, or with `constant`, one number per channel.
  template <class Number>
  void extend(Number* numbers, int channels, const Number* constant) const {
    extend(numbers, channels, constant, 0, pixels);
  }
  // The same for pixels from..end - 1 only.
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
  int first = 0, last = 0;  // pixels first..last - 1 lie inside the image
  bool near = true;         // the row holds all pixels that stand for others

 private:
  std::vector<int> columns_;
};

}  // namespace selvage::cpu
