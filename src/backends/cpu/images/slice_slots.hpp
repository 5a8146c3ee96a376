// SPDX-License-Identifier: Apache-2.0
#pragma once
// The places of slices in a tile's memory. A worker that goes on to the next slice of a tile loads
// only what is new to the window.

#include <algorithm>
#include <limits>
#include <vector>

#include "backends/cpu/images/window_slices.hpp"

namespace selvage::cpu {

class SliceSlots {
 public:
  // Before a run, whose images may be others.
  void forget() { slices_.clear(); }

  // Gives each slice of the window around a tile a slot. Slices that the tile's last window had
  // keep theirs. There are as many slots as a window has slices at most.
  void assign(const Rect& tile, int batch, const WindowSlices& window, int slots) {
    if (slices_.empty() || tile != tile_ || batch != batch_) {
      slices_.assign(static_cast<std::size_t>(slots), none);
      tile_ = tile;
      batch_ = batch;
    }
    first_ = window.first();
    slots_.clear();
    missing_.clear();
    for (int dz = window.first(); dz <= window.last(); ++dz)
      slots_.push_back(find(window.index(dz)));
    free_ = 0;
    for (int dz = window.first(); dz <= window.last(); ++dz) {
      int& slot = slots_[static_cast<std::size_t>(dz - first_)];
      if (slot == none) slot = find(window.index(dz));  // loaded for another dz
      if (slot != none) continue;
      slot = next_free();
      slices_[static_cast<std::size_t>(slot)] = window.index(dz);
      missing_.push_back(dz);
    }
  }

  int of(int dz) const { return slots_[static_cast<std::size_t>(dz - first_)]; }
  // The slices of the window, as dz, that are not in their slots yet.
  const std::vector<int>& missing() const { return missing_; }

 private:
  static constexpr int none = std::numeric_limits<int>::min();

  int find(int slice) const {
    const auto at = std::ranges::find(slices_, slice);
    return at == slices_.end() ? none : static_cast<int>(at - slices_.begin());
  }
  // Returns the next slot that no slice of the window has.
  int next_free() {
    while (std::ranges::find(slots_, free_) != slots_.end()) ++free_;
    return free_;
  }

  Rect tile_ = {};
  int batch_ = 0, first_ = 0, free_ = 0;
  std::vector<int> slices_;  // [slot]
  std::vector<int> slots_;   // [dz - first_]
  std::vector<int> missing_;
};

}  // namespace selvage::cpu
