// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/slot_store.hpp"

#include <algorithm>
#include <utility>

namespace selvage::gpu {

std::vector<TileSlot> SlotStore::take(std::size_t count, const SlotBytes& bytes) {
  std::vector<TileSlot> slots = take_all();
  std::erase_if(slots, [&](const TileSlot& slot) { return !slot.bytes.can_hold(bytes); });
  while (slots.size() > count) slots.pop_back();
  slots.reserve(count);
  while (slots.size() < count) slots.emplace_back(device_, bytes);
  reserve_staging(device_, runner_, slots);
  return slots;
}

void SlotStore::give(std::vector<TileSlot> slots) noexcept {
  std::size_t sum = 0;
  for (const TileSlot& slot : slots) sum += slot.bytes.on_device();
  if (sum > most_bytes) return;
  const std::lock_guard lock(mutex_);
  kept_.swap(slots);
}

bool SlotStore::clear() {
  return !take_all().empty();
}

std::vector<TileSlot> SlotStore::take_all() {
  const std::lock_guard lock(mutex_);
  return std::exchange(kept_, {});
}

}  // namespace selvage::gpu
