// SPDX-License-Identifier: Apache-2.0
#pragma once
// The interface in which row-by-row candidates differ: the weighted sums of a window.

#include <array>
#include <cstdint>
#include <memory>

#include "filters/linear_step.hpp"
#include "methods/convolution/cpu/border_columns.hpp"
#include "methods/convolution/cpu/line_sums.hpp"
#include "methods/convolution/line_shape.hpp"
#include "methods/convolution/row_group.hpp"

namespace selvage::cpu {

// Rows hold `channels` numbers per pixel. A function may read and write up to LineShape::padding
// numbers past the end of its arguments.
template <class Number>
class WindowSums {
 public:
  virtual ~WindowSums() = default;

  // Pixels first..last - 1 of a row of results. `rows` are the rows of the window, the top one
  // first, each beginning with the leftmost tap of pixel 0. A row is computed in segments from left
  // to right; `out` points to the segment.
  struct Segment {
    int first = 0, last = 0, channels = 1;
    int worker = 0;
    // Set if rows end at the image's edge: columns outside are missing, and nothing is read past
    // those inside. Null: all columns are present.
    const BorderColumns* columns = nullptr;
  };
  virtual void sums(const Number* const* rows, const Segment& segment, Number* out) = 0;
  // Returns whether Segment::columns is supported.
  virtual bool extends_rows() const { return false; }

  // Computes and stores rows of results with the same bits as `sums` if `grouped`, without missing
  // pixels. Returns false if a result is not finite; then nothing or only part was stored.
  virtual bool grouped() const { return false; }
  virtual bool group(const RowGroup& group, int worker);

  // Computes, for a mean, the weights of the taps that count, from rows of 1 and 0 per pixel.
  virtual void weights(const Number* const* parts, int pixels, double* out, int worker) = 0;

  // Returns whether `sums` and `weights` expect the results of `row` instead of loaded rows.
  virtual bool rows_first() const { return false; }
  virtual void row(const Number* loaded, int pixels, int channels, Number* kept) const;
};

template <class Number>
bool WindowSums<Number>::group(const RowGroup&, int) {
  return false;
}

template <class Number>
void WindowSums<Number>::row(const Number*, int, int, Number*) const {}

}  // namespace selvage::cpu
