// SPDX-License-Identifier: Apache-2.0
#pragma once
// The weighted sums over a window, row by row: what the candidates that filter so differ in.

#include <array>
#include <cstdint>
#include <memory>

#include "backends/cpu/border_columns.hpp"
#include "backends/cpu/line_sums.hpp"
#include "core/line_shape.hpp"
#include "core/linear_step.hpp"

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

// A row's sums after the column's; for `shape` and so many workers. `outside`: the pixel that
// stands outside the image.
std::unique_ptr<WindowSums<float>> line_window(const LinearStep& step, const LineShape& shape,
                                               const std::array<float, 4>& outside,
                                               const LineSums& sums, int workers);
// The same of u8 in 16-bit integers.
std::unique_ptr<WindowSums<std::uint16_t>> byte_window(const LinearStep& step,
                                                       const LineShape& shape, const LineSums& sums,
                                                       int workers);
// All taps of a matrix.
std::unique_ptr<WindowSums<float>> matrix_window(const LinearStep& step, const LineSums& sums,
                                                 int workers);
// Lines and matrices in double precision, in portable C++.
std::unique_ptr<WindowSums<double>> plain_window(const LinearStep& step);

}  // namespace selvage::cpu
