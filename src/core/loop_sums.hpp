// SPDX-License-Identifier: Apache-2.0
#pragma once
// How precise the CPU's vector loops are: the planner states their error, the backend runs them.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/planes.hpp"
#include "core/window.hpp"

namespace selvage {

// Fine loops sum up a row of taps in equal pieces of at most so many taps.
inline constexpr int fine_piece = 8;
constexpr int piece_length(int taps, int most = fine_piece) {
  const int pieces = (taps + most - 1) / most;
  return (taps + pieces - 1) / pieces;
}

// exp(-dy^2 / 2 sigma_space^2) in single precision, where it may vanish: such a row has no taps.
inline float single_row_weight(const WindowMean& step, int dy) {
  const double sigma = step.sigma_space;
  return static_cast<float>(std::exp(-0.5 * dy * dy / (sigma * sigma)));
}

// Loops over pairs of pixels (core/pair_shape.hpp): longer pieces of rows, and groups of pieces
// that are summed up in single precision, in the order of the window's rows.
inline constexpr int pair_piece = 16;
inline constexpr int pair_group = 7;
class PairGroups {
 public:
  explicit PairGroups(const WindowMean& step) {
    for (int dy = -step.radius_y; dy <= step.radius_y; ++dy) {
      const bool weighs = single_row_weight(step, dy) > 0.0f;
      add_row(weighs ? row_extent(step, dy) : -1, dy == 0);
    }
  }

  // [dy + radius_y]: a group ends before this row of the window.
  const std::vector<bool>& ends() const { return ends_; }
  // That a tap goes through: in its piece, and of the pieces of its group.
  int additions() const { return additions_; }

 private:
  // The taps of the own row are those from the centre on, and those before it.
  void add_row(int extent, bool own) {
    ends_.push_back(false);
    if (extent < 0) return;
    const int taps = own ? extent + 1 : 2 * extent + 1, others = own ? extent : 0;
    const int more = pieces_of(taps) + (others > 0 ? pieces_of(others) : 0);
    if (pieces_ > 0 && pieces_ + more > pair_group) {
      ends_.back() = true;
      pieces_ = longest_ = 0;
    }
    pieces_ += more;
    longest_ = std::max(longest_, piece_length(taps, pair_piece));
    if (others > 0) longest_ = std::max(longest_, piece_length(others, pair_piece));
    additions_ = std::max(additions_, longest_ + pieces_);
  }
  static int pieces_of(int taps) {
    const int length = piece_length(taps, pair_piece);
    return (taps + length - 1) / length;
  }

  std::vector<bool> ends_;
  int pieces_ = 0, longest_ = 0;  // of the group
  int additions_ = 0;
};

// Whether weights and sums are as precise as one channel's byte needs, no more: of steps that read
// bytes, where there is such a loop.
inline bool coarse_sums(const PlaneLayout& layout, PixelType reads) {
  using Distance = PlaneLayout::Distance;
  const auto common = [](int planes) { return planes == 1 || planes == 3; };
  if (reads != PixelType::u8) return false;
  return !layout.guided || (layout.distance == Distance::channels && !layout.l1 &&
                            common(layout.distance_planes) && common(layout.value_planes));
}

}  // namespace selvage
