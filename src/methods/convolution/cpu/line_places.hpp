// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pointers to the taps of a row or a column.

#include <cstddef>
#include <vector>

#include "methods/convolution/cpu/line_sums.hpp"

namespace selvage::cpu {

// Pointers to the taps of one row or column: at(i) points to tap i of `count`, from the left or the
// top.
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

// The pairs of a symmetric line of taps.
template <class In, class Out>
PairTaps<In, Out> pair_taps(const Places<In>& places, const std::vector<Out>& weights) {
  const std::size_t pairs = weights.size() / 2;
  return {.before = places.at.data(),
          .after = places.after.data(),
          .weight = weights.data(),
          .pairs = static_cast<int>(pairs),
          .centre = places.at[pairs],
          .centre_weight = weights[pairs]};
}

// The column sums that a segment needs and earlier segments have not computed.
struct MiddleSegment {
  std::ptrdiff_t first, count;
};
template <class Segment>
MiddleSegment middle_segment(const Segment& segment, int taps, std::ptrdiff_t& done) {
  if (segment.first == 0) done = 0;
  const std::ptrdiff_t first = done;
  done = std::ptrdiff_t{segment.last + taps - 1} * segment.channels;
  return {first, done - first};
}

}  // namespace selvage::cpu
