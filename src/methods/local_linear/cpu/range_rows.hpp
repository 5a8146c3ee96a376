// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which pixels depend only on samples that fixed point holds.

#include <cstdint>

#include "backends/cpu/aligned_numbers.hpp"
#include "methods/local_linear/cpu/int64_loops.hpp"

namespace selvage::cpu {

// The buffers of one thread, for tiles whose pixels depend on `window` x `window` samples. Whether
// a pixel is held depends on these alone, not on the tile.
class RangeRows {
 public:
  RangeRows(const Int64Scale& scale, int window, std::ptrdiff_t loaded, const Int64Loops& loops);

  void begin();  // a tile
  // Notes a row of `pixels` samples, from top to bottom. Returns whether one is beyond a limit.
  bool push(const LinearPlanes& planes, const float* samples, std::ptrdiff_t stride, int pixels);
  // Of the `pixels` pixels whose window ends with the last row, the first of which begins with
  // column 0: whether all are held; held[i] is 1 for those that are, else 0; whether one is.
  bool all_held(int pixels) const;
  bool mark_held(int pixels, std::uint8_t* held) const;

 private:
  // Returns whether every window has a column that one of its rows marked.
  bool in_every_window(const std::int32_t* marks, int pixels) const;

  RangeJob limits_;
  int window_;
  bool (*check_)(const RangeJob& job);
  std::int32_t row_ = 0, last_beyond_ = 0;
  AlignedNumbers<std::int32_t> beyond_, strong_, some_;  // of each column: the last row that is
};

}  // namespace selvage::cpu
