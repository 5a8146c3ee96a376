// SPDX-License-Identifier: Apache-2.0
#pragma once
// Constants that decide the precision of the CPU's vector loops. The loops and the proof of their
// error bound both read them here.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "filters/planes.hpp"
#include "filters/window.hpp"

namespace selvage {

// Rows of windows up to this width are summed in registers. Wider rows are cut into blocks, whose
// sums are added to totals in memory.
inline constexpr int narrow_columns = 33;
inline constexpr int wide_block = 32;         // taps
static_assert(wide_block <= narrow_columns);  // the bound counts the larger one

// The degree of exp2. Fine loops use a higher degree. If distances are not those of the values, an
// exponent has more roundings.
constexpr int exp2_degree(bool fine, bool narrow, bool own_values) {
  if (!fine) return 3;
  return narrow && !own_values ? 4 : 5;
}

// The number of blocks that fine loops sum in single precision; always at least those of one row.
// The bound allows more when an exponent has few roundings, as for gray, or when exp2 has a higher
// degree.
constexpr int group_blocks(bool ranged, bool gray, bool own_values) {
  return !ranged ? 8 : gray || own_values ? 4 : 1;
}

// Fine loops sum a row of taps in equal blocks of at most this many taps.
inline constexpr int fine_block = 8;
constexpr int block_length(int taps, int most = fine_block) {
  const int blocks = (taps + most - 1) / most;
  return (taps + blocks - 1) / blocks;
}

// exp(-dy^2 / 2 sigma_space^2) in single precision. It may round to 0; such a row has no taps.
inline float single_row_weight(const WindowMean& step, int dy) {
  const double sigma = step.sigma_space;
  return static_cast<float>(std::exp(-0.5 * dy * dy / (sigma * sigma)));
}

// Loops over pairs of pixels (methods/direct/pair_shape.hpp) use longer blocks. They sum groups of
// blocks in single precision, in the order of the window's rows.
inline constexpr int pair_degree = 5;  // degree of exp2
inline constexpr int pair_block = 16;
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
  // The additions that a tap goes through: those in its block and those of the blocks in its group.
  int additions() const { return additions_; }

 private:
  // The centre's own row is split into the taps from the centre on and those before it.
  void add_row(int extent, bool own) {
    ends_.push_back(false);
    if (extent < 0) return;
    const int taps = own ? extent + 1 : 2 * extent + 1, others = own ? extent : 0;
    const int more = blocks_of(taps) + (others > 0 ? blocks_of(others) : 0);
    if (blocks_ > 0 && blocks_ + more > pair_group) {
      ends_.back() = true;
      blocks_ = longest_ = 0;
    }
    blocks_ += more;
    longest_ = std::max(longest_, block_length(taps, pair_block));
    if (others > 0) longest_ = std::max(longest_, block_length(others, pair_block));
    additions_ = std::max(additions_, longest_ + blocks_);
  }
  static int blocks_of(int taps) {
    const int length = block_length(taps, pair_block);
    return (taps + length - 1) / length;
  }

  std::vector<bool> ends_;
  int blocks_ = 0, longest_ = 0;  // in the current group
  int additions_ = 0;
};

// Loops whose exponents are in double precision, where alpha weights the colours: the taps that are
// summed in single precision, and the degree of exp2. Bytes need no such exponents.
inline constexpr int weighted_run = 16;
inline constexpr int weighted_degree = 5;
inline bool double_exponents(const PlaneLayout& layout, PixelType image) {
  return layout.weighs && layout.distance != PlaneLayout::Distance::none && image != PixelType::u8;
}

// Returns whether a coarse loop exists for the step: weights and sums are then only as precise as
// one channel of bytes needs.
inline bool coarse_sums(const PlaneLayout& layout, PixelType reads) {
  using Distance = PlaneLayout::Distance;
  const auto common = [](int planes) { return planes == 1 || planes == 3; };
  if (reads != PixelType::u8) return false;
  if (layout.weighs) return false;  // small products need weights of small relative errors
  return !layout.guided || (layout.distance == Distance::channels && !layout.l1 &&
                            common(layout.distance_planes) && common(layout.value_planes));
}

}  // namespace selvage
