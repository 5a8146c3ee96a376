// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the taps of a row or a column are.

#include <cstddef>
#include <vector>

namespace selvage::cpu {

// The places of a line's taps: at(i) is where tap i of `count` is, from the left or the top.
template <class Number>
struct Places {
  explicit Places(std::size_t count) : at(count), after(count) {}

  template <class At>
  void set(int count, int pairs, At&& place) {
    for (int i = 0; i < count; ++i) at[static_cast<std::size_t>(i)] = place(i);
    for (int i = 0; i < pairs; ++i) after[static_cast<std::size_t>(i)] = place(count - 1 - i);
  }

  std::vector<const Number*> at, after;
};

// What a piece of a row needs of the column's sums, beside what pieces before it needed.
struct MiddlePiece {
  std::ptrdiff_t first, count;
};
template <class Piece>
MiddlePiece middle_piece(const Piece& piece, int taps, std::ptrdiff_t& done) {
  if (piece.first == 0) done = 0;
  const std::ptrdiff_t first = done;
  done = std::ptrdiff_t{piece.last + taps - 1} * piece.channels;
  return {first, done - first};
}

}  // namespace selvage::cpu
