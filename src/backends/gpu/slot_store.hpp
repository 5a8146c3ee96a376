// SPDX-License-Identifier: Apache-2.0
#pragma once
// Slots of pipelines that are gone, for the next ones: to lock a tile's pages in memory takes
// longer than to filter it, and a large image is filtered by a pipeline for each of its bands.

#include <cstddef>
#include <mutex>
#include <vector>

#include "backends/gpu/tile_slot.hpp"

namespace selvage::gpu {

class SlotStore {
 public:
  // Of device memory, and again of host memory, that it keeps at most, in one pipeline's slots.
  static constexpr std::size_t most_bytes = std::size_t{256} << 20;

  // The device must outlive the store.
  explicit SlotStore(Device& device) : device_(device) {}

  Device& device() const { return device_; }

  // As many slots as asked for: kept ones that are large enough, or, when there are too few, new
  // ones; then nothing is kept, so that no memory is missing because of it. Blocks. Throws
  // OutOfMemory.
  std::vector<TileSlot> take(std::size_t count, const SlotBytes& bytes);
  // Their streams have passed all that was enqueued. Callers hold the same slots no longer.
  void give(std::vector<TileSlot> slots) noexcept;
  // Frees what is kept. False: nothing was.
  bool clear();
  // What make() returns: where memory is missing, called once more when nothing is kept.
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
  std::mutex mutex_;
  std::vector<TileSlot> kept_;
};

}  // namespace selvage::gpu
