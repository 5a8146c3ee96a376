// SPDX-License-Identifier: Apache-2.0
#pragma once
// The weighted sums over a window, row by row: what the candidates that filter so differ in.

#include <array>
#include <cstdint>
#include <memory>

#include "filters/linear_step.hpp"
#include "methods/convolution/cpu/border_columns.hpp"
#include "methods/convolution/cpu/line_sums.hpp"
#include "methods/convolution/line_shape.hpp"

namespace selvage::cpu {

// Rows hold `channels` numbers for each pixel. A function may read and write up to
// LineShape::padding numbers past the end of what it is given.
template <class Number>
class WindowSums {
 public:
  virtual ~WindowSums() = default;

  // Pixels first..last - 1 of a row of results, from the rows of the window, the top one first,
  // each from pixel 0's leftmost tap on. A row is computed in pieces from its first pixel on:
  // `out` points at the piece.
  struct Piece {
    int first = 0, last = 0, channels = 1;
    int worker = 0;
    // Where rows end at the image's edge: columns outside are not there, and nothing is read past
    // those inside. Null: all columns are there.
    const BorderColumns* columns = nullptr;
  };
  virtual void sums(const Number* const* rows, const Piece& piece, Number* out) = 0;
  // Whether `columns` is understood.
  virtual bool extends_rows() const { return false; }

  // Of a mean: the weights of the taps that take part, from rows of 1 and 0 for each pixel.
  virtual void weights(const Number* const* parts, int pixels, double* out, int worker) = 0;

  // Whether `sums` and `weights` are given, instead of rows, what `row` makes of each.
  virtual bool rows_first() const { return false; }
  virtual void row(const Number* loaded, int pixels, int channels, Number* kept) const;
};

template <class Number>
void WindowSums<Number>::row(const Number*, int, int, Number*) const {}

}  // namespace selvage::cpu
