// SPDX-License-Identifier: Apache-2.0
#pragma once
// A queue between two threads that holds one item.

#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

namespace selvage::cli {

// put blocks until the previous item is taken.
template <class Item>
class BoundedQueue {
 public:
  // Blocks until there is room. Returns false and drops the item if the queue is closed.
  bool put(Item item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !item_; });
    if (closed_) return false;
    item_.emplace(std::move(item));
    changed_.notify_all();
    return true;
  }

  // Blocks until there is an item. Returns nothing once the queue is closed and empty.
  std::optional<Item> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || item_; });
    std::optional<Item> taken = std::exchange(item_, std::nullopt);
    changed_.notify_all();
    return taken;
  }

  // Ends both sides: nothing more is put, or nobody takes.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Item> item_;
  bool closed_ = false;
};

}  // namespace selvage::cli
