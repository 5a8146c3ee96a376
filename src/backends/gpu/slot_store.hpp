// SPDX-License-Identifier: Apache-2.0
#pragma once
// Keeps the slots of finished pipelines for the next ones. Locking a tile's pages in memory takes
// longer than filtering it, and a large image has a pipeline for each of its bands.

#include <cstddef>
#include <mutex>
#include <vector>

#include "backends/gpu/tile_slot.hpp"

namespace selvage::gpu {

class SlotStore {
 public:
  // The most device memory, and the most host memory, that it keeps, in one pipeline's slots.
  static constexpr std::size_t most_bytes = std::size_t{256} << 20;

  // Both must outlive the store. The runner's threads copy between images and slots.
  SlotStore(Device& device, TaskRunner& runner) : device_(device), runner_(runner) {}

  Device& device() const { return device_; }
  TaskRunner& runner() const { return runner_; }

  // Returns `count` slots: kept ones that are large enough, then new ones. First frees all other
  // kept slots, so that their memory is available. Blocks. Throws OutOfMemory.
  std::vector<TileSlot> take(std::size_t count, const SlotBytes& bytes);
  // Takes slots back, whose streams must have finished.
  void give(std::vector<TileSlot> slots) noexcept;
  // Frees the kept slots. Returns false if there were none.
  bool clear();
  // Returns what make() returns. If memory is missing, frees the kept slots and calls it again.
  template <class Make>
  auto with_room(Make&& make) {
    try {
      return make();
    } catch (const OutOfMemory&) {
      if (!clear()) throw;
    }
    return make();
  }

 private:
  std::vector<TileSlot> take_all();

  Device& device_;
  TaskRunner& runner_;
  std::mutex mutex_;
  std::vector<TileSlot> kept_;
};

}  // namespace selvage::gpu
